// What a candidate looks like after transcoding to BC7, the format most desktops will hold it in: endpoints are rounded to
// fewer bits, some with a shared low bit, and one-line weights become four bits of another table.

import { RGB_LINE_2, modeHasAlpha, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits } from './modes';
import { rankValue } from './ranges';
import { patternMasks } from './patterns';
import {
  C_CHANNEL, C_PATTERN, C_RANKS, C_WEIGHTS, C_WEIGHTS2, PLANAR, squares, sum, weighA, weighB, weighG, weighR,
  weighted,
} from './state';

// How a mode's endpoints are kept: seven bits and a low bit of their own; six bits and one low bit a subset; five bits; five
// bits and a low bit of their own; seven bits, eight for the channel of the second plane.
const OWN_7: u8 = 0;
const SHARED_6: u8 = 1;
const PLAIN_5: u8 = 2;
const OWN_5: u8 = 3;
const PLAIN_7: u8 = 4;
const KINDS: usize = memory.data<u8>([
  OWN_7, OWN_7, SHARED_6, PLAIN_5, OWN_7, OWN_7, PLAIN_7, PLAIN_5, 0, OWN_5, OWN_7, PLAIN_7, OWN_7, PLAIN_7, OWN_7, OWN_7, OWN_5,
  PLAIN_7, OWN_7,
]);

/** 8-bit values as BC7 keeps them: five and seven plain bits, then with low bit 0 and 1 behind five and six bits. */
const FIVE: usize = memory.data(256);
const SEVEN: usize = memory.data(256);
const FIVE_LOW: usize = memory.data(512);
const SIX_LOW: usize = memory.data(512);

function buildLow(to: usize, bits: i32): void {
  const top = (2 << bits) - 1;
  for (let p = 0; p < 2; p++)
    for (let v = 0; v < 256; v++) {
      const q = min(max(i32((f32(v) / 255 * f32(top) - f32(p)) / 2 + f32(0.5)) * 2 + p, p), top - 1 + p);
      const wide = q << (7 - bits);
      store<u8>(to + (p << 8) + v, wide | (wide >> (bits + 1)));
    }
}

export function buildBc7(): void {
  for (let v = 0; v < 256; v++) {
    const five = (v * 31 + 127) / 255;
    const seven = (v * 127 + 127) / 255;
    store<u8>(FIVE + v, (five << 3) | (five >> 2));
    store<u8>(SEVEN + v, (seven << 1) | (seven >> 6));
  }
  buildLow(FIVE_LOW, 5);
  buildLow(SIX_LOW, 6);
}

/** Endpoints as BC7 shows them: per subset low and high, R G B A each. */
const ENDPOINTS: usize = memory.data(24, 16);

/** Moves an endpoint by `table` at low bit `p` and returns the squared change; writes it where `to` is not 0. */
@inline function moveEnd(table: usize, p: i32, from: usize, channels: i32, to: usize): i32 {
  let change = 0;
  for (let i = 0; i < channels; i++) {
    const v = <i32>load<u8>(from + i);
    const w = <i32>load<u8>(table + (p << 8) + v);
    change += (w - v) * (w - v);
    if (to != 0) store<u8>(to + i, w);
  }
  return change;
}

/** A level as BC7 shows it with seven bits. */
@inline export function sevenBits(v: i32): i32 { return load<u8>(SEVEN + v); }

@inline function moveToFive(end: usize, channels: i32): i32 {
  const p = i32(moveEnd(FIVE_LOW, 1, end, channels, 0) < moveEnd(FIVE_LOW, 0, end, channels, 0));
  moveEnd(FIVE_LOW, p, end, channels, end);
  return p;
}

/** Gives all channels of an endpoint the low bit that most of them have, 0 where half of them do; returns it. A channel of the other bit goes up by
 *  one, but 255 down. */
@inline function moveToSeven(end: usize, channels: i32): i32 {
  const coded: u32 = channels == 3 ? 0xffffff : 0xffffffff;
  const values = load<u32>(end);
  const odd = values & coded & 0x01010101;
  if (i32(popcnt(odd)) * 2 > channels) {
    store<u32>(end, values | (coded & 0x01010101));
    return 1;
  }
  // An odd byte has no carry to take but at 255, which loses its low bit instead.
  const white = (values & (values >> 1) & (values >> 2) & (values >> 3) & (values >> 4) & (values >> 5) & (values >> 6) & (values >> 7)) & odd;
  store<u32>(end, values + (odd ^ white) - white);
  return 0;
}

function convertEndpoints(c: usize, mode: i32, channels: i32, subsets: i32): void {
  const range = modeRange(mode);
  const kind = load<u8>(KINDS + mode);
  const oneLine = subsets == 1 && modePlanes(mode) == 1;
  for (let i = 0; i < subsets << 3; i++) {
    const rank = <i32>load<u8>(c + C_RANKS + i);
    store<u8>(ENDPOINTS + i, channels == 3 && (i & 3) == 3 ? 255 : rankValue(range, rank));
  }
  if (kind == PLAIN_5 || kind == PLAIN_7) {
    const own = kind == PLAIN_7 ? load<i32>(c, C_CHANNEL) : -1;
    const table = kind == PLAIN_5 ? FIVE : SEVEN;
    for (let i = 0; i < subsets << 3; i++)
      if ((i & 3) != own) store<u8>(ENDPOINTS + i, load<u8>(table + load<u8>(ENDPOINTS + i)));
    return;
  }
  for (let s = 0; s < subsets; s++) {
    const lo = ENDPOINTS + (s << 3);
    if (kind == SHARED_6) {
      const zero = moveEnd(SIX_LOW, 0, lo, channels, 0) + moveEnd(SIX_LOW, 0, lo + 4, channels, 0);
      const one = moveEnd(SIX_LOW, 1, lo, channels, 0) + moveEnd(SIX_LOW, 1, lo + 4, channels, 0);
      const p = i32(one < zero);
      moveEnd(SIX_LOW, p, lo, channels, lo);
      moveEnd(SIX_LOW, p, lo + 4, channels, lo + 4);
      continue;
    }
    for (let end = lo; end <= lo + 4; end += 4) {
      const p = kind == OWN_7 ? moveToSeven(end, channels) : moveToFive(end, channels);
      // One-line colour becomes RGBA with an alpha of seven set bits and the low bit.
      if (oneLine && channels == 3 && mode != RGB_LINE_2) store<u8>(end, 254 | p, 3);
    }
  }
}

/** BC7's weight for each index. */
@inline function transcodedWeights(weights: v128, bits: i32, oneLine: bool): v128 {
  if (bits == 1) return i8x16.shl(weights, 6);
  if (bits == 2) return i8x16.swizzle(i8x16(0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits == 3)
    return oneLine
      ? i8x16.swizzle(i8x16(0, 9, 17, 26, 38, 47, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights)
      : i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits == 4) return i8x16.swizzle(i8x16(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64), weights);
  // 5 to 4 bits; an index outside 0…15 swizzles to 0.
  const low = i8x16.swizzle(i8x16(0, 0, 4, 4, 9, 9, 13, 13, 17, 17, 21, 21, 26, 26, 26, 30), weights);
  const high = i8x16.swizzle(
    i8x16(34, 38, 38, 38, 43, 43, 47, 47, 51, 51, 55, 55, 60, 60, 64, 64),
    i8x16.sub(weights, i8x16.splat(16)),
  );
  return v128.or(low, high);
}

@inline function mix(lo: v128, hi: v128, w: v128): v128 {
  const base = i16x8.add(i16x8.shl(lo, 6), i16x8.splat(32));
  return i16x8.shr_u(i16x8.add(base, i16x8.mul(i16x8.sub(hi, lo), w)), 6);
}

@inline function level(at: usize): v128 { return i16x8.splat(<i16>load<u8>(at)); }

/** Squared error of the block as BC7 will show it. */
export function bc7Error(c: usize, mode: i32): i32 {
  const channels = modeHasAlpha(mode) ? 4 : 3;
  const subsets = modeSubsets(mode);
  const dual = modePlanes(mode) == 2;
  const oneLine = subsets == 1 && !dual;
  convertEndpoints(c, mode, channels, subsets);
  const bits = modeWeightBits(mode);
  const values = transcodedWeights(v128.load(c, C_WEIGHTS), bits, oneLine);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let x0 = w0;
  let x1 = w1;
  let own = -1;
  if (dual) {
    const values2 = transcodedWeights(v128.load(c, C_WEIGHTS2), bits, false);
    x0 = i16x8.extend_low_i8x16_u(values2);
    x1 = i16x8.extend_high_i8x16_u(values2);
    own = load<i32>(c, C_CHANNEL);
  }
  const masks = subsets > 1 ? patternMasks(modePatternSet(mode), load<i32>(c, C_PATTERN)) : 0;
  const shown = channels == 3 && (!oneLine || mode == RGB_LINE_2) ? 3 : 4;
  let error = i32x4.splat(0);
  for (let i = 0; i < shown; i++) {
    const at = ENDPOINTS + i;
    let lo0 = level(at);
    let hi0 = level(at + 4);
    let lo1 = lo0;
    let hi1 = hi0;
    for (let s = 1; s < subsets; s++) {
      const m0 = v128.load(masks + (s - 1) * 96);
      const m1 = v128.load(masks + (s - 1) * 96, 16);
      const lo = level(at + (s << 3));
      const hi = level(at + (s << 3) + 4);
      lo0 = v128.bitselect(lo, lo0, m0);
      hi0 = v128.bitselect(hi, hi0, m0);
      lo1 = v128.bitselect(lo, lo1, m1);
      hi1 = v128.bitselect(hi, hi1, m1);
    }
    let part = i32x4.add(
      squares(v128.load(PLANAR + (i << 5)), mix(lo0, hi0, i == own ? x0 : w0)),
      squares(v128.load(PLANAR + (i << 5), 16), mix(lo1, hi1, i == own ? x1 : w1)),
    );
    if (weighted) part = i32x4.mul(part, i32x4.splat(i == 0 ? weighR : i == 1 ? weighG : i == 2 ? weighB : weighA));
    error = i32x4.add(error, part);
  }
  return sum(error);
}
