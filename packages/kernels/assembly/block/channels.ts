// Four rows of four RGBA8 texels, split into channels.

/** R of two rows in the low eight bytes, G in the high ones. */
/* @inline */ export function redGreen(row0: v128, row1: v128): v128 {
  return i8x16.shuffle(row0, row1, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
}

/** B of two rows in the low eight bytes, A in the high ones. */
/* @inline */ export function blueAlpha(row0: v128, row1: v128): v128 {
  return i8x16.shuffle(row0, row1, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
}

/** R and G of a row as i16 pairs. */
/* @inline */ export function pairsRG(row: v128): v128 {
  return i8x16.shuffle(row, i8x16.splat(0), 0, 16, 1, 16, 4, 16, 5, 16, 8, 16, 9, 16, 12, 16, 13, 16);
}

/** B and A of a row as i16 pairs. */
/* @inline */ export function pairsBA(row: v128): v128 {
  return i8x16.shuffle(row, i8x16.splat(0), 2, 16, 3, 16, 6, 16, 7, 16, 10, 16, 11, 16, 14, 16, 15, 16);
}

/** Bits in which any texel differs from the first. */
/* @inline */ export function differencesFromFirst(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  const first = i32x4.splat(i32x4.extract_lane(r0, 0));
  return v128.or(v128.or(v128.xor(r0, first), v128.xor(r1, first)), v128.or(v128.xor(r2, first), v128.xor(r3, first)));
}

/** Whether all texels have the same color, of any alpha. */
/* @inline */ export function isOneColor(r0: v128, r1: v128, r2: v128, r3: v128): bool {
  return !v128.any_true(v128.and(differencesFromFirst(r0, r1, r2, r3), i32x4.splat(0x00ffffff)));
}
