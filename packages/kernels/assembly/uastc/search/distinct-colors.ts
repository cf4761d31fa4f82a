// The distinct colors of a block. Flat art has few of them, and few can be searched through where many must be estimated.

import { sum } from '../../block/lanes';
import { ROWS } from '../../block/texels';

/** Blocks of up to this many colors are searched. */
export const FEW: i32 = 6;

/** Channels must reach this far: the dark and the blown-out parts of photographs have few colors too, but a line serves them. */
const FLAT_ART: i32 = 16;

/** A block with fewer equal neighbors than this is not counted: that is what photographs pay. */
const EQUAL_NEIGHBORS: i32 = 3;

/** How many colors the block has; 0 where they are more than FEW, or nearly alike. */
export let colorCount: i32 = 0;
/** The same, but counted where they are nearly alike too, as in smooth slopes. */
export let listedCount: i32 = 0;
/** Whether neighbors are equal, as in drawings. */
export let isDrawn: bool = false;
/** Per color: R G B A as i32x4, and the texels that have it, a bit each. */
const COLORS: usize = memory.data(16 * 8, 16);
const TEXELS: usize = memory.data(4 * 8);
/** The same texels in lanes of sixteen bits; no bit where there is no color. */
const TEXEL_LANES: usize = memory.data(16, 16);

/* @inline */ export function colorVector(color: i32): v128 {
  return v128.load(COLORS + (color << 4));
}
/* @inline */ export function colorTexels(color: i32): u32 {
  return load<u32>(TEXELS + (color << 2));
}

/** Those of some texels that each color has, in lanes of sixteen bits. */
/* @inline */ export function colorsAmong(texels: u32): v128 {
  return v128.and(v128.load(TEXEL_LANES), i16x8.splat(i16(texels)));
}

/* @inline */ function equalTo(color: v128): u32 {
  return (
    i32x4.bitmask(i32x4.eq(v128.load(ROWS), color)) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 16), color)) << 4) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 32), color)) << 8) |
    (i32x4.bitmask(i32x4.eq(v128.load(ROWS, 48), color)) << 12)
  );
}

/** How many neighbors are equal, rows being closed to rings. */
/* @inline */ function equalNeighbors(): i32 {
  const r0 = v128.load(ROWS);
  const r1 = v128.load(ROWS, 16);
  const r2 = v128.load(ROWS, 32);
  const r3 = v128.load(ROWS, 48);
  let equal = i32x4.add(i32x4.eq(r0, r1), i32x4.add(i32x4.eq(r1, r2), i32x4.eq(r2, r3)));
  equal = i32x4.add(equal, i32x4.add(i32x4.eq(r0, turned(r0)), i32x4.eq(r1, turned(r1))));
  equal = i32x4.add(equal, i32x4.add(i32x4.eq(r2, turned(r2)), i32x4.eq(r3, turned(r3))));
  return -sum(equal);
}

/* @inline */ function turned(row: v128): v128 {
  return i32x4.shuffle(row, row, 1, 2, 3, 0);
}

/** Counts the colors of the loaded block, in the order of their first texels. */
export function countColors(): void {
  colorCount = 0;
  listedCount = 0;
  isDrawn = equalNeighbors() >= EQUAL_NEIGHBORS;
  if (!isDrawn) return;
  v128.store(TEXEL_LANES, i16x8.splat(0));
  let left: u32 = 0xffff;
  let count = 0;
  let least = i32x4.splat(255);
  let most = i32x4.splat(0);
  while (left !== 0) {
    if (count === FEW) return;
    const color = load<u32>(ROWS + (ctz(left) << 2));
    const texels = equalTo(i32x4.splat(color));
    const channels = i32x4(color & 255, (color >> 8) & 255, (color >> 16) & 255, color >> 24);
    least = i32x4.min_s(least, channels);
    most = i32x4.max_s(most, channels);
    v128.store(COLORS + (count << 4), channels);
    store<u32>(TEXELS + (count << 2), texels);
    store<u16>(TEXEL_LANES + (count << 1), u16(texels));
    count++;
    left &= ~texels;
  }
  listedCount = count;
  if (v128.any_true(i32x4.ge_s(i32x4.sub(most, least), i32x4.splat(FLAT_ART)))) colorCount = count;
}
