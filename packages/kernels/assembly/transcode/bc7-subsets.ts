// BC7 modes with subsets: 1, 2, 3 and 7. BC7 may number a pattern's subsets differently, and has other anchors.

import { beginBits, putBits, storeBits } from '../block/bit-writer';
import { PATTERN_BC7, PATTERN_BC7_ANCHORS, PATTERN_BC7_MASKS } from './tables';
import { ENDPOINTS } from './texels';
import { mode, pattern, spreadMask, weightBits, weightsLow } from './unpack';

/** The mode of one subset that becomes two: BC7 has no RGB mode of one subset with two-bit weights. */
export const RGB_LINE_2: i32 = 1;
const RGB_HALVES_3: i32 = 2;
const RGB_THIRDS_2: i32 = 3;
const RGB_CUTS_2: i32 = 7;
const RGBA_HALVES_2: i32 = 9;
const GRAY_HALVES_2: i32 = 16;

/** Its two subsets: the left and the right half. */
const HALVES_MASK: u32 = 0xcccc;

/** How endpoints are stored: bits, and low bits that are shared or separate. */
const PLAIN_5: i32 = 0;
const SHARED_6: i32 = 1;
const OWN_7: i32 = 2;
const OWN_5: i32 = 3;

/** Per subset of BC7: the rounded low and high endpoint, RGBA each; and their low bits. */
const ROUNDED: usize = memory.data(24, 8);
const SHARED: usize = memory.data(6);

/** The nearest number of `bits` bits with a low bit p, including it. */
/* @inline */ function withLowBit(v: i32, bits: i32, p: i32): i32 {
  const top = (2 << bits) - 1;
  return min(((v * top - p * 255 + 255) / 510) * 2 + p, top - 1 + p);
}

/** Expands a number of `bits` bits to eight. */
/* @inline */ function widen(v: i32, bits: i32): i32 {
  return (v << (8 - bits)) | (v >> (2 * bits - 8));
}

function roundingError(at: usize, channels: i32, bits: i32, p: i32): i32 {
  let sum = 0;
  for (let i = 0; i < channels; i++) {
    const v: i32 = load<u8>(at + i);
    const d = widen(withLowBit(v, bits, p), bits + 1) - v;
    sum += d * d;
  }
  return sum;
}

function roundEndpoint(at: usize, to: usize, channels: i32, bits: i32, p: i32): void {
  for (let i = 0; i < channels; i++) store<u8>(to + i, withLowBit(load<u8>(at + i), bits, p) >> 1);
}

function roundPair(at: usize, subset: i32, kind: i32): void {
  const to = ROUNDED + (subset << 3);
  if (kind === PLAIN_5) {
    for (let i = 0; i < 8; i++) store<u8>(to + i, (i32(load<u8>(at + i)) * 31 + 127) / 255);
    return;
  }
  const bits = kind === SHARED_6 ? 6 : kind === OWN_7 ? 7 : 5;
  const channels = kind === OWN_5 ? 4 : 3;
  const low0 = roundingError(at, channels, bits, 0);
  const low1 = roundingError(at, channels, bits, 1);
  const high0 = roundingError(at + 4, channels, bits, 0);
  const high1 = roundingError(at + 4, channels, bits, 1);
  const p0 = kind === SHARED_6 ? i32(low1 + high1 < low0 + high0) : i32(low1 < low0);
  const p1 = kind === SHARED_6 ? p0 : i32(high1 < high0);
  roundEndpoint(at, to, channels, bits, p0);
  roundEndpoint(at + 4, to + 4, channels, bits, p1);
  store<u8>(SHARED + (subset << 1), p0);
  store<u8>(SHARED + (subset << 1), p1, 1);
}

/* @inline */ function swapEndpoints(subset: i32): void {
  const ends = ROUNDED + (subset << 3);
  store<u64>(ends, rotl<u64>(load<u64>(ends), 32));
  const bits = SHARED + (subset << 1);
  store<u16>(bits, bswap<u16>(load<u16>(bits)));
}

export function putSubsets(out: usize): void {
  const halved = mode === RGB_LINE_2;
  const kind =
    mode === RGB_HALVES_3
      ? SHARED_6
      : mode === RGB_THIRDS_2 || mode === RGB_CUTS_2
        ? PLAIN_5
        : mode === RGBA_HALVES_2 || mode === GRAY_HALVES_2
          ? OWN_5
          : OWN_7;
  const number = kind === SHARED_6 ? 1 : kind === PLAIN_5 ? 2 : kind === OWN_7 ? 3 : 7;
  const count = number === 2 ? 3 : 2;
  const names = PATTERN_BC7 + (pattern << 2);
  const masks = halved ? HALVES_MASK : load<u32>(PATTERN_BC7_MASKS + (pattern << 2));
  const anchors = PATTERN_BC7_ANCHORS + (pattern << 1);
  const anchor1: i32 = halved ? 15 : i32(load<u8>(anchors));
  const anchor2: i32 = load<u8>(anchors, 1);
  const bits = weightBits();
  let weights = weightsLow;
  for (let j = 0; j < count; j++) {
    roundPair(ENDPOINTS + (halved ? 0 : usize(load<u8>(names + j, 1)) << 3), j, kind);
    const anchor = j === 0 ? 0 : j === 1 ? anchor1 : anchor2;
    if (!((weights >> ((anchor + 1) * bits - 1)) & 1)) continue;
    weights ^= spreadMask(j === 0 ? ~(masks | (masks >> 16)) : j === 1 ? masks : masks >> 16, bits);
    swapEndpoints(j);
  }
  beginBits(u64(1) << number, number + 1);
  putBits(halved ? 0 : load<u8>(names), 6);
  putEndpoints(count, kind);
  // Drop the top bits of the anchors, the last first.
  if (count === 3) {
    weights = dropBit(weights, (max(anchor1, anchor2) + 1) * bits - 1);
    weights = dropBit(weights, (min(anchor1, anchor2) + 1) * bits - 1);
  } else weights = dropBit(weights, (anchor1 + 1) * bits - 1);
  putBits(dropBit(weights, bits - 1), 16 * bits - count);
  storeBits(out);
}

function putEndpoints(count: i32, kind: i32): void {
  const bits = kind === SHARED_6 ? 6 : kind === OWN_7 ? 7 : 5;
  const channels = kind === OWN_5 ? 4 : 3;
  for (let i = 0; i < channels; i++)
    for (let j = 0; j < count; j++) {
      const at = ROUNDED + (j << 3) + i;
      putBits(u64(load<u8>(at)) | (u64(load<u8>(at, 4)) << bits), bits << 1);
    }
  if (kind === PLAIN_5) return;
  for (let j = 0; j < count; j++) {
    putBits(load<u8>(SHARED + (j << 1)), 1);
    if (kind !== SHARED_6) putBits(load<u8>(SHARED + (j << 1), 1), 1);
  }
}

/* @inline */ function dropBit(x: u64, at: i32): u64 {
  const below: u64 = (u64(1) << at) - 1;
  return (x & below) | ((x >> 1) & ~below);
}
