// The error of a half of an ETC1 block with a given base, in the best of the eight tables and with the shades that the transcoder will pick by
// luma. Without clamping, eight texels are one vector: with base b and shade d the error of texel p is |p − b|² + d·(3d − 2s), where s is the
// sum of p − b over the channels. With clamping, eight tables are one vector, and every distinct color is measured once.

import { sums4 } from '../../block/lanes';
import {
  ENTRY_BLUE,
  ENTRY_BYTES,
  ENTRY_COUNT,
  ENTRY_GREEN,
  ENTRY_LUMA,
  endOfList,
  HALF_BLUE,
  HALF_GREEN,
  HALF_LUMA,
  HALF_RED,
  HALF_SQUARES,
  HALF_SUM,
  halfAt,
  isDecodedGray,
  listOf,
} from './etc1-halves';
import { shaded, shadedLuma } from './etc1-lumas';

const SMALL: usize = memory.data<u8>([2, 5, 9, 13, 18, 24, 33, 47]);
const LARGE: usize = memory.data<u8>([8, 17, 29, 42, 60, 80, 106, 183]);
/* @inline */ export function etcSmall(table: i32): i32 {
  return load<u8>(SMALL + table);
}
/* @inline */ export function etcLarge(table: i32): i32 {
  return load<u8>(LARGE + table);
}

/** The table of the last error found. */
export let foundTable: i32 = 0;

const TABLE_BITS: i32 = 3;

/** The least of eight errors. Sets foundTable to its table, the first in a tie. */
/* @inline */ function minError(low: v128, high: v128): i32 {
  return minKey(
    i32x4.min_s(
      i32x4.add(i32x4.shl(low, TABLE_BITS), i32x4(0, 1, 2, 3)),
      i32x4.add(i32x4.shl(high, TABLE_BITS), i32x4(4, 5, 6, 7)),
    ),
  );
}

/** The same for the first four tables only. */
/* @inline */ function minErrorOfFour(low: v128): i32 {
  return minKey(i32x4.add(i32x4.shl(low, TABLE_BITS), i32x4(0, 1, 2, 3)));
}

/* @inline */ function minKey(keys: v128): i32 {
  const halves = i32x4.min_s(keys, i32x4.shuffle(keys, keys, 2, 3, 0, 1));
  const key = min(i32x4.extract_lane(halves, 0), i32x4.extract_lane(halves, 1));
  foundTable = key & 7;
  return key >> TABLE_BITS;
}

/** Error of a half with shades clamped and picked as in a transcoder: by the luma of the decoded color. One table per lane. */
function clampedError(half: i32, red: i32, green: i32, blue: i32): i32 {
  const darkest = i16x8(-8, -17, -29, -42, -60, -80, -106, -183);
  const outer = i16x8(6, 12, 20, 29, 42, 56, 73, 136);
  const inner = i16x8(4, 10, 18, 26, 36, 48, 66, 94);
  const r = i16x8.splat(i16(red));
  const g = i16x8.splat(i16(green));
  const b = i16x8.splat(i16(blue));
  const dark = shadedLuma(red, green, blue, 16);
  const bright = shadedLuma(red, green, blue, 32);
  const one = i16x8.avgr_u(shadedLuma(red, green, blue, 0), dark);
  const two = i16x8.avgr_u(dark, bright);
  const three = i16x8.avgr_u(bright, shadedLuma(red, green, blue, 48));
  const zero = i16x8.splat(0);
  let low = zero;
  let high = zero;
  const end = endOfList(half);
  for (let at = listOf(half); at < end; at += ENTRY_BYTES) {
    const luma = v128.load16_splat(at, ENTRY_LUMA);
    // Borders ascend, so each one passed adds the step to the next shade.
    const offsets = i16x8.add(
      i16x8.add(darkest, v128.and(outer, i16x8.ge_u(luma, one))),
      i16x8.add(v128.and(inner, i16x8.ge_u(luma, two)), v128.and(outer, i16x8.ge_u(luma, three))),
    );
    const dr = i16x8.sub(shaded(r, offsets), v128.load16_splat(at));
    const dg = i16x8.sub(shaded(g, offsets), v128.load16_splat(at, ENTRY_GREEN));
    const db = i16x8.sub(shaded(b, offsets), v128.load16_splat(at, ENTRY_BLUE));
    const count = v128.load32_splat(at, ENTRY_COUNT);
    low = i32x4.add(low, i32x4.mul(count, lowSquares(dr, dg, db, zero)));
    high = i32x4.add(high, i32x4.mul(count, highSquares(dr, dg, db, zero)));
  }
  return minError(low, high) - load<i32>(halfAt(half), HALF_SQUARES);
}

/* @inline */ function lowSquares(r: v128, g: v128, b: v128, zero: v128): v128 {
  const rg = i16x8.shuffle(r, g, 0, 8, 1, 9, 2, 10, 3, 11);
  const b0 = i16x8.shuffle(b, zero, 0, 8, 1, 9, 2, 10, 3, 11);
  return i32x4.add(i32x4.dot_i16x8_s(rg, rg), i32x4.dot_i16x8_s(b0, b0));
}

/* @inline */ function highSquares(r: v128, g: v128, b: v128, zero: v128): v128 {
  const rg = i16x8.shuffle(r, g, 4, 12, 5, 13, 6, 14, 7, 15);
  const b0 = i16x8.shuffle(b, zero, 4, 12, 5, 13, 6, 14, 7, 15);
  return i32x4.add(i32x4.dot_i16x8_s(rg, rg), i32x4.dot_i16x8_s(b0, b0));
}

/** The clamped error of a gray half with a gray base: one channel stands for three. */
function grayError(half: i32, value: i32): i32 {
  const small = i16x8(2, 5, 9, 13, 18, 24, 33, 47);
  const large = i16x8(8, 17, 29, 42, 60, 80, 106, 183);
  const v = i16x8.splat(i16(value));
  const darkest = shaded(v, i16x8.neg(large));
  const dark = shaded(v, i16x8.neg(small));
  const bright = shaded(v, small);
  const brightest = shaded(v, large);
  const one = i16x8.add(darkest, dark);
  const two = i16x8.add(dark, bright);
  const three = i16x8.add(bright, brightest);
  const zero = i16x8.splat(0);
  let low = zero;
  let high = zero;
  const end = endOfList(half);
  for (let at = listOf(half); at < end; at += ENTRY_BYTES) {
    const gray = v128.load16_splat(at);
    const twice = i16x8.add(gray, gray);
    let shade = v128.bitselect(dark, darkest, i16x8.ge_s(twice, one));
    shade = v128.bitselect(bright, shade, i16x8.ge_s(twice, two));
    shade = v128.bitselect(brightest, shade, i16x8.ge_s(twice, three));
    const d = i16x8.sub(gray, shade);
    const square = i16x8.mul(d, d);
    const count = v128.load32_splat(at, ENTRY_COUNT);
    low = i32x4.add(low, i32x4.mul(count, i32x4.extend_low_i16x8_u(square)));
    high = i32x4.add(high, i32x4.mul(count, i32x4.extend_high_i16x8_u(square)));
  }
  return 3 * minError(low, high) - load<i32>(halfAt(half), HALF_SQUARES);
}

/* @inline */ function shadeError(size: v128, negative: v128, twice: v128, table: i32): v128 {
  const small = etcSmall(table);
  const large = etcLarge(table);
  const far = i16x8.gt_s(size, i16x8.splat(i16((small + large) << 6)));
  const shade = v128.bitselect(i16x8.splat(i16(large)), i16x8.splat(i16(small)), far);
  const d = i16x8.sub(v128.xor(shade, negative), negative);
  return i32x4.dot_i16x8_s(d, i16x8.sub(i16x8.add(i16x8.add(d, d), d), twice));
}

/** Whether the fourth table is better than those above it. d·(3d − 2s) grows with d above |s| / 3, so it is if that is at most its small shade
 *  for every texel, and none uses its large shade. */
/* @inline */ function isNarrow(size: v128, s: v128): bool {
  const far = i16x8.gt_s(size, i16x8.splat((13 + 42) << 6));
  return !v128.any_true(v128.or(far, i16x8.gt_s(i16x8.abs(s), i16x8.splat(3 * 13))));
}

/** Error of a half with the given 8-bit base, minus the constant sum of squared texels. Sets foundTable to its best table. `clamps` clamps every
 *  shade to 0…255; the colors of the halves must then be listed. */
export function baseError(half: i32, r: i32, g: i32, b: i32, clamps: bool): i32 {
  if (clamps) return isDecodedGray && r === g && r === b ? grayError(half, r) : clampedError(half, r, g, b);
  const at = halfAt(half);
  const luma = i16x8.sub(v128.load(at, HALF_LUMA), i16x8.splat(i16((54 * r + 183 * g + 19 * b) >> 1)));
  const negative = i16x8.shr_s(luma, 15);
  const size = i16x8.abs(luma);
  const s = i16x8.sub(v128.load(at, HALF_SUM), i16x8.splat(i16(r + g + b)));
  const twice = i16x8.add(s, s);
  const fixed =
    r * (8 * r - 2 * load<i32>(at, HALF_RED)) +
    g * (8 * g - 2 * load<i32>(at, HALF_GREEN)) +
    b * (8 * b - 2 * load<i32>(at, HALF_BLUE));
  const low = sums4(
    shadeError(size, negative, twice, 0),
    shadeError(size, negative, twice, 1),
    shadeError(size, negative, twice, 2),
    shadeError(size, negative, twice, 3),
  );
  if (isNarrow(size, s)) return fixed + minErrorOfFour(low);
  const high = sums4(
    shadeError(size, negative, twice, 4),
    shadeError(size, negative, twice, 5),
    shadeError(size, negative, twice, 6),
    shadeError(size, negative, twice, 7),
  );
  return fixed + minError(low, high);
}
