// The readable twin of the UASTC HDR encoder: equal bytes, block by block.

import type { SearchLevel } from '../../blocks/block-options.js';
import { at } from '../uastc/lanes.js';
import { MAX_ENDPOINT_12, readDirect, type StoredEnds, storeFinestDirect } from './astc-direct.js';
import { endCode, isStored, runBits, weightCode, weightsOf } from './astc-ranges.js';
import { storeFinestScaled } from './astc-scaled.js';
import { ALL, type HdrBlock, type LineEnds, loadHdrBlock, type Mask, solidHalfs } from './block.js';
import { evaluate, fitLine, refine } from './line.js';
import { ASTC_PARTITIONS, masksOf, nearestPartitions } from './partitions.js';

const MAX_ENDPOINT = MAX_ENDPOINT_12 << 4;
const DIRECT = 11;
const SCALED = 7;
const CALM = 48 * 10 * 10;
/** By level: refinements, partitions, endpoint bytes that are polished, and rounds of polishing. */
const EFFORT: Readonly<
  Record<SearchLevel, readonly [steps: number, partitions: number, bytes: number, rounds: number]>
> = {
  fast: [1, 0, 2, 1],
  normal: [2, 1, 6, 1],
  high: [4, 6, 6, 2],
  max: [4, 27, 6, 8],
};

interface Candidate {
  readonly error: number;
  readonly levels: number;
  readonly values: number;
  readonly mode: number;
  readonly seed: number | undefined;
  readonly bytes: readonly number[];
  readonly places: readonly number[];
}

const storeLine = (mode: number, line: LineEnds, values: number): StoredEnds | undefined =>
  mode === DIRECT ? storeFinestDirect(line, values) : storeFinestScaled(line, values);

/** The better one; the first in a tie. */
const better = (a: Candidate | undefined, b: Candidate | undefined): Candidate | undefined =>
  b !== undefined && (a === undefined || b.error < a.error) ? b : a;

function tryLines(
  block: HdrBlock,
  subsets: readonly { readonly mask: Mask; readonly line: LineEnds }[],
  [mode, levels, values]: readonly [mode: number, levels: number, values: number],
  seed: number | undefined,
): Candidate | undefined {
  const places: number[] = [];
  const bytes: number[] = [];
  let error = 0;
  for (const { mask, line } of subsets) {
    const stored = storeLine(mode, line, values);
    if (stored === undefined) return undefined;
    bytes.push(...stored.bytes);
    error += evaluate(block, mask, stored.ends, weightsOf(levels), places);
  }
  return { error, levels, values, mode, seed, bytes, places };
}

function tryPartition(block: HdrBlock, number: number, best: Candidate | undefined): Candidate | undefined {
  const [seed, texels] = at(ASTC_PARTITIONS, number);
  const subsets = masksOf(texels).map((mask) => ({
    mask,
    line: refine(block, mask, fitLine(block, mask), weightsOf(8), MAX_ENDPOINT),
  }));
  const shapes = [
    [SCALED, 8, 80],
    [SCALED, 6, 128],
    [SCALED, 4, 256],
    [DIRECT, 4, 40],
    [DIRECT, 3, 64],
  ] as const;
  return shapes.reduce<Candidate | undefined>(
    (found, shape) => better(found, tryLines(block, subsets, shape, seed)),
    best,
  );
}

/** Tries both neighbors of each endpoint byte. */
function polish(block: HdrBlock, from: Candidate, count: number, rounds: number): Candidate {
  let best = from;
  for (let round = 0; round < rounds; round++) {
    const before = best.error;
    for (let i = 0; i < count * 2; i++) {
      const step = (i & 1) === 1 ? 1 : -1;
      let byte = at(best.bytes, i >> 1) + step;
      while (byte >= 0 && byte < 256 && !isStored(best.values, byte)) byte += step;
      if (byte < 0 || byte > 255) continue;
      const bytes = best.bytes.with(i >> 1, byte);
      const ends = readDirect(bytes);
      if (ends === undefined) continue;
      const places: number[] = [];
      const error = evaluate(block, ALL, ends, weightsOf(best.levels), places);
      best = better(best, { ...best, error, bytes, places }) ?? best;
    }
    if (best.error === before) break;
  }
  return best;
}

function choose(block: HdrBlock, level: SearchLevel): Candidate {
  const [steps, partitions, bytes, rounds] = EFFORT[level];
  let line = fitLine(block, ALL);
  for (let i = 0; i < steps; i++) line = refine(block, ALL, line, weightsOf(16), MAX_ENDPOINT);
  const whole = [{ mask: ALL, line }];
  let best = better(
    tryLines(block, whole, [DIRECT, 16, 192], undefined),
    tryLines(block, whole, [DIRECT, 12, 256], undefined),
  );
  if (partitions > 0) {
    best = better(best, tryLines(block, whole, [SCALED, 16, 256], undefined));
    const texels = ASTC_PARTITIONS.map((row) => row[1]);
    if (best !== undefined && best.error > CALM)
      for (const number of nearestPartitions(block, line, texels, partitions)) best = tryPartition(block, number, best);
  }
  if (best === undefined) throw new Error('no block was tried');
  return best.seed === undefined && best.mode === DIRECT ? polish(block, best, bytes, rounds) : best;
}

/** The block mode of a 4×4 grid of weights. */
function gridOf(levels: number): number {
  const number = levels < 8 ? levels : levels === 8 ? 7 : levels === 12 ? 3 : 4;
  return (number >> 1) | ((number & 1) << 4) | 0x40 | (levels > 8 ? 0x200 : 0);
}

const field = (value: number, count: number): string => [...value.toString(2).padStart(count, '0')].reverse().join('');

function pack({ levels, values, mode, seed, bytes, places }: Candidate): string {
  const weights = runBits(
    levels,
    places.map((place) => weightCode(levels, place)),
  );
  const shape = seed === undefined ? field(0, 2) + field(mode, 4) : field(1, 2) + field(seed, 10) + field(mode << 2, 6);
  const head =
    field(gridOf(levels), 11) +
    shape +
    runBits(
      values,
      bytes.map((byte) => endCode(values, byte)),
    );
  return head.padEnd(128 - weights.length, '0') + [...weights].reverse().join('');
}

/** Sixteen bytes of 128 bits, the lowest first. */
export const bytesOfBits = (bits: string): Uint8Array =>
  Uint8Array.from({ length: 16 }, (_, i) => Number.parseInt([...bits.slice(i * 8, i * 8 + 8)].reverse().join(''), 2));

/** Sixteen RGBA texels of half floats → sixteen bytes. */
export function encodeUastcHdrBlock(halfs: Uint16Array, level: SearchLevel): Uint8Array {
  const solid = solidHalfs(halfs);
  if (solid !== undefined) {
    const block = new Uint8Array(16).fill(0xff);
    block[0] = 0xfc;
    block.set(new Uint8Array(Uint16Array.from([...solid, 0x3c00]).buffer), 8);
    return block;
  }
  return bytesOfBits(pack(choose(loadHdrBlock(halfs, true), level)));
}
