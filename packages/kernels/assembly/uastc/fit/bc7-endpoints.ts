// Rounds the endpoints of a candidate as transcoding to BC7 does: to fewer bits, some with a shared low bit.

import { C_ENDPOINTS, C_PLANE } from '../../block/candidate';
import { modePlanes, modeRange, RGB_LINE_2 } from '../pack/modes';
import { rankValue } from '../pack/ranges';

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
export const BC7_ENDPOINTS: usize = memory.data(24, 16);

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

/** Sets BC7_ENDPOINTS to the endpoints of a candidate, rounded as its BC7 transcode. */
export function convertEndpoints(c: usize, mode: i32, channels: i32, subsets: i32): void {
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
    store<u32>(BC7_ENDPOINTS + (s << 3), low);
    store<u32>(BC7_ENDPOINTS + (s << 3), high, 4);
  }
}
