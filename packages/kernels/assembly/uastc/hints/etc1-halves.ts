// The two pairs of halves of an ETC1 block as vectors of eight texels and their sums, and the distinct colors of each.

import { leftHalf, rightHalf } from '../../block/halves';
import { sums4 } from '../../block/lanes';
import { DECODED } from '../state';

/** Per half (left, right, top, bottom): luma (half scale) and channel sum of eight texels, sums of R, G, B and of all squares. */
const HALVES: usize = memory.data(4 * 48, 16);
const HALF_BYTES: i32 = 48;
export const HALF_LUMA: usize = 0;
export const HALF_SUM: usize = 16;
export const HALF_RED: usize = 32;
export const HALF_GREEN: usize = 36;
export const HALF_BLUE: usize = 40;
export const HALF_SQUARES: usize = 44;
/* @inline */ export function halfAt(half: i32): usize {
  return HALVES + half * HALF_BYTES;
}

/** Whether all decoded texels are gray. */
export let isDecodedGray: bool = false;

/* @inline */ function lumaOf(r: v128, g: v128, b: v128): v128 {
  return i16x8.add(
    i16x8.add(i16x8.mul(r, i16x8.splat(54)), i16x8.mul(g, i16x8.splat(183))),
    i16x8.mul(b, i16x8.splat(19)),
  );
}

/* @inline */ function storeHalf(half: i32, r: v128, g: v128, b: v128): void {
  const at = halfAt(half);
  v128.store(at, i16x8.shr_u(lumaOf(r, g, b), 1), HALF_LUMA);
  v128.store(at, i16x8.add(i16x8.add(r, g), b), HALF_SUM);
  const one = i16x8.splat(1);
  const square = i32x4.add(i32x4.add(i32x4.dot_i16x8_s(r, r), i32x4.dot_i16x8_s(g, g)), i32x4.dot_i16x8_s(b, b));
  v128.store(
    at,
    sums4(i32x4.dot_i16x8_s(r, one), i32x4.dot_i16x8_s(g, one), i32x4.dot_i16x8_s(b, one), square),
    HALF_RED,
  );
}

/** Splits the decoded texels. `lists` also lists the colors of each half. */
export function splitHalves(lists: bool): void {
  const r0 = v128.load(DECODED);
  const r1 = v128.load(DECODED, 16);
  const g0 = v128.load(DECODED, 32);
  const g1 = v128.load(DECODED, 48);
  const b0 = v128.load(DECODED, 64);
  const b1 = v128.load(DECODED, 80);
  storeHalf(0, leftHalf(r0, r1), leftHalf(g0, g1), leftHalf(b0, b1));
  storeHalf(1, rightHalf(r0, r1), rightHalf(g0, g1), rightHalf(b0, b1));
  storeHalf(2, r0, g0, b0);
  storeHalf(3, r1, g1, b1);
  isDecodedGray = !v128.any_true(
    v128.or(v128.or(v128.xor(r0, g0), v128.xor(r1, g1)), v128.or(v128.xor(r0, b0), v128.xor(r1, b1))),
  );
  if (lists) listColors(i16x8.add(r0, i16x8.shl(g0, 8)), b0, i16x8.add(r1, i16x8.shl(g1, 8)), b1);
}

/** Per half up to eight colors, and room for one more: R, G, B and luma (16 bits each), then the number of texels (32 bits). Flat art has one to
 *  four. */
const LISTS: usize = memory.data(4 * 144, 16);
const LIST_BYTES: i32 = 144;
const LIST_ENDS: usize = memory.data(4 * 4);
const TEXELS: usize = memory.data(64, 16);
export const ENTRY_GREEN: usize = 2;
export const ENTRY_BLUE: usize = 4;
export const ENTRY_LUMA: usize = 6;
export const ENTRY_COUNT: usize = 8;
export const ENTRY_BYTES: usize = 16;
/* @inline */ export function listOf(half: i32): usize {
  return LISTS + half * LIST_BYTES;
}
/* @inline */ export function endOfList(half: i32): usize {
  return load<u32>(LIST_ENDS + (half << 2));
}

/** Texels of a half, a bit each. */
const LEFT: u32 = 0x3333;
const TOP: u32 = 0x00ff;

/* @inline */ function append(at: usize, color: u64, texels: u32): usize {
  store<u64>(at, color);
  store<u32>(at, popcnt(texels), ENTRY_COUNT);
  // The next color overwrites one that the half does not have.
  return at + (texels !== 0 ? ENTRY_BYTES : 0);
}

/** Lists the colors of texels given as R + 256 G and B. */
function listColors(rg0: v128, b0: v128, rg1: v128, b1: v128): void {
  const row0 = i16x8.shuffle(rg0, b0, 0, 8, 1, 9, 2, 10, 3, 11);
  const row1 = i16x8.shuffle(rg0, b0, 4, 12, 5, 13, 6, 14, 7, 15);
  const row2 = i16x8.shuffle(rg1, b1, 0, 8, 1, 9, 2, 10, 3, 11);
  const row3 = i16x8.shuffle(rg1, b1, 4, 12, 5, 13, 6, 14, 7, 15);
  v128.store(TEXELS, row0);
  v128.store(TEXELS, row1, 16);
  v128.store(TEXELS, row2, 32);
  v128.store(TEXELS, row3, 48);
  let left = listOf(0);
  let right = listOf(1);
  let top = listOf(2);
  let bottom = listOf(3);
  for (let rest: u32 = 0xffff; rest !== 0; ) {
    const color = load<u32>(TEXELS + (usize(ctz(rest)) << 2));
    const same = i32x4.splat(color);
    const texels: u32 =
      i32x4.bitmask(i32x4.eq(row0, same)) |
      (i32x4.bitmask(i32x4.eq(row1, same)) << 4) |
      (i32x4.bitmask(i32x4.eq(row2, same)) << 8) |
      (i32x4.bitmask(i32x4.eq(row3, same)) << 12);
    rest &= ~texels;
    const r = color & 255;
    const g = (color >> 8) & 255;
    const b = color >> 16;
    const entry = u64(r | (g << 16)) | (u64(b | ((54 * r + 183 * g + 19 * b) << 16)) << 32);
    left = append(left, entry, texels & LEFT);
    right = append(right, entry, texels & ~LEFT);
    top = append(top, entry, texels & TOP);
    bottom = append(bottom, entry, texels & ~TOP);
  }
  store<u32>(LIST_ENDS, u32(left));
  store<u32>(LIST_ENDS, u32(right), 4);
  store<u32>(LIST_ENDS, u32(top), 8);
  store<u32>(LIST_ENDS, u32(bottom), 12);
}
