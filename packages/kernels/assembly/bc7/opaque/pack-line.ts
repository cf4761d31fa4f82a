// Packs the lines of an opaque block: one of mode 6, or two of mode 1.

import { pack3Bits } from '../../block/lanes';
import { LAST } from './line';
import { swapEnds } from './registers';

const LAST_OF_TWO: i32 = 7;
const HEADER_OF_ONE: u64 = 1 << 6;
const HEADER_OF_TWO: u64 = 1 << 1;
/** The p-bit of the low end of mode 6. That of the high end is bit 64. */
const P_BIT: u64 = 0x8000000000000000;

/** All bits are set if the index of texel `anchor` is in the upper half: the line must be reversed. */
/* @inline */ function isReversed(indices: v128, anchor: i32, last: i32): v128 {
  return i8x16.gt_s(i8x16.swizzle(indices, i8x16.splat(i8(anchor))), i8x16.splat(i8(last >> 1)));
}

/* @inline */ function reversedIf(isReversed: v128, indices: v128, last: i32): v128 {
  return v128.bitselect(i8x16.sub(i8x16.splat(i8(last)), indices), indices, isReversed);
}

/* @inline */ function swappedIf(isReversed: v128, ends: v128): v128 {
  return v128.bitselect(swapEnds(ends), ends, isReversed);
}

/** Removes bit `at`: the top bit of an anchor's index, which is zero. */
/* @inline */ function drop(x: u64, at: i32): u64 {
  const below = (u64(1) << at) - 1;
  return (x & below) | ((x >> 1) & ~below);
}

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

/** Packs mode 6: quantized ends of eight bits, whose p-bits are 1, and the indices between them. */
/* @inline */ export function packLine(ends: v128, indices: v128, out: usize): void {
  const reversed = isReversed(indices, 0, LAST);
  const colors = packEnds(swappedIf(reversed, ends));
  const stored = drop(pack4Bits(reversedIf(reversed, indices, LAST)), 3);
  store<u64>(out, HEADER_OF_ONE | (colors << 7) | P_BIT);
  store<u64>(out, (stored << 1) | 1, 8);
}

/** Four numbers of six bits from each eight of `sevens`, without their lowest bits. */
/* @inline */ function packSixes(sevens: v128): v128 {
  const pairs = i32x4.dot_i16x8_s(i16x8.shr_u(sevens, 1), i16x8(1, 64, 1, 64, 1, 64, 1, 64));
  return v128.and(v128.or(pairs, i64x2.shr_u(pairs, 20)), i64x2.splat(0xffffff));
}

/** Packs mode 1: quantized ends of seven bits, the indices between them, the number of the partition, subset 1 and its anchor. */
/* @inline */ export function packTwoLines(
  ends0: v128,
  ends1: v128,
  indices: v128,
  partition: i32,
  mask1: v128,
  anchor: i32,
  out: usize,
): void {
  const reversed0 = isReversed(indices, 0, LAST_OF_TWO);
  const reversed1 = isReversed(indices, anchor, LAST_OF_TWO);
  const found = reversedIf(v128.bitselect(reversed1, reversed0, mask1), indices, LAST_OF_TWO);
  const stored = drop(drop(pack3Bits(found), anchor * 3 + 2), 2);
  const line0 = swappedIf(reversed0, ends0);
  const line1 = swappedIf(reversed1, ends1);
  const redGreen = packSixes(i16x8.shuffle(line0, line1, 0, 4, 8, 12, 1, 5, 9, 13));
  const blue: u64 = i64x2.extract_lane(packSixes(i16x8.shuffle(line0, line1, 2, 6, 10, 14, 2, 6, 10, 14)), 0);
  const pBits = u64(i16x8.extract_lane_u(line0, 0) & 1) | (u64(i16x8.extract_lane_u(line1, 0) & 1) << 1);
  const colors = (u64(i64x2.extract_lane(redGreen, 0)) << 8) | (u64(i64x2.extract_lane(redGreen, 1)) << 32);
  store<u64>(out, HEADER_OF_TWO | (u64(partition) << 2) | colors | (blue << 56));
  store<u64>(out, (blue >> 8) | (pBits << 16) | (stored << 18), 8);
}
