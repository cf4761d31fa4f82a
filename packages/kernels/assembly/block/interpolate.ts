// How UASTC decodes: weight indices of 1 to 5 bits, and colors between two endpoints.

/** Weight indices (bytes) to weights from 0 to 64. */
/* @inline */ export function weightValues(indices: v128, bits: i32): v128 {
  if (bits === 4) return i8x16.swizzle(i8x16(0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64), indices);
  if (bits === 2) return i8x16.swizzle(i8x16(0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), indices);
  if (bits === 3) return i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), indices);
  if (bits === 5) {
    const upper = v128.and(i8x16.gt_u(indices, i8x16.splat(15)), i8x16.splat(2));
    return i8x16.add(i8x16.add(indices, indices), upper);
  }
  return i8x16.shl(indices, 6);
}

/**
 * The exact decoder: eight texels of one channel, from `low` by weights of 0 to 64 along `span`.
 * (257·x + 32) >> 14 with x = 64·low + span·weight is (x + ((x + 32) >> 8)) >> 6, which stays within 16 bits.
 */
/* @inline */ export function interpolate(low: v128, span: v128, weights: v128): v128 {
  const x = i16x8.add(i16x8.shl(low, 6), i16x8.mul(span, weights));
  return i16x8.shr_u(i16x8.add(x, i16x8.shr_u(i16x8.add(x, i16x8.splat(32)), 8)), 6);
}
