// The 21 ranges of ASTC's bounded integers, by number.

import { nearest, runLength, weightsOf } from '../hdr/astc-ranges.js';
import { at } from '../uastc/lanes.js';

export const LEVELS: readonly number[] = [
  2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256,
];
export const WEIGHT_RANGES = 12;
/** Endpoints have at least six levels. */
export const MIN_COLOR_RANGE = 4;
const MAX_VALUES = 18;

export const runBits = (range: number, count: number): number => runLength(at(LEVELS, range), count);

/** The finest range in which `values` endpoint values take at most `bits`; 0 if there is none. */
export function fittingRange(values: number, bits: number): number {
  if (bits < 0 || values > MAX_VALUES) return 0;
  for (let range = LEVELS.length - 1; range >= MIN_COLOR_RANGE; range--)
    if (runBits(range, values) <= bits) return range;
  return 0;
}

const byteOf = (value: number): number => Math.trunc(Math.min(Math.max(value, 0), 255) + 0.5);

/** The nearest byte that a range of endpoints can store; `fixed` top bits must agree. */
export const nearestByte = (range: number, byte: number, fixed = 0): number => nearest(at(LEVELS, range), byte, fixed);
export const roundEnd = (range: number, value: number): number => nearestByte(range, byteOf(value));
export { byteOf };

export const weightOf = (range: number, rank: number): number => at(weightsOf(at(LEVELS, range)), rank);

/** The rank of the weight nearest to a number of quarters, the lower of two. */
export function rankOf(range: number, quarters: number): number {
  const weights = weightsOf(at(LEVELS, range));
  let rank = 0;
  while (
    rank + 1 < weights.length &&
    Math.abs(at(weights, rank + 1) * 4 - quarters) < Math.abs(at(weights, rank) * 4 - quarters)
  )
    rank++;
  return rank;
}
