// Lane operations without a single SIMD instruction: minima, and packing two or three bits of every byte.

/* @inline */ export function minOf4(v: v128): i32 {
  v = i32x4.min_u(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return i32x4.extract_lane(i32x4.min_u(v, i32x4.shuffle(v, v, 1, 0, 3, 2)), 0);
}

/** The smallest byte of `a` and of `b`: read it with `firstMin` and `secondMin`. */
/* @inline */ export function minBytesOfBoth(a: v128, b: v128): v128 {
  let m = i8x16.min_u(i64x2.shuffle(a, b, 0, 2), i64x2.shuffle(a, b, 1, 3));
  m = i8x16.min_u(m, i64x2.shr_u(m, 32));
  m = i8x16.min_u(m, i64x2.shr_u(m, 16));
  return i8x16.min_u(m, i64x2.shr_u(m, 8));
}
/* @inline */ export function firstMin(both: v128): i32 {
  return i32(i8x16.extract_lane_u(both, 0));
}
/* @inline */ export function secondMin(both: v128): i32 {
  return i32(i8x16.extract_lane_u(both, 8));
}

/** Packs eight values of three bits, a byte each, to 24 bits. */
/* @inline */ export function join3(x: u64): u64 {
  x = (x & 0x0007000700070007) | ((x & 0x0700070007000700) >> 5);
  x = (x & 0x0000003f0000003f) | ((x & 0x003f0000003f0000) >> 10);
  return (x & 0xfff) | ((x >> 32) << 12);
}

/** Packs eight values of two bits, a byte each, to 16 bits. */
/* @inline */ export function join2(x: u64): u64 {
  x = (x & 0x0003000300030003) | ((x & 0x0300030003000300) >> 6);
  x = (x & 0x0000000f0000000f) | ((x & 0x000f0000000f0000) >> 12);
  return (x & 0xff) | ((x >> 32) << 8);
}
