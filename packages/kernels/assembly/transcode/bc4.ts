// BC4: eight bytes for one channel, fitted to the decoded values. A ramp has a low and a high end and places a step apart, 0 at the
// low end; the form with six places has the codes of 0 and 255 besides. Errors count in parts of a step, squared, so that every
// comparison is exact. Decoded values are few and regular: the best ramp often reaches beyond them, so that they fall on its places.

import { greatestOf, leastOf } from './eac';

/** Places of the texels: of the ramp just measured, of the one being refined, of the best. */
const MEASURED: usize = memory.data(16, 16);
const CURRENT: usize = memory.data(16, 16);
const BEST: usize = memory.data(16, 16);
/** The most promising ramps: error, low and high end. Four come within 0.1 dB of the best that there is, three miss that on one
 *  photograph of three. */
const KEPT_COUNT: i32 = 4;
const KEPT: usize = memory.data(48, 4);
/** Least number of steps that the values may span. */
const FEWEST: i32 = 3;
/** Quarters of a step that an end may lie outside and inside the outermost value where values span about the whole ramp. */
const OUTWARD: i32 = -1;
const INWARD: i32 = 2;
/** A ramp that is so many times as far off as the best was after its refinement is not refined. */
const HOPELESS: i32 = 2;
const REFITS: i32 = 2;
const CLIMBS: i32 = 3;
let steps: i32 = 7;
let low: i32 = 0;
let high: i32 = 0;
let error: i32 = 0;
let bestLow: i32 = 0;
let bestHigh: i32 = 0;
let bestError: i32 = 0;

@inline function sum(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

@inline function past(scaled: v128, span: i32, border: i32): v128 {
  return i16x8.ge_s(scaled, i16x8.splat(<i16>(border * span)));
}

/** How many of the borders between places lie at or before each value: 2·steps·off ≥ (2k + 1)·span. */
@inline function placeOf(off: v128, span: i32): v128 {
  const scaled = i16x8.mul(off, i16x8.splat(<i16>(2 * steps)));
  let place = i16x8.add(i16x8.add(past(scaled, span, 1), past(scaled, span, 3)), past(scaled, span, 5));
  place = i16x8.add(i16x8.add(place, past(scaled, span, 7)), past(scaled, span, 9));
  if (steps == 7) place = i16x8.add(i16x8.add(place, past(scaled, span, 11)), past(scaled, span, 13));
  return i16x8.neg(place);
}

/** Codes 6 and 7 where they are nearer than the ramp. */
@inline function nearerEnds(values: v128, place: v128, rest: v128): v128 {
  const step = i16x8.splat(<i16>steps);
  const toRamp = i16x8.abs(rest);
  const toNone = i16x8.mul(values, step);
  const toFull = i16x8.mul(i16x8.sub(i16x8.splat(255), values), step);
  const none = i16x8.lt_s(toNone, toRamp);
  const full = i16x8.lt_s(toFull, toRamp);
  return v128.bitselect(i16x8.splat(7), v128.bitselect(i16x8.splat(6), place, none), full);
}

@inline function restOf(values: v128, place: v128, rest: v128): v128 {
  const step = i16x8.splat(<i16>steps);
  const none = i16x8.eq(place, i16x8.splat(6));
  const full = i16x8.eq(place, i16x8.splat(7));
  const withNone = v128.bitselect(i16x8.mul(values, step), rest, none);
  return v128.bitselect(i16x8.mul(i16x8.sub(i16x8.splat(255), values), step), withNone, full);
}

/** Places into MEASURED; returns the error. */
function measure(values: v128, from: i32, to: i32): i32 {
  const v0 = i16x8.extend_low_i8x16_u(values);
  const v1 = i16x8.extend_high_i8x16_u(values);
  const bottom = i16x8.splat(<i16>from);
  const span = i16x8.splat(<i16>(to - from));
  const step = i16x8.splat(<i16>steps);
  const off0 = i16x8.sub(v0, bottom);
  const off1 = i16x8.sub(v1, bottom);
  let place0 = placeOf(off0, to - from);
  let place1 = placeOf(off1, to - from);
  let rest0 = i16x8.sub(i16x8.mul(off0, step), i16x8.mul(span, place0));
  let rest1 = i16x8.sub(i16x8.mul(off1, step), i16x8.mul(span, place1));
  if (steps == 5) {
    place0 = nearerEnds(v0, place0, rest0);
    place1 = nearerEnds(v1, place1, rest1);
    rest0 = restOf(v0, place0, rest0);
    rest1 = restOf(v1, place1, rest1);
  }
  v128.store(MEASURED, i8x16.narrow_i16x8_u(place0, place1));
  return sum(i32x4.add(i32x4.dot_i16x8_s(rest0, rest0), i32x4.dot_i16x8_s(rest1, rest1)));
}

/** Eight places need two different ends. */
@inline function isRamp(from: i32, to: i32): bool { return from >= 0 && to <= 255 && (steps == 5 ? from <= to : from < to); }

/** Takes the ramp if it is better than the current one. */
function offer(values: v128, from: i32, to: i32): bool {
  if (!isRamp(from, to)) return false;
  const now = measure(values, from, to);
  if (now >= error) return false;
  error = now;
  low = from;
  high = to;
  v128.store(CURRENT, v128.load(MEASURED));
  return true;
}

@inline function clampedQuotient(n: i32, d: i32): i32 { return n >= 0 ? min((2 * n + d) / (2 * d), 255) : 0; }

/** Offers the ends that fit the current places. */
function refit(values: v128): bool {
  const places = v128.load(CURRENT);
  const onRamp = i8x16.le_u(places, i8x16.splat(<i8>steps));
  const p = v128.and(places, onRamp);
  const v = v128.and(values, onRamp);
  const p0 = i16x8.extend_low_i8x16_u(p);
  const p1 = i16x8.extend_high_i8x16_u(p);
  const v0 = i16x8.extend_low_i8x16_u(v);
  const v1 = i16x8.extend_high_i8x16_u(v);
  const ones = i16x8.splat(1);
  const count = popcnt(i8x16.bitmask(onRamp));
  const first = sum(i32x4.dot_i16x8_s(i16x8.add(p0, p1), ones));
  const squares = sum(i32x4.add(i32x4.dot_i16x8_s(p0, p0), i32x4.dot_i16x8_s(p1, p1)));
  const total = sum(i32x4.dot_i16x8_s(i16x8.add(v0, v1), ones));
  const along = sum(i32x4.add(i32x4.dot_i16x8_s(p0, v0), i32x4.dot_i16x8_s(p1, v1)));
  const spread = count * squares - first * first;
  if (spread == 0) return false;
  // The line v = a + b·place: b = rise / spread, and count·a = total − b·first.
  const rise = count * along - first * total;
  const from = total * spread - rise * first;
  return offer(values, clampedQuotient(from, count * spread), clampedQuotient(from + steps * count * rise, count * spread));
}

/** Enters a ramp, as far as it can be stored, among the most promising. */
function enter(values: v128, first: i32, last: i32): void {
  const from = max(first, 0);
  const to = min(last, 255);
  if (!isRamp(from, to)) return;
  const now = measure(values, from, to);
  let at = KEPT_COUNT;
  while (at > 0 && now < load<i32>(KEPT + (at - 1) * 12)) at--;
  if (at == KEPT_COUNT) return;
  memory.copy(KEPT + (at + 1) * 12, KEPT + at * 12, (KEPT_COUNT - 1 - at) * 12);
  store<i32>(KEPT + at * 12, now);
  store<i32>(KEPT + at * 12, from, 4);
  store<i32>(KEPT + at * 12, to, 8);
}

/** Enters ramps of which `k` steps reach from the lowest to the highest value and that begin with it or whole steps before it; then
 *  some whose ends lie a little beside the outermost values. */
function enterAll(values: v128, from: i32, to: i32): void {
  const range = to - from;
  for (let i = 0; i < KEPT_COUNT; i++) store<i32>(KEPT + i * 12, i32.MAX_VALUE);
  for (let k = steps; k >= FEWEST; k--)
    for (let bottom = from * k; bottom >= from * k - (steps - k) * range; bottom -= range) {
      enter(values, (2 * bottom + k) / (2 * k), (2 * (bottom + steps * range) + k) / (2 * k));
      if (range == 0) return;
    }
  for (let a = OUTWARD; a <= INWARD; a++)
    for (let b = OUTWARD; b <= INWARD; b++) {
      const parts = 4 * steps - a - b;
      enter(values, from + (2 * a * range + parts) / (2 * parts), to - (2 * b * range + parts) / (2 * parts));
    }
}

/** Improves a ramp by itself, then by its neighbours. */
function refine(values: v128, from: i32, to: i32): void {
  error = i32.MAX_VALUE;
  offer(values, from, to);
  for (let i = 0; i < REFITS && error > 0 && refit(values); i++) {}
  for (let i = 0; i < CLIMBS && error > 0; i++) {
    let better = offer(values, low - 1, high);
    better = offer(values, low + 1, high) || better;
    better = offer(values, low, high + 1) || better;
    better = offer(values, low, high - 1) || better;
    if (!better) break;
  }
  if (error >= bestError) return;
  bestError = error;
  bestLow = low;
  bestHigh = high;
  v128.store(BEST, v128.load(CURRENT));
}

/** The best ramp for values that reach from `from` to `to`. */
function fit(values: v128, from: i32, to: i32): void {
  enterAll(values, from, to);
  for (let i = 0; i < KEPT_COUNT && bestError > 0; i++) {
    if (load<i32>(KEPT + i * 12) / HOPELESS >= bestError) break;
    if (load<i32>(KEPT + i * 12) < i32.MAX_VALUE) refine(values, load<i32>(KEPT + i * 12, 4), load<i32>(KEPT + i * 12, 8));
  }
}

/** The best ends with their codes: 0 and 1 are the ends, what lies between follows. Eight places count from the high end. */
function pack(): u64 {
  let bits: u64 = 0;
  for (let i = 15; i >= 0; i--) {
    let place: i32 = load<u8>(BEST + i);
    if (steps == 7) place = 7 - place;
    bits = (bits << 3) | u64(place == 0 ? 0 : place == steps ? 1 : place > steps ? place : place + 1);
  }
  const first = steps == 7 ? bestHigh : bestLow;
  const second = steps == 7 ? bestLow : bestHigh;
  return u64(first) | (u64(second) << 8) | (bits << 16);
}

export function toBc4(values: v128): u64 {
  const to = greatestOf(values);
  const from = leastOf(values);
  if (from == to) return u64(from) * 0x101;
  steps = 7;
  bestError = i32.MAX_VALUE;
  if (to - from <= 7) {
    // Places a step of one apart: exact.
    const base = min(from, 248);
    refine(values, base, base + 7);
    return pack();
  }
  fit(values, from, to);
  const eight = pack();
  if (bestError == 0) return eight;
  // In 25ths against 49ths.
  const limit = i32((i64(bestError) * 25) / 49);
  steps = 5;
  bestError = limit;
  for (let margin = 0; margin <= 16; margin += 16) {
    const ends = v128.or(i8x16.le_u(values, i8x16.splat(<i8>margin)), i8x16.ge_u(values, i8x16.splat(<i8>(255 - margin))));
    const inFrom = leastOf(v128.or(values, ends));
    const inTo = greatestOf(v128.andnot(values, ends));
    if (inFrom <= inTo) fit(values, inFrom, inTo);
  }
  return bestError < limit ? pack() : eight;
}
