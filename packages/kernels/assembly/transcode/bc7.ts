// UASTC to BC7: every mode has a counterpart of the same shape, to which endpoints and weights are rounded.

import { putSubsets, RGB_LINE_2 } from './bc7-subsets';
import { ENDPOINTS, MAGENTA, readEndpoints, readWeights, WEIGHTS } from './texels';
import {
  channel,
  components,
  mode,
  planes,
  RGB,
  SOLID,
  solidColor,
  subsets,
  unpackBlock,
  weightBits,
  weightsLow,
} from './unpack';

export function toBc7(at: usize, out: usize): void {
  if (!unpackBlock(at)) {
    putSolid(MAGENTA, out);
    return;
  }
  if (mode === SOLID) {
    putSolid(solidColor, out);
    return;
  }
  readEndpoints();
  if (subsets() > 1 || mode === RGB_LINE_2) {
    putSubsets(out);
    return;
  }
  if (planes() === 2) {
    putPlanes(out);
    return;
  }
  putLine(out);
}

/** Eight values of seven bits, a byte each, to 56 bits. */
/* @inline */ function join7(x: u64): u64 {
  x = (x & 0x007f007f007f007f) | ((x & 0x7f007f007f007f00) >> 1);
  x = (x & 0x00003fff00003fff) | ((x & 0x3fff00003fff0000) >> 2);
  return (x & 0x0fffffff) | ((x >> 32) << 28);
}

/** Removes the top bit of the first of sixteen fields. */
/* @inline */ function dropAnchor(weights: u64, bits: i32): u64 {
  const below: u64 = (u64(1) << (bits - 1)) - 1;
  return (weights & below) | ((weights >> 1) & ~below);
}

/** Low and high endpoint, channel by channel. */
/* @inline */ function endpointsByChannel(): v128 {
  const ends = v128.load64_zero(ENDPOINTS);
  return i8x16.shuffle(ends, ends, 0, 4, 1, 5, 2, 6, 3, 7, 0, 0, 0, 0, 0, 0, 0, 0);
}

/** Mode 6. The low bit shared by an endpoint's channels is the one that most of them have. */
function putLine(out: usize): void {
  const counted: u32 = components() === RGB ? 0x010101 : 0x01010101;
  const half: u32 = components() === RGB ? 1 : 2;
  const p0 = u64(popcnt(load<u32>(ENDPOINTS) & counted) > half);
  const p1 = u64(popcnt(load<u32>(ENDPOINTS, 4) & counted) > half);
  const ends = endpointsByChannel();
  // Round up to an even number if the shared bit is 0. The shift drops the bit itself.
  const up = i8x16.add_sat_u(ends, v128.and(ends, i8x16.splat(1)));
  const odd = i64x2.splat((p0 * 0xff) | (p1 * 0xff00));
  const shared = i8x16.shuffle(odd, odd, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
  const rounded = i8x16.shr_u(v128.bitselect(ends, up, shared), 1);
  store<u64>(out, 0x40 | (join7(i64x2.extract_lane(rounded, 0)) << 7) | (p0 << 63));
  store<u64>(out, p1 | (dropAnchor(fourBitWeights(), 4) << 1), 8);
}

/** All weights in four bits. An anchor's top bit is 0 in UASTC and stays 0. */
function fourBitWeights(): u64 {
  const bits = weightBits();
  if (bits === 4) return weightsLow;
  readWeights();
  const weights = v128.load(WEIGHTS);
  let four: v128;
  if (bits === 3) four = v128.or(i8x16.shl(weights, 1), i8x16.shr_u(weights, 2));
  else if (bits === 2) four = v128.or(weights, i8x16.shl(weights, 2));
  else {
    const lower = i8x16(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7);
    const mirrored = i8x16.sub(i8x16.splat(31), weights);
    const upper = i8x16.sub(i8x16.splat(15), i8x16.swizzle(lower, mirrored));
    four = v128.bitselect(upper, i8x16.swizzle(lower, weights), i8x16.gt_u(weights, i8x16.splat(15)));
  }
  const pairs = v128.and(v128.or(four, i16x8.shr_u(four, 4)), i16x8.splat(255));
  return i64x2.extract_lane(i8x16.narrow_i16x8_u(pairs, pairs), 0);
}

/** Packs two bits of every four. */
/* @inline */ function gather2(x: u64): u64 {
  x &= 0x3333333333333333;
  x = (x | (x >> 2)) & 0x0f0f0f0f0f0f0f0f;
  x = (x | (x >> 4)) & 0x00ff00ff00ff00ff;
  x = (x | (x >> 8)) & 0x0000ffff0000ffff;
  return (x | (x >> 16)) & 0xffffffff;
}

/** Mode 5: swaps the channel of the second plane with alpha. */
function putPlanes(out: usize): void {
  const separate = channel;
  const low = load<u32>(ENDPOINTS);
  const high = load<u32>(ENDPOINTS, 4);
  const shift = separate << 3;
  const alpha = u64((low >> shift) & 255) | (u64((high >> shift) & 255) << 8);
  const at = ENDPOINTS + separate;
  store<u8>(at, low >> 24);
  store<u8>(at, high >> 24, 4);
  // (v·127 + 127) / 255
  const scaled = i16x8.mul(i16x8.extend_low_i8x16_u(endpointsByChannel()), i16x8.splat(127));
  const sum = i16x8.add(scaled, i16x8.splat(127));
  const seven = i16x8.shr_u(i16x8.add(i16x8.add(sum, i16x8.splat(1)), i16x8.shr_u(sum, 8)), 8);
  const colors = join7(i64x2.extract_lane(i8x16.narrow_i16x8_u(seven, seven), 0)) & 0x3ffffffffff;
  let first: u64;
  let second: u64;
  if (weightBits() === 2) {
    first = gather2(weightsLow);
    second = gather2(weightsLow >> 2);
  } else {
    first = (weightsLow & 0x55555555) * 3;
    second = ((weightsLow >> 1) & 0x55555555) * 3;
  }
  store<u64>(out, 0x20 | (u64((separate + 1) & 3) << 6) | (colors << 8) | (alpha << 50));
  store<u64>(out, (alpha >> 14) | (dropAnchor(first, 2) << 2) | (dropAnchor(second, 2) << 33), 8);
}

/** An exact block of one color: mode 6, or mode 5 if one channel is 0 and another 255. */
export function putSolid(color: u32, out: usize): void {
  let hasZero = false;
  let hasFull = false;
  for (let i = 0; i < 4; i++) {
    const c = (color >> (i << 3)) & 255;
    hasZero = hasZero || c === 0;
    hasFull = hasFull || c === 255;
  }
  let ends: u64 = 0;
  if (hasZero && hasFull) {
    for (let i = 0; i < 3; i++) {
      const c: i32 = (color >> (i << 3)) & 255;
      const low = c >> 1;
      const high = low + (c < 128 ? c & 1 : (c & 1) - 1);
      ends |= u64(low | (high << 7)) << (i * 14);
    }
    const alpha = u64(color >> 24) * 0x101;
    store<u64>(out, 0x20 | (ends << 8) | (alpha << 50));
    store<u64>(out, (alpha >> 14) | (dropAnchor(0x55555555, 2) << 2), 8);
    return;
  }
  const p = i32(hasFull);
  for (let i = 0; i < 4; i++) {
    const c: i32 = (color >> (i << 3)) & 255;
    const low = c >> 1;
    const high = low + (p ? (c & 1) - 1 : c & 1);
    ends |= u64(low | (high << 7)) << (i * 14);
  }
  store<u64>(out, 0x40 | (ends << 7) | (u64(p) << 63));
  store<u64>(out, u64(p) | (dropAnchor(0x7777777777777777, 4) << 1), 8);
}
