// The distinct colors of a block. Flat art has few, which can be searched exhaustively.

import { sum } from '../../block/lanes';
import { ROWS, texelsOf } from '../../block/texels';

/** Blocks of up to this many colors are searched. */
export const MAX_FEW_COLORS: i32 = 6;

/** A channel must span at least this: dark and overexposed parts of photographs have few colors too, but a line suits them. */
const FLAT_ART: i32 = 16;

/** Colors of blocks with fewer equal neighbors are not counted, to save time on photographs. */
const EQUAL_NEIGHBORS: i32 = 3;

/** The number of colors; 0 if there are more than MAX_FEW_COLORS, or if they are near colors. */
export let colorCount: i32 = 0;
/** The same, including near colors, as in smooth slopes. */
export let listedCount: i32 = 0;
/** Whether several neighbors are equal, as in drawings. */
export let hasEqualNeighbors: bool = false;
/** Per color: R G B A as i32x4, and the texels that have it, a bit each. */
const COLORS: usize = memory.data(16 * 8, 16);
const TEXELS: usize = memory.data(4 * 8);
/** The same texels in 16-bit lanes; 0 for unused lanes. */
const TEXEL_LANES: usize = memory.data(16, 16);

/* @inline */ export function colorVector(color: i32): v128 {
  return v128.load(COLORS + (color << 4));
}
/* @inline */ export function colorTexels(color: i32): u32 {
  return load<u32>(TEXELS + (color << 2));
}

/** The texels of a set that each color has, in 16-bit lanes. */
/* @inline */ export function colorsAmong(texels: u32): v128 {
  return v128.and(v128.load(TEXEL_LANES), i16x8.splat(i16(texels)));
}

/** The number of equal neighbors, where the last texel of a row is a neighbor of the first. */
/* @inline */ function equalNeighbors(): i32 {
  const r0 = v128.load(ROWS);
  const r1 = v128.load(ROWS, 16);
  const r2 = v128.load(ROWS, 32);
  const r3 = v128.load(ROWS, 48);
  let equal = i32x4.add(i32x4.eq(r0, r1), i32x4.add(i32x4.eq(r1, r2), i32x4.eq(r2, r3)));
  equal = i32x4.add(equal, i32x4.add(i32x4.eq(r0, rotated(r0)), i32x4.eq(r1, rotated(r1))));
  equal = i32x4.add(equal, i32x4.add(i32x4.eq(r2, rotated(r2)), i32x4.eq(r3, rotated(r3))));
  return -sum(equal);
}

/* @inline */ function rotated(row: v128): v128 {
  return i32x4.shuffle(row, row, 1, 2, 3, 0);
}

/** Counts the colors of the loaded block, in the order of their first texels. */
export function countColors(): void {
  colorCount = 0;
  listedCount = 0;
  hasEqualNeighbors = equalNeighbors() >= EQUAL_NEIGHBORS;
  if (!hasEqualNeighbors) return;
  v128.store(TEXEL_LANES, i16x8.splat(0));
  let left: u32 = 0xffff;
  let count = 0;
  let minimum = i32x4.splat(255);
  let maximum = i32x4.splat(0);
  while (left !== 0) {
    if (count === MAX_FEW_COLORS) return;
    const color = load<u32>(ROWS + (ctz(left) << 2));
    const texels = texelsOf(color);
    const channels = i32x4(color & 255, (color >> 8) & 255, (color >> 16) & 255, color >> 24);
    minimum = i32x4.min_s(minimum, channels);
    maximum = i32x4.max_s(maximum, channels);
    v128.store(COLORS + (count << 4), channels);
    store<u32>(TEXELS + (count << 2), texels);
    store<u16>(TEXEL_LANES + (count << 1), u16(texels));
    count++;
    left &= ~texels;
  }
  listedCount = count;
  if (v128.any_true(i32x4.ge_s(i32x4.sub(maximum, minimum), i32x4.splat(FLAT_ART)))) colorCount = count;
}

/** Treats the loaded block as one of many colors. */
export function skipColorCount(): void {
  colorCount = 0;
  listedCount = 0;
  hasEqualNeighbors = false;
}
