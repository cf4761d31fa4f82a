// Packs a line of mode 6 of an opaque block: endpoints of seven bits, p-bits of one, indices of four bits.

import { LAST } from './line';

/** Mode 6. */
const HEADER: u64 = 1 << 6;
/** The p-bit of the low end. That of the high end is bit 64. */
const P_BIT: u64 = 0x8000000000000000;

/** The two ends of each channel next to each other, the low one in the lowest seven bits. */
/* @inline */ function packEnds(ends: v128): u64 {
  const sevens = i16x8.shr_u(i16x8.shuffle(ends, ends, 0, 4, 1, 5, 2, 6, 3, 7), 1);
  const channels = i32x4.dot_i16x8_s(sevens, i16x8(1, 128, 1, 128, 1, 128, 1, 128));
  const pairs = v128.or(channels, i64x2.shr_u(channels, 18));
  return (i64x2.extract_lane(pairs, 0) & 0xfffffff) | (i64x2.extract_lane(pairs, 1) << 28);
}

/** Four bits of each byte, without gaps. */
/* @inline */ function pack4Bits(indices: v128): u64 {
  const pairs = v128.and(v128.or(indices, i16x8.shr_u(indices, 4)), i16x8.splat(255));
  return i64x2.extract_lane(i8x16.narrow_i16x8_u(pairs, pairs), 0);
}

/** Packs quantized ends and the indices between them. The first texel's index must be in the lower half, or the line is reversed. */
/* @inline */ export function packLine(ends: v128, indices: v128, out: usize): void {
  const isUpper = i8x16.gt_s(
    i8x16.shuffle(indices, indices, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    i8x16.splat(i8(LAST >> 1)),
  );
  const found = v128.bitselect(i8x16.sub(i8x16.splat(i8(LAST)), indices), indices, isUpper);
  const turned = v128.bitselect(i64x2.shuffle(ends, ends, 1, 0), ends, isUpper);
  const packed = pack4Bits(found);
  // The top bit of the first index is not stored.
  const stored = (packed & 7) | ((packed >> 4) << 3);
  store<u64>(out, HEADER | (packEnds(turned) << 7) | P_BIT);
  store<u64>(out, (stored << 1) | 1, 8);
}
