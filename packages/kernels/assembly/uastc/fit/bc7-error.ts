// The error of a candidate after transcoding to BC7, the format that most desktops use: endpoints are rounded to fewer bits, some with a
// shared low bit, and the weights of one-line modes become four bits of another table.

import { C_ENDPOINTS, C_INDICES, C_INDICES2, C_PARTITION, C_PLANE } from '../../block/candidate';
import { squaredDifferences, sum } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import {
  modeHasAlpha,
  modePatternSet,
  modePlanes,
  modeRange,
  modeSubsets,
  modeWeightBits,
  RGB_LINE_2,
} from '../pack/modes';
import { patternMasks } from '../pack/patterns';
import { rankValue } from '../pack/ranges';
import { weighA, weighB, weighG, weighR, weighted } from '../state';

// How BC7 stores a mode's endpoints: seven bits and a low bit each; six bits and one low bit per subset; five bits; five bits and a low bit
// each; seven bits, and eight for the channel of the second plane.
const OWN_7: u8 = 0;
const SHARED_6: u8 = 1;
const PLAIN_5: u8 = 2;
const OWN_5: u8 = 3;
const PLAIN_7: u8 = 4;
const KINDS: usize = memory.data<u8>([
  OWN_7,
  OWN_7,
  SHARED_6,
  PLAIN_5,
  OWN_7,
  OWN_7,
  PLAIN_7,
  PLAIN_5,
  0,
  OWN_5,
  OWN_7,
  PLAIN_7,
  OWN_7,
  PLAIN_7,
  OWN_7,
  OWN_7,
  OWN_5,
  PLAIN_7,
  OWN_7,
]);

/** 8-bit values after rounding to five and to seven bits. */
const FIVE: usize = memory.data(256);
const SEVEN: usize = memory.data(256);
/** The same for five and six bits followed by a low bit, a byte each: with low bit 0, with 1, and the squared change of both (at most 25, so
 *  that the sum of eight fits into a byte). */
const FIVE_LOW: usize = memory.data(256 * 4, 4);
const SIX_LOW: usize = memory.data(256 * 4, 4);

/* @inline */ function withLow(v: i32, p: i32, bits: i32): i32 {
  const top = (2 << bits) - 1;
  const q = min(max(i32(((f32(v) / 255) * f32(top) - f32(p)) / 2 + f32(0.5)) * 2 + p, p), top - 1 + p);
  const wide = q << (7 - bits);
  return wide | (wide >> (bits + 1));
}

function buildLow(to: usize, bits: i32): void {
  for (let v = 0; v < 256; v++) {
    const zero = withLow(v, 0, bits);
    const one = withLow(v, 1, bits);
    store<u32>(to + (v << 2), zero | (one << 8) | (((zero - v) * (zero - v)) << 16) | (((one - v) * (one - v)) << 24));
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

/** Endpoints as decoded from BC7: per subset low and high, R G B A each. */
const ENDPOINTS: usize = memory.data(24, 16);

/** A level after rounding to seven bits. */
/* @inline */ export function sevenBits(v: i32): i32 {
  return load<u8>(SEVEN + v);
}

/* @inline */ function lowMoves(table: usize, end: u32, channel: u32): u32 {
  return load<u32>(table + (((end >> (channel << 3)) & 255) << 2));
}

/** The squared changes of an endpoint's channels with low bit 0 and, eight bits above, with 1. */
/* @inline */ function lowChanges(table: usize, end: u32, channels: i32): u32 {
  const changes = (lowMoves(table, end, 0) >> 16) + (lowMoves(table, end, 1) >> 16) + (lowMoves(table, end, 2) >> 16);
  return channels === 3 ? changes : changes + (lowMoves(table, end, 3) >> 16);
}

/** The low bit with the smaller change, 0 if both are equal. */
/* @inline */ function betterLow(changes: u32): u32 {
  return u32(changes >> 8 < (changes & 255));
}

/* @inline */ function movedLow(table: usize, end: u32, channels: i32, p: u32): u32 {
  const shift = p << 3;
  const moved =
    ((lowMoves(table, end, 0) >> shift) & 255) |
    (((lowMoves(table, end, 1) >> shift) & 255) << 8) |
    (((lowMoves(table, end, 2) >> shift) & 255) << 16);
  return moved | (channels === 3 ? end & 0xff000000 : ((lowMoves(table, end, 3) >> shift) & 255) << 24);
}

/** Gives all channels of an endpoint the low bit that most of them have, 0 in a tie. Channels with the other bit go up by one, 255 goes down. */
/* @inline */ function movedToSeven(end: u32, channels: i32): u32 {
  const coded: u32 = channels === 3 ? 0xffffff : 0xffffffff;
  const odd = end & coded & 0x01010101;
  if (i32(popcnt(odd)) * 2 > channels) return end | (coded & 0x01010101);
  // Adding 1 to an odd byte overflows only at 255, whose low bit is cleared instead.
  const white = end & (end >> 1) & (end >> 2) & (end >> 3) & (end >> 4) & (end >> 5) & (end >> 6) & (end >> 7) & odd;
  return end + (odd ^ white) - white;
}

/** Rounds each channel by a table, except the one that a second plane stores in eight bits. */
/* @inline */ function movedPlain(table: usize, end: u32, own: i32): u32 {
  const moved =
    u32(load<u8>(table + (end & 255))) |
    (u32(load<u8>(table + ((end >> 8) & 255))) << 8) |
    (u32(load<u8>(table + ((end >> 16) & 255))) << 16) |
    (u32(load<u8>(table + (end >> 24))) << 24);
  if (own < 0) return moved;
  const kept: u32 = 255 << (own << 3);
  return (moved & ~kept) | (end & kept);
}

/** The 8-bit values of an endpoint's ranks. Alpha is 255 if not coded. */
/* @inline */ function endpointValues(ranks: usize, range: i32, channels: i32): u32 {
  const color =
    u32(rankValue(range, load<u8>(ranks))) |
    (u32(rankValue(range, load<u8>(ranks, 1))) << 8) |
    (u32(rankValue(range, load<u8>(ranks, 2))) << 16);
  return color | (channels === 3 ? 0xff000000 : u32(rankValue(range, load<u8>(ranks, 3))) << 24);
}

function convertEndpoints(c: usize, mode: i32, channels: i32, subsets: i32): void {
  const range = modeRange(mode);
  const kind = load<u8>(KINDS + mode);
  // One-line color becomes RGBA, whose alpha has seven set bits and the low bit.
  const opaque = subsets === 1 && modePlanes(mode) === 1 && channels === 3 && mode !== RGB_LINE_2;
  for (let s = 0; s < subsets; s++) {
    const ranks = c + C_ENDPOINTS + (s << 3);
    let low = endpointValues(ranks, range, channels);
    let high = endpointValues(ranks + 4, range, channels);
    if (kind === OWN_7) {
      low = movedToSeven(low, channels);
      high = movedToSeven(high, channels);
      if (opaque) {
        low = (low & 0xffffff) | ((254 | (low & 1)) << 24);
        high = (high & 0xffffff) | ((254 | (high & 1)) << 24);
      }
    } else if (kind === OWN_5) {
      low = movedLow(FIVE_LOW, low, channels, betterLow(lowChanges(FIVE_LOW, low, channels)));
      high = movedLow(FIVE_LOW, high, channels, betterLow(lowChanges(FIVE_LOW, high, channels)));
    } else if (kind === SHARED_6) {
      const p = betterLow(lowChanges(SIX_LOW, low, channels) + lowChanges(SIX_LOW, high, channels));
      low = movedLow(SIX_LOW, low, channels, p);
      high = movedLow(SIX_LOW, high, channels, p);
    } else {
      const own = kind === PLAIN_7 ? load<i32>(c, C_PLANE) : -1;
      const table = kind === PLAIN_5 ? FIVE : SEVEN;
      low = movedPlain(table, low, own);
      high = movedPlain(table, high, own);
    }
    store<u32>(ENDPOINTS + (s << 3), low);
    store<u32>(ENDPOINTS + (s << 3), high, 4);
  }
}

/** BC7's weight for each index. */
/* @inline */ function transcodedWeights(weights: v128, bits: i32, oneLine: bool): v128 {
  if (bits === 1) return i8x16.shl(weights, 6);
  if (bits === 2) return i8x16.swizzle(i8x16(0, 21, 43, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits === 3)
    return oneLine
      ? i8x16.swizzle(i8x16(0, 9, 17, 26, 38, 47, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights)
      : i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), weights);
  if (bits === 4) return i8x16.swizzle(i8x16(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64), weights);
  // 5 to 4 bits; an index outside 0…15 swizzles to 0.
  const low = i8x16.swizzle(i8x16(0, 0, 4, 4, 9, 9, 13, 13, 17, 17, 21, 21, 26, 26, 26, 30), weights);
  const high = i8x16.swizzle(
    i8x16(34, 38, 38, 38, 43, 43, 47, 47, 51, 51, 55, 55, 60, 60, 64, 64),
    i8x16.sub(weights, i8x16.splat(16)),
  );
  return v128.or(low, high);
}

/* @inline */ function mix(lo: v128, hi: v128, w: v128): v128 {
  const base = i16x8.add(i16x8.shl(lo, 6), i16x8.splat(32));
  return i16x8.shr_u(i16x8.add(base, i16x8.mul(i16x8.sub(hi, lo), w)), 6);
}

/* @inline */ function level(at: usize): v128 {
  return i16x8.splat(i16(load<u8>(at)));
}

/** Squared error of the block after transcoding to BC7. */
export function bc7Error(c: usize, mode: i32): i32 {
  const channels = modeHasAlpha(mode) ? 4 : 3;
  const subsets = modeSubsets(mode);
  const dual = modePlanes(mode) === 2;
  const oneLine = subsets === 1 && !dual;
  convertEndpoints(c, mode, channels, subsets);
  const bits = modeWeightBits(mode);
  const values = transcodedWeights(v128.load(c, C_INDICES), bits, oneLine);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let x0 = w0;
  let x1 = w1;
  let own = -1;
  if (dual) {
    const values2 = transcodedWeights(v128.load(c, C_INDICES2), bits, false);
    x0 = i16x8.extend_low_i8x16_u(values2);
    x1 = i16x8.extend_high_i8x16_u(values2);
    own = load<i32>(c, C_PLANE);
  }
  const masks = subsets > 1 ? patternMasks(modePatternSet(mode), load<i32>(c, C_PARTITION)) : 0;
  const decodedChannels = channels === 3 && (!oneLine || mode === RGB_LINE_2) ? 3 : 4;
  let error = i32x4.splat(0);
  for (let i = 0; i < decodedChannels; i++) {
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
      squaredDifferences(v128.load(PLANAR + (i << 5)), mix(lo0, hi0, i === own ? x0 : w0)),
      squaredDifferences(v128.load(PLANAR + (i << 5), 16), mix(lo1, hi1, i === own ? x1 : w1)),
    );
    if (weighted) part = i32x4.mul(part, i32x4.splat(i === 0 ? weighR : i === 1 ? weighG : i === 2 ? weighB : weighA));
    error = i32x4.add(error, part);
  }
  return sum(error);
}
