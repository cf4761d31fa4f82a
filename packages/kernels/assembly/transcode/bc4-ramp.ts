// Ramps of BC4: a low and a high endpoint, and evenly spaced places from 0 at the low one. The form with six places also has 6 and 7 for 0
// and 255. Errors are squared parts of a step, so comparisons are exact. The better ramp is selected without a branch, which could not be
// predicted.

import { sum, sums4 } from '../block/lanes';
import { minOf4 } from './lanes';

/** Every ramp tried: sixteen places, low and high endpoint. */
const TRIED: usize = memory.data(4 * 24, 16);
const RAMP_BYTES: usize = 24;
const ENDS_AT: usize = 16;
/** 2²⁰ / 1 … 255: a division takes as long as all texels of a ramp. */
const UNITS: usize = memory.data(256 * 4, 4);
for (let span = 1; span < 256; span++) store<i32>(UNITS + (span << 2), (1 << 20) / span);
/** A fitted line is in 1/256 of a value. */
const PARTS: i32 = 256;

/** Steps between the endpoints: seven, or five. */
export let steps: i32 = 7;
/** The best ramp, and its error. */
export let best: usize = 0;
export let bestError: i32 = 0;
let next: usize = 0;
/** Place 0 of the fitted line, and the distance to the next place. */
export let start: i32 = 0;
export let step: i32 = 0;

/* @inline */ export function lowOf(ramp: usize): i32 {
  return load<u8>(ramp, ENDS_AT);
}
/* @inline */ export function highOf(ramp: usize): i32 {
  return load<u8>(ramp, ENDS_AT + 1);
}

/** Starts a search for ramps with an error below `limit`. */
/* @inline */ export function beginRamps(count: i32, limit: i32): void {
  steps = count;
  bestError = limit;
  best = 0;
  next = TRIED;
}

/** 2²⁰ / a span of values. */
/* @inline */ export function unitOf(span: i32): i32 {
  return load<i32>(UNITS + (span << 2));
}

/** Replaces places by 6 and 7 if 0 or 255 is nearer than the ramp. */
/* @inline */ function withEnds(values: v128, place: v128, rest: v128): v128 {
  const toRamp = i16x8.abs(rest);
  const toNone = i16x8.mul(values, i16x8.splat(5));
  const toFull = i16x8.sub(i16x8.splat(5 * 255), toNone);
  const atNone = v128.bitselect(i16x8.splat(6), place, i16x8.lt_s(toNone, toRamp));
  return v128.bitselect(i16x8.splat(7), atNone, i16x8.lt_s(toFull, i16x8.min_s(toNone, toRamp)));
}

/* @inline */ function restWithEnds(values: v128, rest: v128): v128 {
  const toNone = i16x8.mul(values, i16x8.splat(5));
  return i16x8.min_s(i16x8.min_s(i16x8.abs(rest), toNone), i16x8.sub(i16x8.splat(5 * 255), toNone));
}

/** Stores the places; returns the error. */
/* @inline */ function measure(values: v128, from: i32, span: i32, count: i32): i32 {
  const inside = i8x16.min_u(i8x16.sub_sat_u(values, i8x16.splat(i8(from))), i8x16.splat(i8(span)));
  const steep = i16x8.splat(i16(min((count * unitOf(span)) >> 5, 0x7fff)));
  let place0 = i16x8.q15mulr_sat_s(i16x8.extend_low_i8x16_u(inside), steep);
  let place1 = i16x8.q15mulr_sat_s(i16x8.extend_high_i8x16_u(inside), steep);
  const v0 = i16x8.extend_low_i8x16_u(values);
  const v1 = i16x8.extend_high_i8x16_u(values);
  const wide = i16x8.splat(i16(span));
  const origin = i16x8.splat(i16(from * count));
  let rest0 = i16x8.sub(i16x8.sub(i16x8.mul(v0, i16x8.splat(i16(count))), origin), i16x8.mul(wide, place0));
  let rest1 = i16x8.sub(i16x8.sub(i16x8.mul(v1, i16x8.splat(i16(count))), origin), i16x8.mul(wide, place1));
  if (count === 5) {
    place0 = withEnds(v0, place0, rest0);
    place1 = withEnds(v1, place1, rest1);
    rest0 = restWithEnds(v0, rest0);
    rest1 = restWithEnds(v1, rest1);
  }
  v128.store(next, i8x16.narrow_i16x8_u(place0, place1));
  return sum(i32x4.add(i32x4.dot_i16x8_s(rest0, rest0), i32x4.dot_i16x8_s(rest1, rest1)));
}

/** Keeps the ramp if it is better. Ignores ramps whose step is below one. */
export function tryRamp(values: v128, from: i32, to: i32): void {
  const span = to - from;
  if (span < steps) return;
  const error = steps === 7 ? measure(values, from, span, 7) : measure(values, from, span, 5);
  store<u8>(next, from, ENDS_AT);
  store<u8>(next, to, ENDS_AT + 1);
  const isBetter = error < bestError;
  best = select(next, best, isBetter);
  bestError = select(error, bestError, isBetter);
  next += RAMP_BYTES;
}

/** Fits a line to the values of `inside` at their places, by least squares. Returns false if there is none. */
/* @inline */ export function fitLine(values: v128, places: v128, inside: v128): bool {
  const v = v128.and(values, inside);
  const p = v128.and(places, inside);
  const v0 = i16x8.extend_low_i8x16_u(v);
  const v1 = i16x8.extend_high_i8x16_u(v);
  const p0 = i16x8.extend_low_i8x16_u(p);
  const p1 = i16x8.extend_high_i8x16_u(p);
  const sums = sums4(
    i32x4.extadd_pairwise_i16x8_s(i16x8.add(p0, p1)),
    i32x4.extadd_pairwise_i16x8_s(i16x8.add(v0, v1)),
    i32x4.add(i32x4.dot_i16x8_s(p0, p0), i32x4.dot_i16x8_s(p1, p1)),
    i32x4.add(i32x4.dot_i16x8_s(p0, v0), i32x4.dot_i16x8_s(p1, v1)),
  );
  const count = popcnt(i8x16.bitmask(inside));
  const first = i32x4.extract_lane(sums, 0);
  const total = i32x4.extract_lane(sums, 1);
  const spread = count * i32x4.extract_lane(sums, 2) - first * first;
  if (spread === 0) return false;
  step = ((count * i32x4.extract_lane(sums, 3) - first * total) * PARTS) / spread;
  const all = total * PARTS - step * first;
  start = count === 16 ? all >> 4 : all / count;
  return true;
}

/* @inline */ export function rounded(end: i32): i32 {
  return min(max((end + PARTS / 2) >> 8, 0), 255);
}

/* @inline */ function allRounded(ends: v128): v128 {
  const whole = i32x4.shr_s(i32x4.add(ends, i32x4.splat(PARTS / 2)), 8);
  return i32x4.min_s(i32x4.max_s(whole, i32x4.splat(0)), i32x4.splat(255));
}

/** How many whole steps, at most three, before place 0 of a line (with places up to `top`) a ramp should begin, so that rounding its
 *  endpoints to 0 … 255 moves it least. The low two bits are the steps, the others the error in parts of a step. */
export function stepsBefore(start: i32, step: i32, top: i32): i32 {
  const before = i32x4(0, 1, 2, 3);
  const back = i32x4.mul(before, i32x4.splat(step));
  const first = allRounded(i32x4.sub(i32x4.splat(start), back));
  const span = i32x4.sub(allRounded(i32x4.sub(i32x4.splat(start + steps * step), back)), first);
  const bottom = i32x4.add(i32x4.mul(first, i32x4.splat(steps)), i32x4.mul(span, before));
  const highest = i32x4.add(bottom, i32x4.mul(span, i32x4.splat(top)));
  const offBottom = i32x4.abs(i32x4.sub(i32x4.shl(bottom, 8), i32x4.splat(steps * start)));
  const offHighest = i32x4.abs(i32x4.sub(i32x4.shl(highest, 8), i32x4.splat(steps * (start + top * step))));
  const key = v128.or(i32x4.shl(i32x4.max_s(offBottom, offHighest), 2), before);
  return minOf4(v128.or(key, i32x4.gt_s(before, i32x4.splat(steps - top))));
}

/** Fits a ramp to texels with approximate places from 0 to `top`. Texels outside `inside` have none. */
export function tryPlaces(values: v128, places: v128, inside: v128, top: i32): void {
  if (!fitLine(values, places, inside)) return;
  const from = top < steps ? start - (stepsBefore(start, step, top) & 3) * step : start;
  tryRamp(values, rounded(from), rounded(from + steps * step));
}

/** Tries the endpoints that fit the places of the best ramp. */
export function refitBest(values: v128): void {
  const places = v128.load(best);
  if (fitLine(values, places, i8x16.le_u(places, i8x16.splat(i8(steps)))))
    tryRamp(values, rounded(start), rounded(start + steps * step));
}
