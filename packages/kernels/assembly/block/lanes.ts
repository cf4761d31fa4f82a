// Sums, products and extremes over the lanes of vectors, for which SIMD has no single instruction.

/** Products of two vectors of sixteen, as four partial sums. */
/* @inline */ export function dot2(a0: v128, a1: v128, b0: v128, b1: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(a0, b0), i32x4.dot_i16x8_s(a1, b1));
}

/** The sums of four vectors, one per lane. */
/* @inline */ export function sums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const s = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const t = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(s, t, 0, 1, 4, 5), i32x4.shuffle(s, t, 2, 3, 6, 7));
}

/* @inline */ export function floatSums4(a: v128, b: v128, c: v128, d: v128): v128 {
  const s = f32x4.add(f32x4.shuffle(a, b, 0, 4, 1, 5), f32x4.shuffle(a, b, 2, 6, 3, 7));
  const t = f32x4.add(f32x4.shuffle(c, d, 0, 4, 1, 5), f32x4.shuffle(c, d, 2, 6, 3, 7));
  return f32x4.add(f32x4.shuffle(s, t, 0, 1, 4, 5), f32x4.shuffle(s, t, 2, 3, 6, 7));
}

/* @inline */ export function sum(a: v128): i32 {
  const s = i32x4.add(a, i32x4.shuffle(a, a, 2, 3, 0, 1));
  return i32x4.extract_lane(s, 0) + i32x4.extract_lane(s, 1);
}

/* @inline */ export function floatSum(a: v128): f32 {
  const s = f32x4.add(a, f32x4.shuffle(a, a, 2, 3, 0, 1));
  return f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1);
}

/** Squared differences of eight numbers, as four partial sums. */
/* @inline */ export function squaredDifferences(a: v128, b: v128): v128 {
  const d = i16x8.sub(a, b);
  return i32x4.dot_i16x8_s(d, d);
}

/* @inline */ export function minByte(values: v128): i32 {
  let v = i8x16.min_u(values, i8x16.shuffle(values, values, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  v = i8x16.min_u(v, i8x16.shuffle(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0));
  v = i8x16.min_u(v, i8x16.shuffle(v, v, 2, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  return min<i32>(i8x16.extract_lane_u(v, 0), i8x16.extract_lane_u(v, 1));
}

/* @inline */ export function maxByte(values: v128): i32 {
  return 255 - minByte(v128.not(values));
}

/** A byte of ones for each texel of a set that is given as bits. */
/* @inline */ export function byteMask(bits: u32): v128 {
  const spread = i8x16.shuffle(i16x8.splat(i16(bits)), i16x8.splat(0), 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const select = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  return i8x16.eq(v128.and(spread, select), select);
}

/** Three bits of each byte, next to each other, the first lowest. */
/* @inline */ export function pack3Bits(codes: v128): u64 {
  const pairs = v128.or(v128.and(codes, i16x8.splat(7)), i16x8.shr_u(codes, 5));
  const fours = v128.or(v128.and(pairs, i32x4.splat(63)), i32x4.shr_u(pairs, 10));
  const eights = v128.or(v128.and(fours, i64x2.splat(4095)), i64x2.shr_u(fours, 20));
  return i64x2.extract_lane(eights, 0) | (i64x2.extract_lane(eights, 1) << 24);
}
