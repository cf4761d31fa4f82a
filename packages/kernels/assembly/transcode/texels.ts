// Endpoints, weights and texels of an unpacked block, in bytes.

import { interpolate, weightValues } from '../block/interpolate';
import { byteMask } from '../block/lanes';
import {
  channel,
  components,
  endpointValue,
  GRAY,
  mode,
  patternMasks,
  planes,
  RGB,
  SOLID,
  STORED,
  solidColor,
  storedEndpoint,
  subsets,
  unpackBlock,
  weightBits,
  weightsHigh,
  weightsLow,
} from './unpack';

export const MAGENTA: u32 = 0xffff00ff;

/** Per subset: the low and the high endpoint, R G B A each. Gray is in R, G and B; alpha that is not coded is 255. */
export const ENDPOINTS: usize = memory.data(24, 8);
/** Sixteen weights of the first plane, then of the second. */
export const WEIGHTS: usize = memory.data(32, 16);
/** Sixteen texels, R G B A each. */
export const TEXELS: usize = memory.data(64, 16);

/** STORED has low endpoints at even, high ones at odd indices. */
/* @inline */ function endpointColor(at: usize, size: i32): u32 {
  const first = u32(endpointValue(load<u8>(at)));
  const second = u32(endpointValue(load<u8>(at, 2)));
  if (size === GRAY) return (first * 0x010101) | (second << 24);
  const third = u32(endpointValue(load<u8>(at, 4)));
  const fourth: u32 = size === RGB ? 255 : endpointValue(load<u8>(at, 6));
  return first | (second << 8) | (third << 16) | (fourth << 24);
}

export function readEndpoints(): void {
  const size = components();
  const parts = subsets();
  let from = STORED;
  for (let s = 0; s < parts; s++) {
    store<u32>(ENDPOINTS + (s << 3), endpointColor(from, size));
    store<u32>(ENDPOINTS + (s << 3), endpointColor(from + 1, size), 4);
    from += size * 2;
  }
}

/** Eight fields of one to five bits to a byte each. */
/* @inline */ function spread(x: u64, bits: i32): u64 {
  if (bits === 4) {
    x = (x | (x << 16)) & 0x0000ffff0000ffff;
    x = (x | (x << 8)) & 0x00ff00ff00ff00ff;
    return (x | (x << 4)) & 0x0f0f0f0f0f0f0f0f;
  }
  if (bits === 2) {
    x = (x | (x << 24)) & 0x000000ff000000ff;
    x = (x | (x << 12)) & 0x000f000f000f000f;
    return (x | (x << 6)) & 0x0303030303030303;
  }
  if (bits === 3) {
    x = (x | (x << 20)) & 0x00000fff00000fff;
    x = (x | (x << 10)) & 0x003f003f003f003f;
    return (x | (x << 5)) & 0x0707070707070707;
  }
  // Moved and unmoved bits would overlap here.
  x = (x & 0x00000000000fffff) | ((x & 0x000000fffff00000) << 12);
  x = (x & 0x000003ff000003ff) | ((x & 0x000ffc00000ffc00) << 6);
  return (x & 0x001f001f001f001f) | ((x & 0x03e003e003e003e0) << 3);
}

/** Sets WEIGHTS to weight indices. */
export function readWeights(): void {
  const bits = weightBits() * planes();
  const half = bits << 3;
  const first = spread(weightsLow & ((u64(1) << half) - 1), bits);
  const second = spread(((weightsLow >> half) | (weightsHigh << (64 - half))) & ((u64(1) << half) - 1), bits);
  if (planes() === 1) {
    v128.store(WEIGHTS, i64x2(first, second));
    return;
  }
  const pairs = i64x2(first, second);
  const one = weightBits();
  v128.store(WEIGHTS, v128.and(pairs, i8x16.splat(one === 2 ? 3 : 1)));
  v128.store(WEIGHTS, i8x16.shr_u(pairs, one), 16);
}

/** Four bytes of `x` from byte 4·`y`, four times each. */
/* @inline */ function rowOf(x: v128, y: i32): v128 {
  return i8x16.swizzle(x, i8x16.add(i8x16(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), i8x16.splat(i8(y << 2))));
}

/* @inline */ function endpoint16(subset: i32, high: i32): v128 {
  return i16x8.extend_low_i8x16_u(v128.load32_splat(ENDPOINTS + (subset << 3) + (high << 2)));
}

/** Writes four rows of four texels. An invalid block is magenta. */
export function decodeBlock(at: usize, out: usize, stride: usize): void {
  const valid = unpackBlock(at);
  if (!valid || mode === SOLID) {
    fill(valid ? solidColor : MAGENTA, out, stride);
    return;
  }
  decodeTexels(out, stride);
}

export function fill(color: u32, out: usize, stride: usize): void {
  const texels = i32x4.splat(color);
  v128.store(out, texels);
  v128.store(out + stride, texels);
  v128.store(out + stride * 2, texels);
  v128.store(out + stride * 3, texels);
}

/** Writes the texels of the unpacked block. */
export function decodeTexels(out: usize, stride: usize): void {
  readEndpoints();
  readWeights();
  const bits = weightBits();
  const parts = subsets();
  const first = weightValues(v128.load(WEIGHTS), bits);
  const low = endpoint16(0, 0);
  const span = i16x8.sub(endpoint16(0, 1), low);
  if (parts > 1) {
    decodeSubsets(first, low, span, out, stride);
    return;
  }
  let channelMask = i32x4.splat(0);
  let second = first;
  if (channel >= 0) {
    second = weightValues(v128.load(WEIGHTS, 16), bits);
    channelMask = i32x4.splat(0xff << (channel << 3));
  }
  for (let y = 0; y < 4; y++) {
    const weights = v128.bitselect(rowOf(second, y), rowOf(first, y), channelMask);
    const left = interpolate(low, span, i16x8.extend_low_i8x16_u(weights));
    const right = interpolate(low, span, i16x8.extend_high_i8x16_u(weights));
    v128.store(out, i8x16.narrow_i16x8_u(left, right));
    out += stride;
  }
}

function decodeSubsets(values: v128, low: v128, span: v128, out: usize, stride: usize): void {
  const masks = patternMasks();
  const inOne = byteMask(masks);
  const inTwo = byteMask(masks >> 16);
  const low1 = endpoint16(1, 0);
  const span1 = i16x8.sub(endpoint16(1, 1), low1);
  const low2 = endpoint16(2, 0);
  const span2 = i16x8.sub(endpoint16(2, 1), low2);
  for (let y = 0; y < 4; y++) {
    const weights = rowOf(values, y);
    const one = rowOf(inOne, y);
    const two = rowOf(inTwo, y);
    let m1 = i16x8.extend_low_i8x16_s(one);
    let m2 = i16x8.extend_low_i8x16_s(two);
    const left = interpolate(
      v128.bitselect(low2, v128.bitselect(low1, low, m1), m2),
      v128.bitselect(span2, v128.bitselect(span1, span, m1), m2),
      i16x8.extend_low_i8x16_u(weights),
    );
    m1 = i16x8.extend_high_i8x16_s(one);
    m2 = i16x8.extend_high_i8x16_s(two);
    const right = interpolate(
      v128.bitselect(low2, v128.bitselect(low1, low, m1), m2),
      v128.bitselect(span2, v128.bitselect(span1, span, m1), m2),
      i16x8.extend_high_i8x16_u(weights),
    );
    v128.store(out, i8x16.narrow_i16x8_u(left, right));
    out += stride;
  }
}

/** Channels that a block does not store are 255. */
/* @inline */ export function isCoded(which: i32): bool {
  return which < 3 || components() !== RGB;
}

/** The endpoints of the last decoded channel, the lower first, and the steps between them; 0 if there are many, or several subsets. */
export let decodedLow: i32 = 0;
export let decodedHigh: i32 = 0;
export let decodedSteps: i32 = 0;
const FEW_BITS: i32 = 3;

/** Decodes one channel. The block's fields must be unpacked and its weights read. */
export function decodeChannel(which: i32): v128 {
  const size = components();
  const part = size === GRAY ? which / 3 : which;
  if (!isCoded(which)) return i8x16.splat(-1);
  const weights = weightValues(v128.load(WEIGHTS + (usize(channel === which) << 4)), weightBits());
  const weights0 = i16x8.extend_low_i8x16_u(weights);
  const weights1 = i16x8.extend_high_i8x16_u(weights);
  let at = part << 1;
  const first = endpointValue(storedEndpoint(at));
  const second = endpointValue(storedEndpoint(at + 1));
  let low0 = i16x8.splat(i16(first));
  let high0 = i16x8.splat(i16(second));
  let low1 = low0;
  let high1 = high0;
  const parts = subsets();
  const bits = weightBits();
  decodedLow = min(first, second);
  decodedHigh = max(first, second);
  decodedSteps = parts === 1 && bits <= FEW_BITS ? (1 << bits) - 1 : 0;
  for (let s = 1; s < parts; s++) {
    at += size << 1;
    const mask = byteMask(patternMasks() >> ((s - 1) << 4));
    const mask0 = i16x8.extend_low_i8x16_s(mask);
    const mask1 = i16x8.extend_high_i8x16_s(mask);
    const low = i16x8.splat(i16(endpointValue(storedEndpoint(at))));
    const high = i16x8.splat(i16(endpointValue(storedEndpoint(at + 1))));
    low0 = v128.bitselect(low, low0, mask0);
    low1 = v128.bitselect(low, low1, mask1);
    high0 = v128.bitselect(high, high0, mask0);
    high1 = v128.bitselect(high, high1, mask1);
  }
  return i8x16.narrow_i16x8_u(
    interpolate(low0, i16x8.sub(high0, low0), weights0),
    interpolate(low1, i16x8.sub(high1, low1), weights1),
  );
}

/** One channel of TEXELS. */
export function channelOf(channel: i32): v128 {
  const low = v128.and(i32x4.shr_u(v128.load(TEXELS), channel << 3), i32x4.splat(255));
  const low1 = v128.and(i32x4.shr_u(v128.load(TEXELS, 16), channel << 3), i32x4.splat(255));
  const high = v128.and(i32x4.shr_u(v128.load(TEXELS, 32), channel << 3), i32x4.splat(255));
  const high1 = v128.and(i32x4.shr_u(v128.load(TEXELS, 48), channel << 3), i32x4.splat(255));
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(low, low1), i16x8.narrow_i32x4_u(high, high1));
}
