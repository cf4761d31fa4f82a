// Which partitions come first: those nearest to a split of the block in two along its line.

import { at } from '../uastc/lanes.js';
import { type HdrBlock, type LineEnds, type Mask, TEXELS } from './block.js';

/** A bit a texel, texel 0 lowest: the texels of the second pair in BC6H. */
export const BC6H_PARTITIONS = [
  0xcccc, 0x8888, 0xeeee, 0xecc8, 0xc880, 0xfeec, 0xfec8, 0xec80, 0xc800, 0xffec, 0xfe80, 0xe800, 0xffe8, 0xff00,
  0xfff0, 0xf000, 0xf710, 0x008e, 0x7100, 0x08ce, 0x008c, 0x7310, 0x3100, 0x8cce, 0x088c, 0x3110, 0x6666, 0x366c,
  0x17e8, 0x0ff0, 0x718e, 0x399c,
];
/** Those that ASTC has too, as it has them: its number, and its texels. */
export const ASTC_PARTITIONS: readonly (readonly [seed: number, texels: number])[] = [
  ...([
    [28, 0xcccc],
    [20, 0x8888],
    [16, 0x1111],
    [29, 0xecc8],
    [91, 0x377f],
    [9, 0xfeec],
    [107, 0x0137],
  ] as const),
  ...([
    [72, 0x137f],
    [149, 0xc800],
    [204, 0x0013],
    [50, 0xfe80],
    [114, 0x17ff],
    [496, 0x0017],
    [17, 0x00ff],
  ] as const),
  ...([
    [78, 0xfff0],
    [39, 0x0fff],
    [252, 0xff71],
    [828, 0x8eff],
    [43, 0x08ce],
    [156, 0x008c],
    [116, 0x7310],
  ] as const),
  ...([
    [210, 0xceff],
    [476, 0x7331],
    [273, 0x088c],
    [684, 0xceef],
    [359, 0x6666],
    [246, 0xf00f],
  ] as const),
];

/** The texels of both subsets. */
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

/** The numbers of the `count` nearest of `partitions`. */
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
