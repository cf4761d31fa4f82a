// Encodes one block of BC7 at any level: the readable twin of the kernel's encoder, byte for byte. About a thousand times slower; used in
// tests.

import type { BlockLevel, SearchLevel } from '../../blocks/block-options.js';
import { at, f32, type Lanes, lanes } from '../uastc/lanes.js';
import { type Block, type Candidate, describeBlock, isSolid } from './block.js';
import { fitDual, fitMode } from './fit.js';
import { WHOLE } from './modes.js';
import { packBc7Block } from './pack.js';
import { rankDual, rankTrials, type Trial } from './rank.js';
import { tryTwoEnds } from './two-ends.js';

interface Level {
  /** Whether blocks of few colors are searched as such. */
  readonly knowsFewColors: boolean;
  /** Up to this error nothing better is searched, but for blocks of few colors. */
  readonly goodEnough: number;
  /** Maximum number of candidates fitted after mode 6. */
  readonly tries: number;
  readonly refits: number;
  /** An estimate times this must be below the best error for a candidate to be fitted. */
  readonly trust: number;
  /** Partitions into two subsets that are ranked, and whether those into three are. */
  readonly partitions: number;
  readonly three: boolean;
  /** Up to this difference a block of few colors is treated as a smooth one. */
  readonly smoothRange: number;
}

const LEVELS: Readonly<Record<SearchLevel, Level>> = {
  fast: {
    knowsFewColors: false,
    goodEnough: 96,
    tries: 1,
    refits: 1,
    trust: 0.625,
    partitions: 16,
    three: false,
    smoothRange: 12,
  },
  normal: {
    knowsFewColors: true,
    goodEnough: 72,
    tries: 2,
    refits: 1,
    trust: 0.5,
    partitions: 64,
    three: false,
    smoothRange: 12,
  },
  high: {
    knowsFewColors: true,
    goodEnough: 8,
    tries: 8,
    refits: 2,
    trust: 1,
    partitions: 64,
    three: true,
    smoothRange: 0,
  },
  max: {
    knowsFewColors: true,
    goodEnough: 0,
    tries: 64,
    refits: 3,
    trust: 0.5,
    partitions: 64,
    three: true,
    smoothRange: 0,
  },
};

/** The slow levels begin with what `normal` tries, so that they are never worse. */
const NORMAL_TRIES = 2;

/** More trials of modes 4 and 5 for a block of two channels, as in normal maps. */
const DUAL_TRIES = 4;

const hasConstantChannel = ({ texels }: Block): boolean =>
  ([0, 1, 2] as const).some((i) => texels.every((t) => t[i] === at(texels, 0)[i]));

/** What an estimate is multiplied by before it is compared with the best error. */
function trustOf({ trust }: Level, { hasFewColors, metric }: Block): number {
  return hasFewColors ? 0 : f32(trust * (metric[1] === 1 ? 1 : f32(7 / 3)));
}

function choose(block: Block, level: Level): Candidate {
  let best = fitMode(block, 6, WHOLE, level.refits);
  if (!block.hasFewColors) best = tryTwoEnds(block, best);
  const goodEnough = block.hasFewColors ? 0 : level.goodEnough;
  if (best.error <= goodEnough) return best;
  const withMode3 = level.three || (block.hasFewColors && level.partitions === 64);
  const trials = rankTrials(block, level.partitions, withMode3, level.three);
  const trust = trustOf(level, block);
  const normalTrust = trustOf(LEVELS.normal, block);
  const normalTries = level.three ? NORMAL_TRIES : 0;
  const take = (wanted: (mode: number) => boolean): Trial => {
    const trial = trials.filter(({ mode }) => wanted(mode)).reduce((a, b) => (b.cost < a.cost ? b : a));
    trials.splice(trials.indexOf(trial), 1);
    return trial;
  };
  const tryCandidate = (trial: Trial): void => {
    const found =
      'rotation' in trial
        ? fitDual(block, trial.mode, trial.rotation, level.refits)
        : fitMode(block, trial.mode, trial.partition, level.refits);
    if (found.error < best.error) best = found;
  };
  // Modes 4 and 5 may be exact for two colors that no partition separates.
  if (block.hasFewColors) tryCandidate(take((mode) => mode === 4 || mode === 5));
  for (let i = 0; i < level.tries && best.error > goodEnough; i++) {
    const trial = take((mode) => i >= normalTries || (mode !== 3 && mode !== 2 && mode !== 0));
    if (f32(trial.cost * (i < normalTries ? normalTrust : trust)) < best.error) tryCandidate(trial);
    else if (i >= normalTries) break;
  }
  const isTwoChannel = block.isOpaque && hasConstantChannel(block);
  for (let i = 0; level.three && isTwoChannel && i < DUAL_TRIES && best.error > goodEnough; i++) {
    if (!trials.some((trial) => 'rotation' in trial && trial.cost < Number.MAX_VALUE)) break;
    tryCandidate(take((mode) => mode === 4 || mode === 5));
  }
  return best;
}

/** Above this error, `draft` tries separate indices for one channel. */
const DRAFT_POOR = 1000;

/** One line of all four channels, or mode 5 if that is better. */
function chooseDraft(block: Block): Candidate {
  const line = fitMode(block, 6, WHOLE, 0);
  if (line.error <= DRAFT_POOR) return line;
  const rotations = rankDual(block).filter(({ mode }) => mode === 5);
  const { rotation } = rotations.reduce((a, b) => (b.cost < a.cost ? b : a));
  const dual = fitDual(block, 5, rotation, 0);
  return dual.error < line.error ? dual : line;
}

/** The closest pair of seven-bit endpoints whose mix at the second of four weights is the value. */
function solidEnds(value: number): [low: number, high: number] {
  const decoded = (y: number): number => (y << 1) | (y >> 6);
  for (let apart = 0; apart < 128; apart++)
    for (let low = 0; low + apart < 128; low++)
      if ((decoded(low) * 43 + decoded(low + apart) * 21 + 32) >> 6 === value) return [low, low + apart];
  throw new RangeError(`${value} is not a byte`);
}

function solidCandidate(color: Lanes): Candidate {
  const ends = color.map((value, i): [number, number] => (i === 3 ? [value, value] : solidEnds(value)));
  return {
    error: 0,
    mode: 5,
    partition: WHOLE,
    rotation: 0,
    ends: [{ low: lanes((i) => at(ends, i)[0]), high: lanes((i) => at(ends, i)[1]) }],
    indices: new Array<number>(16).fill(1),
    alphaIndices: new Array<number>(16).fill(0),
  };
}

function chooseAt(texels: readonly Lanes[], options: Parameters<typeof encodeBc7Block>[3]): Candidate {
  if (options.level === 'draft') return chooseDraft({ ...describeBlock(texels, options, 0), hasFewColors: false });
  const level = LEVELS[options.level];
  const block = describeBlock(texels, options, level.smoothRange);
  return choose({ ...block, hasFewColors: block.hasFewColors && level.knowsFewColors }, level);
}

/** Writes the sixteen bytes of a block of sixteen texels (64 bytes, row by row) at `to`. */
export function encodeBc7Block(
  rgba: Uint8Array,
  out: Uint8Array,
  to: number,
  options: {
    readonly level: BlockLevel;
    readonly metric: 'rgb' | 'perceptual';
    readonly alphaWeighted?: boolean;
  },
): void {
  const texels = Array.from({ length: 16 }, (_, t): Lanes => lanes((i) => at(rgba, t * 4 + i)));
  packBc7Block(isSolid(texels) ? solidCandidate(at(texels, 0)) : chooseAt(texels, options), out, to);
}
