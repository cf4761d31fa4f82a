// The draft level of ETC2's colors: halves that differ most in color, their means, and the table that suits each. One color is a plane.

import { blueAlpha, redGreen } from '../block/channels';
import { leftHalf, rightHalf } from '../block/halves';
import { sum } from '../block/lanes';
import { expand, LARGE, SMALL } from './halves';
import { packPlane } from './pack';
import { PLANE } from './planar';

/** Of each channel, R, G and B, as i32: the sums of the left, the right, the upper and the lower half. */
const SUMS: usize = memory.data(48, 16);
/** Bases of both halves, R G B each, as they are stored. */
const BASES: usize = memory.data(24, 16);

/** The sums of a channel over the four halves. */
/* @inline */ function halfSums(rows01: v128, rows23: v128): v128 {
  const p = i32x4.extadd_pairwise_i16x8_u(rows01);
  const q = i32x4.extadd_pairwise_i16x8_u(rows23);
  // Upper left, upper right, lower left, lower right.
  const quarters = i32x4.add(i32x4.shuffle(p, q, 0, 1, 4, 5), i32x4.shuffle(p, q, 2, 3, 6, 7));
  return i32x4.add(i32x4.shuffle(quarters, quarters, 0, 1, 0, 2), i32x4.shuffle(quarters, quarters, 2, 3, 1, 3));
}

/** The nearest base to an eighth of a sum. */
/* @inline */ function rounded(total: i32, limit: i32): i32 {
  return (total * limit + 1020) / 2040;
}

/** Sets the bases of the halves of a flip. Returns whether the second is stored as a difference. */
function setBases(flip: i32): bool {
  const at = SUMS + (flip << 3);
  let fits = true;
  for (let c: usize = 0; c < 12; c += 4) {
    const a = rounded(load<i32>(at + (c << 2)), 31);
    const b = rounded(load<i32>(at + (c << 2), 4), 31);
    store<i32>(BASES + c, a);
    store<i32>(BASES + c, b, 12);
    if (u32(b - a + 4) > 7) fits = false;
  }
  if (fits) return true;
  for (let c: usize = 0; c < 12; c += 4) {
    store<i32>(BASES + c, rounded(load<i32>(at + (c << 2)), 15));
    store<i32>(BASES + c, rounded(load<i32>(at + (c << 2), 4), 15), 12);
  }
  return false;
}

/** The sum of a texel's differences from the base of half `h`, for eight texels: three times the shade that they need. */
/* @inline */ function differences(h: usize, diff: bool, r: v128, g: v128, b: v128): v128 {
  const at = BASES + h * 12;
  const base =
    expand(load<i32>(at), i32(diff)) + expand(load<i32>(at, 4), i32(diff)) + expand(load<i32>(at, 8), i32(diff));
  return i16x8.sub(i16x8.add(i16x8.add(r, g), b), i16x8.splat(i16(base)));
}

/** Three times the border between the small and the large shade. */
/* @inline */ function borderOf(table: i32): i32 {
  return (3 * (i32(load<u8>(SMALL + table)) + i32(load<u8>(LARGE + table)))) >> 1;
}

/** The table whose shades reduce the error of eight texels most. */
function bestTable(sizes: v128): i32 {
  let best = 0;
  let minimum = i32.MAX_VALUE;
  for (let table = 0; table < 8; table++) {
    const far = i16x8.gt_s(sizes, i16x8.splat(i16(borderOf(table))));
    const small = i16x8.splat(i16(load<u8>(SMALL + table)));
    const shades = v128.bitselect(i16x8.splat(i16(load<u8>(LARGE + table))), small, far);
    // The change by a shade d of a texel whose differences add up to s: d · (3d − 2s).
    const change = i16x8.sub(i16x8.mul(shades, i16x8.splat(3)), i16x8.add(sizes, sizes));
    const error = sum(i32x4.dot_i16x8_s(shades, change));
    if (error >= minimum) continue;
    minimum = error;
    best = table;
  }
  return best;
}

/** The bits of both halves, a byte of ones each, in the order x · 4 + y. */
/* @inline */ function placed(first: v128, second: v128, flip: i32): u32 {
  const bytes = i8x16.narrow_i16x8_s(first, second);
  return flip
    ? i8x16.bitmask(i8x16.shuffle(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15))
    : i8x16.bitmask(i8x16.shuffle(bytes, bytes, 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15));
}

/* @inline */ function packBases(diff: bool): u32 {
  let head: u32 = 0;
  for (let c: usize = 0; c < 3; c++) {
    const a = load<i32>(BASES + (c << 2));
    const b = load<i32>(BASES + (c << 2), 12);
    head |= (diff ? (a << 3) | ((b - a) & 7) : (a << 4) | b) << (24 - (i32(c) << 3));
  }
  return head;
}

/* @inline */ function packHalves(flip: i32, r0: v128, g0: v128, b0: v128, r1: v128, g1: v128, b1: v128): u64 {
  const diff = setBases(flip);
  const d0 = differences(0, diff, r0, g0, b0);
  const d1 = differences(1, diff, r1, g1, b1);
  const size0 = i16x8.abs(d0);
  const size1 = i16x8.abs(d1);
  const table0 = bestTable(size0);
  const table1 = bestTable(size1);
  const far0 = i16x8.gt_s(size0, i16x8.splat(i16(borderOf(table0))));
  const far1 = i16x8.gt_s(size1, i16x8.splat(i16(borderOf(table1))));
  const head = packBases(diff) | (table0 << 5) | (table1 << 2) | (i32(diff) << 1) | flip;
  const low = (placed(i16x8.shr_s(d0, 15), i16x8.shr_s(d1, 15), flip) << 16) | placed(far0, far1, flip);
  return u64(bswap<u32>(head)) | (u64(bswap<u32>(low)) << 32);
}

/** The eight bytes of four rows of RGBA8 that are not all the same color. */
export function draftColors(row0: v128, row1: v128, row2: v128, row3: v128): u64 {
  const rg01 = redGreen(row0, row1);
  const rg23 = redGreen(row2, row3);
  const r0 = i16x8.extend_low_i8x16_u(rg01);
  const r1 = i16x8.extend_low_i8x16_u(rg23);
  const g0 = i16x8.extend_high_i8x16_u(rg01);
  const g1 = i16x8.extend_high_i8x16_u(rg23);
  const b0 = i16x8.extend_low_i8x16_u(blueAlpha(row0, row1));
  const b1 = i16x8.extend_low_i8x16_u(blueAlpha(row2, row3));
  const r = halfSums(r0, r1);
  const g = halfSums(g0, g1);
  const b = halfSums(b0, b1);
  v128.store(SUMS, r);
  v128.store(SUMS, g, 16);
  v128.store(SUMS, b, 32);
  // Of all texels' squares, halves keep what their means explain.
  const kept = i32x4.add(i32x4.mul(r, r), i32x4.add(i32x4.mul(g, g), i32x4.mul(b, b)));
  const leftRight = i32x4.extract_lane(kept, 0) + i32x4.extract_lane(kept, 1);
  if (i32x4.extract_lane(kept, 2) + i32x4.extract_lane(kept, 3) > leftRight)
    return packHalves(1, r0, g0, b0, r1, g1, b1);
  return packHalves(
    0,
    leftHalf(r0, r1),
    leftHalf(g0, g1),
    leftHalf(b0, b1),
    rightHalf(r0, r1),
    rightHalf(g0, g1),
    rightHalf(b0, b1),
  );
}

/** The eight bytes of one color, which is in every lane of a row: a plane has the finest steps. */
export function draftSolid(row: v128): u64 {
  const color = i32x4.extract_lane(row, 0);
  for (let c = 0; c < 3; c++) {
    const limit = c === 1 ? 127 : 63;
    const value = (((color >> (c << 3)) & 255) * limit + 127) / 255;
    for (let i = 0; i < 3; i++) store<i32>(PLANE + c * 12 + (i << 2), value);
  }
  return packPlane();
}
