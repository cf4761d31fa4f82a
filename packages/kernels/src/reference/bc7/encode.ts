// Encodes one block of BC7 the plain way, at every level: the readable twin of the kernel's encoder, equal to it byte for byte. It is some
// thousand times slower; tests and people read it.

import { at, f32, type Lanes, lanes } from '../uastc/lanes.js';
import { type Block, type Candidate, describeBlock, isSolid } from './block.js';
import { fitDual, fitMode } from './fit.js';
import { WHOLE } from './modes.js';
import { packBc7Block } from './pack.js';
import { rankTrials, type Trial } from './rank.js';

interface Level {
  /** A block whose error is no more than this needs nothing better; the same for blocks of few colors. */
  readonly enough: number;
  readonly fewEnough: number;
  /** Candidates fitted after mode 6, at most. */
  readonly tries: number;
  readonly refits: number;
  /** Estimates are multiplied by this before they rule a candidate out. */
  readonly trust: number;
  /** Partitions into two subsets that are looked at, and whether those into three are. */
  readonly partitions: number;
  readonly three: boolean;
  /** Levels of difference up to which a block of few colors is taken for a smooth one. */
  readonly calm: number;
}

const LEVELS: Readonly<Record<'fast' | 'normal' | 'high' | 'max', Level>> = {
  fast: { enough: 96, fewEnough: 32, tries: 1, refits: 1, trust: 1, partitions: 16, three: false, calm: 12 },
  normal: { enough: 72, fewEnough: 0, tries: 2, refits: 1, trust: 1, partitions: 64, three: false, calm: 12 },
  high: { enough: 8, fewEnough: 0, tries: 8, refits: 2, trust: 1, partitions: 64, three: true, calm: 0 },
  max: { enough: 0, fewEnough: 0, tries: 64, refits: 3, trust: 0.5, partitions: 64, three: true, calm: 0 },
};

/** The first tries of the slow levels go to what the quick ones try, so that none does worse. */
const SURE = 2;

function choose(block: Block, level: Level): Candidate {
  let best = fitMode(block, 6, WHOLE, level.refits);
  const enough = block.isFew ? level.fewEnough : level.enough;
  if (best.error <= enough) return best;
  const withMode3 = level.three || (block.isFew && level.partitions === 64);
  const trials = rankTrials(block, level.partitions, withMode3, level.three);
  const colorMetric = block.metric[1] === 1 ? 1 : f32(7 / 3);
  const trust = block.isFew ? 0 : f32(level.trust * colorMetric);
  const sure = level.three ? SURE : 0;
  const take = (wanted: (mode: number) => boolean): Trial => {
    const trial = trials.filter(({ mode }) => wanted(mode)).reduce((a, b) => (b.cost < a.cost ? b : a));
    trials.splice(trials.indexOf(trial), 1);
    return trial;
  };
  const offer = (trial: Trial): void => {
    const found =
      'rotation' in trial
        ? fitDual(block, trial.mode, trial.rotation, level.refits)
        : fitMode(block, trial.mode, trial.partition, level.refits);
    if (found.error < best.error) best = found;
  };
  // Two colors that no partition parts may be met exactly by modes 4 and 5.
  if (block.isFew) offer(take((mode) => mode === 4 || mode === 5));
  for (let i = 0; i < level.tries && best.error > enough; i++) {
    const trial = take((mode) => i >= sure || (mode !== 3 && mode !== 2 && mode !== 0));
    if (f32(trial.cost * trust) < best.error) offer(trial);
    else if (i >= sure) break;
  }
  return best;
}

/** The nearest pair of seven-bit ends whose blend at the second of four weights is a value. */
function solidEnds(value: number): [low: number, high: number] {
  const shown = (y: number): number => (y << 1) | (y >> 6);
  for (let apart = 0; apart < 128; apart++)
    for (let low = 0; low + apart < 128; low++)
      if ((shown(low) * 43 + shown(low + apart) * 21 + 32) >> 6 === value) return [low, low + apart];
  throw new RangeError(`${value} is no byte`);
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

/** Writes the sixteen bytes of a block of sixteen texels (64 bytes, row by row) at `to`. */
export function encodeBc7Block(
  rgba: Uint8Array,
  out: Uint8Array,
  to: number,
  options: {
    readonly level: keyof typeof LEVELS;
    readonly metric: 'rgb' | 'perceptual';
    readonly alphaWeighted?: boolean;
  },
): void {
  const texels = Array.from({ length: 16 }, (_, t): Lanes => lanes((i) => at(rgba, t * 4 + i)));
  const level = LEVELS[options.level];
  const best = isSolid(texels)
    ? solidCandidate(at(texels, 0))
    : choose(describeBlock(texels, options, level.calm), level);
  packBc7Block(best, out, to);
}
