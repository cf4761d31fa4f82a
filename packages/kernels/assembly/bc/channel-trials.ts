// Measures and refits pairs of endpoints for one channel of sixteen texels, and keeps the best. An `even` block has eight shades from the
// lower to the upper endpoint, a `capped` one six, and 0 and 255.
// Four pairs are measured at a time: that takes hardly longer than one, whose thirty steps depend on each other.

import { sums4 } from '../block/lanes';
import { nearestShades } from '../block/shades';

/** Texels of the channel, a byte each. */
export let texels: v128 = i8x16.splat(0);

// The best block so far.
export let bestError: i32 = 0;
export let bestLow: i32 = 0;
export let bestHigh: i32 = 0;
export let bestCapped: bool = false;

/** Starts a search for the endpoints of sixteen values. */
/* @inline */ export function beginChannel(values: v128): void {
  texels = values;
  bestError = i32.MAX_VALUE;
}

/** Four pairs of endpoints to be measured, as i32: low, high. */
const PAIRS: usize = memory.data(32, 16);

/* @inline */ export function setPair(i: i32, low: i32, high: i32): void {
  store<i32>(PAIRS + (i << 3), low);
  store<i32>(PAIRS + (i << 3), high, 4);
}

/** Eight shades as a decoder rounds them, in the low eight bytes. 1/7 is 4681/32768 and 1/5 is 6554/32768, precise enough for exact
 *  rounding, because no shade is halfway between two integers. */
/* @inline */ export function shadesOf(low: i32, high: i32, capped: bool): v128 {
  const from = i16x8.splat(i16(low));
  const span = i16x8.splat(i16(high - low));
  if (!capped) {
    const sevenths = i16x8.add(i16x8.mul(from, i16x8.splat(7)), i16x8.mul(span, i16x8(0, 1, 2, 3, 4, 5, 6, 7)));
    const rounded = i16x8.q15mulr_sat_s(sevenths, i16x8.splat(4681));
    return i8x16.narrow_i16x8_u(rounded, rounded);
  }
  const fifths = i16x8.add(i16x8.mul(from, i16x8.splat(5)), i16x8.mul(span, i16x8(0, 0, 1, 2, 3, 4, 5, 5)));
  const rounded = i16x8.replace_lane(i16x8.replace_lane(i16x8.q15mulr_sat_s(fifths, i16x8.splat(6554)), 0, 0), 7, 255);
  return i8x16.narrow_i16x8_u(rounded, rounded);
}

/** 7 · 4096 over each span. */
const RECIPROCALS: usize = memory.data(512, 16);

export function buildReciprocals(): void {
  for (let span = 1; span < 256; span++) store<u16>(RECIPROCALS + (span << 1), u16((7 * 8192 + span) / (2 * span)));
}

/** Like `nearestShades` for an even block in a third of the time, with an error of up to 1/40 of a step. */
/* @inline */ function roughRanks(low: i32, high: i32): v128 {
  const span = high - low;
  const above = i8x16.min_u(i8x16.sub_sat_u(texels, i8x16.splat(u8(low))), i8x16.splat(u8(span)));
  const scale = v128.load16_splat(RECIPROCALS + (span << 1));
  const half = i16x8.splat(2048);
  return i8x16.narrow_i16x8_u(
    i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(above), scale), half), 12),
    i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(above), scale), half), 12),
  );
}

/* @inline */ function trialRanks(low: i32, high: i32, shades: v128, capped: bool): v128 {
  return capped ? nearestShades(texels, shades) : roughRanks(low, high);
}

/** Squared differences for a pair of endpoints, as four partial sums. */
/* @inline */ function differences(pair: i32, capped: bool): v128 {
  const from = load<i32>(PAIRS + (pair << 3));
  const to = load<i32>(PAIRS + (pair << 3), 4);
  const shades = shadesOf(from, to, capped);
  const shown = i8x16.swizzle(shades, trialRanks(from, to, shades, capped));
  const difference = v128.or(i8x16.sub_sat_u(texels, shown), i8x16.sub_sat_u(shown, texels));
  const low = i16x8.extend_low_i8x16_u(difference);
  const high = i16x8.extend_high_i8x16_u(difference);
  return i32x4.add(i32x4.dot_i16x8_s(low, low), i32x4.dot_i16x8_s(high, high));
}

/* @inline */ function keep(pair: i32, error: i32, capped: bool): void {
  if (error >= bestError) return;
  bestError = error;
  bestLow = load<i32>(PAIRS + (pair << 3));
  bestHigh = load<i32>(PAIRS + (pair << 3), 4);
  bestCapped = capped;
}

/** Measures the four pairs and keeps the best if it beats all before. */
export function measure(capped: bool): void {
  const errors = capped
    ? sums4(differences(0, true), differences(1, true), differences(2, true), differences(3, true))
    : sums4(differences(0, false), differences(1, false), differences(2, false), differences(3, false));
  keep(0, i32x4.extract_lane(errors, 0), capped);
  keep(1, i32x4.extract_lane(errors, 1), capped);
  keep(2, i32x4.extract_lane(errors, 2), capped);
  keep(3, i32x4.extract_lane(errors, 3), capped);
}

/* @inline */ function pairSums(a: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(a));
}

/** Products of bytes, each at most 1785, as four partial sums. */
/* @inline */ function products(a: v128, b: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.add(i16x8.extmul_low_i8x16_u(a, b), i16x8.extmul_high_i8x16_u(a, b)));
}

/** The nearest whole number to a / b in 0 … 255, for positive b. */
/* @inline */ function quotient(a: i32, b: i32): i32 {
  return a <= 0 ? 0 : min((2 * a + b) / (2 * b), 255);
}

/** Moves a pair to the least-squares solution for the shades of its texels, unless they all have the same shade. */
/* @inline */ function refitPair(pair: i32, capped: bool): void {
  const from = load<i32>(PAIRS + (pair << 3));
  const to = load<i32>(PAIRS + (pair << 3), 4);
  let places = capped ? nearestShades(texels, shadesOf(from, to, true)) : roughRanks(from, to);
  let shown = texels;
  let count = 16;
  if (capped) {
    places = i8x16.sub(places, i8x16.splat(1));
    const counted = i8x16.lt_u(places, i8x16.splat(6));
    places = v128.and(places, counted);
    shown = v128.and(texels, counted);
    count = popcnt(i8x16.bitmask(counted));
  }
  const sums = sums4(pairSums(places), products(places, places), pairSums(shown), products(places, shown));
  const place = i32x4.extract_lane(sums, 0);
  const placeSquares = i32x4.extract_lane(sums, 1);
  const value = i32x4.extract_lane(sums, 2);
  const product = i32x4.extract_lane(sums, 3);
  const spread = count * placeSquares - place * place;
  if (spread === 0) return;
  const base = value * placeSquares - place * product;
  const low = quotient(base, spread);
  const high = quotient(base + (capped ? 5 : 7) * (count * product - place * value), spread);
  if (low < high) setPair(pair, low, high);
}

function refit(capped: bool): void {
  if (capped) {
    for (let i = 0; i < 4; i++) refitPair(i, true);
    return;
  }
  refitPair(0, false);
  refitPair(1, false);
  refitPair(2, false);
  refitPair(3, false);
}

/** Measures the four pairs, then again after each of `refits` rounds of least squares. */
export function search(capped: bool, refits: i32): void {
  measure(capped);
  for (let i = 0; i < refits && bestError > 0; i++) {
    refit(capped);
    measure(capped);
  }
}

/** Sets a pair, clamped to 0 … 255. */
/* @inline */ export function setClamped(pair: i32, low: i32, high: i32): void {
  const l = min(max(low, 0), 255);
  setPair(pair, l, max(min(high, 255), l));
}
