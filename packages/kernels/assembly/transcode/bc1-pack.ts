// The bytes of a BC1 block, always with four colors.

import { join2 } from './lanes';
import { BC1_MATCH5, BC1_MATCH6 } from './tables';

/* @inline */ export function to565(r: i32, g: i32, b: i32): i32 {
  return (((r * 31 + 127) / 255) << 11) | (((g * 63 + 127) / 255) << 5) | ((b * 31 + 127) / 255);
}

/** Codes of the thirds: 0, 2, 3, 1. The larger color must be first. Equal colors use only the code on which all decoders agree. */
export function packBc1(first: i32, second: i32, thirds: usize): u64 {
  if (first === second) return u64(first) * 0x10001;
  const isReversed = first < second;
  const order = isReversed
    ? i8x16(1, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    : i8x16(0, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const codes = i8x16.swizzle(order, v128.load(thirds));
  const bits = join2(i64x2.extract_lane(codes, 0)) | (join2(i64x2.extract_lane(codes, 1)) << 16);
  return u64(max(first, second)) | (u64(min(first, second)) << 16) | (bits << 32);
}

/** The first (0) or second (1) of two colors whose mix of two thirds and one third is the given color. */
/* @inline */ export function match(r: i32, g: i32, b: i32, end: i32): i32 {
  return (
    (i32(load<u8>(BC1_MATCH5 + (r << 1) + end)) << 11) |
    (i32(load<u8>(BC1_MATCH6 + (g << 1) + end)) << 5) |
    i32(load<u8>(BC1_MATCH5 + (b << 1) + end))
  );
}
