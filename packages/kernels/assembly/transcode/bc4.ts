// BC4: eight bytes for one channel, fitted to the decoded values. Errors count in sevenths (or fifths) of a step, squared, so that
// every comparison is exact.

import { greatestOf, leastOf } from './eac';

/** Codes of the texels of the last measured pair, and of the best so far. */
const CODES: usize = memory.data(16, 16);
const BEST_CODES: usize = memory.data(16, 16);
/** Rounds of least squares. */
const REFITS: i32 = 3;

let high: i32 = 0;
let low: i32 = 0;
let least: i32 = 0;

@inline function sum(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

/** How many of the borders between `steps` + 1 even places lie at or before each value: 2·steps·off ≥ (2k + 1)·span. */
@inline function placeOf(off: v128, span: i32, steps: i32): v128 {
  const scaled = i16x8.mul(off, i16x8.splat(<i16>(2 * steps)));
  let place = i16x8.splat(0);
  for (let k = 0; k < steps; k++) place = i16x8.sub(place, i16x8.ge_s(scaled, i16x8.splat(<i16>((2 * k + 1) * span))));
  return place;
}

/** Places 0 (at `from`) to 7 (at `to` < `from`) into CODES; returns the error in 49ths. */
function measure8(values: v128, from: i32, to: i32): i32 {
  const top = i16x8.splat(<i16>from);
  const off0 = i16x8.sub(top, i16x8.extend_low_i8x16_u(values));
  const off1 = i16x8.sub(top, i16x8.extend_high_i8x16_u(values));
  const place0 = placeOf(off0, from - to, 7);
  const place1 = placeOf(off1, from - to, 7);
  v128.store(CODES, i8x16.narrow_i16x8_u(place0, place1));
  const span = i16x8.splat(<i16>(from - to));
  const seven = i16x8.splat(7);
  const rest0 = i16x8.sub(i16x8.mul(off0, seven), i16x8.mul(span, place0));
  const rest1 = i16x8.sub(i16x8.mul(off1, seven), i16x8.mul(span, place1));
  return sum(i32x4.add(i32x4.dot_i16x8_s(rest0, rest0), i32x4.dot_i16x8_s(rest1, rest1)));
}

/** Takes the pair if it is better. */
function offer(values: v128, from: i32, to: i32): bool {
  if (from <= to || from > 255 || to < 0) return false;
  const error = measure8(values, from, to);
  if (error >= least) return false;
  least = error;
  high = from;
  low = to;
  v128.store(BEST_CODES, v128.load(CODES));
  return true;
}

/** n / d to the nearest, d > 0. */
@inline function nearest(n: i32, d: i32): i32 { return n >= 0 ? (2 * n + d) / (2 * d) : -((-2 * n + d) / (2 * d)); }

/** The ends that fit the best codes; false where they say nothing or change nothing. */
function refit(values: v128): bool {
  const codes = v128.load(BEST_CODES);
  const p0 = i16x8.extend_low_i8x16_u(codes);
  const p1 = i16x8.extend_high_i8x16_u(codes);
  const v0 = i16x8.extend_low_i8x16_u(values);
  const v1 = i16x8.extend_high_i8x16_u(values);
  const ones = i16x8.splat(1);
  const places = sum(i32x4.dot_i16x8_s(i16x8.add(p0, p1), ones));
  const squares = sum(i32x4.add(i32x4.dot_i16x8_s(p0, p0), i32x4.dot_i16x8_s(p1, p1)));
  const total = sum(i32x4.dot_i16x8_s(i16x8.add(v0, v1), ones));
  const along = sum(i32x4.add(i32x4.dot_i16x8_s(p0, v0), i32x4.dot_i16x8_s(p1, v1)));
  const spread = 16 * squares - places * places;
  if (spread == 0) return false;
  // The line v = a + b·place: b = rise / spread, and 16·a = total − b·places.
  const rise = 16 * along - places * total;
  const from = nearest(total * spread - rise * places, 16 * spread);
  const to = nearest(total * spread - rise * places + 112 * rise, 16 * spread);
  return offer(values, max(min(from, 255), 0), max(min(to, 255), 0));
}

/** Codes by place: 0 is the first end, 7 the second, the others lie between. */
function packPlaces(steps: i32): u64 {
  let bits: u64 = 0;
  for (let i = 15; i >= 0; i--) {
    const place: i32 = load<u8>(BEST_CODES + i);
    bits = (bits << 3) | u64(place == 0 ? 0 : place == steps ? 1 : place > steps ? place : place + 1);
  }
  return bits;
}

export function toBc4(values: v128): u64 {
  const from = greatestOf(values);
  const to = leastOf(values);
  if (from == to) return u64(from) | (u64(to) << 8);
  least = i32.MAX_VALUE;
  if (from - to <= 7) {
    // Places a step of one apart: exact.
    const base = min(to, 248);
    offer(values, base + 7, base);
  } else {
    offer(values, from, to);
    for (let i = 0; i < REFITS && least > 0 && refit(values); i++) {}
    for (let i = 0; i < 2 && least > 0; i++) {
      let better = offer(values, high - 1, low);
      better = offer(values, high + 1, low) || better;
      better = offer(values, high, low + 1) || better;
      better = offer(values, high, low - 1) || better;
      if (!better) break;
    }
  }
  const error = least;
  if (error > 0 && (to == 0 || from == 255)) {
    const six = trySix(values, error);
    if (six) return six;
  }
  return u64(high) | (u64(low) << 8) | (packPlaces(7) << 16);
}

/** Six values between ends, with 0 and 255 besides; 0 where that is no better. */
function trySix(values: v128, errorOfEight: i32): u64 {
  // Values at the ends do not count for the range.
  const none = i8x16.eq(values, i8x16.splat(0));
  const full = i8x16.eq(values, i8x16.splat(-1));
  const ends = v128.or(none, full);
  const to = leastOf(v128.or(values, ends));
  const from = greatestOf(v128.andnot(values, ends));
  if (from < to) return 0;
  const span = from - to;
  const bottom = i16x8.splat(<i16>to);
  const off0 = i16x8.sub(i16x8.extend_low_i8x16_u(values), bottom);
  const off1 = i16x8.sub(i16x8.extend_high_i8x16_u(values), bottom);
  const place0 = span ? placeOf(off0, span, 5) : i16x8.splat(0);
  const place1 = span ? placeOf(off1, span, 5) : i16x8.splat(0);
  const five = i16x8.splat(5);
  const spans = i16x8.splat(<i16>span);
  const counts0 = v128.not(i16x8.extend_low_i8x16_s(ends));
  const counts1 = v128.not(i16x8.extend_high_i8x16_s(ends));
  const rest0 = v128.and(i16x8.sub(i16x8.mul(off0, five), i16x8.mul(spans, place0)), counts0);
  const rest1 = v128.and(i16x8.sub(i16x8.mul(off1, five), i16x8.mul(spans, place1)), counts1);
  const error = sum(i32x4.add(i32x4.dot_i16x8_s(rest0, rest0), i32x4.dot_i16x8_s(rest1, rest1)));
  // In 25ths against 49ths.
  if (i64(error) * 49 >= i64(errorOfEight) * 25) return 0;
  const places = i8x16.narrow_i16x8_u(place0, place1);
  const withNone = v128.bitselect(i8x16.splat(6), places, none);
  v128.store(BEST_CODES, v128.bitselect(i8x16.splat(7), withNone, full));
  return u64(to) | (u64(from) << 8) | (packPlaces(5) << 16);
}
