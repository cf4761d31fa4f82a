// The order in which partitions are tried: those nearest to a split of the block along its line first.

import { PATTERNS_A, SEEDS_A, TWO_SUBSETS } from '../partition-tables.js';
import { at } from '../uastc/lanes.js';
import { type HdrBlock, type LineEnds, type Mask, TEXELS } from './block.js';

/** The texels of subset 1 in BC6H, a bit each. */
export const BC6H_PARTITIONS = TWO_SUBSETS.slice(0, 32);
/** Those that ASTC has too: its numbers and texels. */
export const ASTC_PARTITIONS: readonly (readonly [seed: number, texels: number])[] = PATTERNS_A.slice(0, 27).map(
  (texels, i) => [SEEDS_A[i] ?? 0, texels],
);

/** Masks of both subsets. */
export const masksOf = (texels: number): readonly [Mask, Mask] => [
  TEXELS.map((i) => ((texels >> i) & 1) === 0),
  TEXELS.map((i) => ((texels >> i) & 1) === 1),
];

const countBits = (v: number): number => TEXELS.filter((i) => ((v >> i) & 1) === 1).length;

function splitOf({ texels }: HdrBlock, ends: LineEnds): number {
  const [x, y, z] = [at(ends, 3) - at(ends, 0), at(ends, 4) - at(ends, 1), at(ends, 5) - at(ends, 2)];
  const along = TEXELS.map((i) => at(texels[0], i) * x + at(texels[1], i) * y + at(texels[2], i) * z);
  let threshold = along.reduce((total, v) => total + v / 16, 0);
  let split = 0;
  for (let step = 0; step < 3; step++) {
    const limit = threshold;
    split = along.reduce((bits, v, i) => bits | (v > limit ? 1 << i : 0), 0);
    const [above, below] = [along.filter((v) => v > limit), along.filter((v) => !(v > limit))];
    if (above.length === 0 || below.length === 0) break;
    const mean = (list: readonly number[]): number => list.reduce((total, v) => total + v, 0) / list.length;
    threshold = (mean(above) + mean(below)) / 2;
  }
  return split;
}

/** The indices of the `count` nearest of `partitions`. */
export function nearestPartitions(
  block: HdrBlock,
  ends: LineEnds,
  partitions: readonly number[],
  count: number,
): readonly number[] {
  const split = splitOf(block, ends);
  const away = (texels: number): number => Math.min(countBits(texels ^ split), 16 - countBits(texels ^ split));
  const order = partitions.map((texels, number) => ({ number, away: away(texels) }));
  return order
    .sort((a, b) => a.away - b.away || a.number - b.number)
    .slice(0, count)
    .map(({ number }) => number);
}
