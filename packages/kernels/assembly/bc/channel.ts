// Encodes one channel of sixteen texels as a BC4 block: two endpoints and eight shades, ordered from dark to bright. An `even` block has
// eight shades from the lower to the upper endpoint, a `capped` one six, and 0 and 255.
// Four pairs of endpoints are measured at a time: that takes hardly longer than one, whose thirty steps depend on each other.

import { maxByte, minByte, pack3Bits, sums4 } from '../block/lanes';
import { nearestShades } from '../block/shades';
import { FOUR_STARTS, quartersInward, rankStarts } from './starts';

/** Texels of the channel, a byte each. */
let texels: v128 = i8x16.splat(0);

// The best block so far.
let bestError: i32 = 0;
let bestLow: i32 = 0;
let bestHigh: i32 = 0;
let bestCapped: bool = false;

/** Four pairs of endpoints to be measured, as i32: low, high. */
const PAIRS: usize = memory.data(32, 16);

/* @inline */ function setPair(i: i32, low: i32, high: i32): void {
  store<i32>(PAIRS + (i << 3), low);
  store<i32>(PAIRS + (i << 3), high, 4);
}

/** Eight shades as a decoder rounds them, in the low eight bytes. 1/7 is 4681/32768 and 1/5 is 6554/32768, precise enough for exact
 *  rounding, because no shade is halfway between two integers. */
/* @inline */ function shadesOf(low: i32, high: i32, capped: bool): v128 {
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
function measure(capped: bool): void {
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
function search(capped: bool, refits: i32): void {
  measure(capped);
  for (let i = 0; i < refits && bestError > 0; i++) {
    refit(capped);
    measure(capped);
  }
}

/** Sets a pair, clamped to 0 … 255. */
/* @inline */ function setClamped(pair: i32, low: i32, high: i32): void {
  const l = min(max(low, 0), 255);
  setPair(pair, l, max(min(high, 255), l));
}

/** Moves one or both endpoints of the best block by one, while that helps. */
function climb(): void {
  let before = i32.MAX_VALUE;
  while (bestError < before && bestError > 0) {
    before = bestError;
    const low = bestLow;
    const high = bestHigh;
    setClamped(0, low - 1, high);
    setClamped(1, low + 1, high);
    setClamped(2, low, high - 1);
    setClamped(3, low, high + 1);
    measure(bestCapped);
    setClamped(0, low - 1, high - 1);
    setClamped(1, low + 1, high + 1);
    setClamped(2, low + 1, high - 1);
    setClamped(3, low - 1, high + 1);
    measure(bestCapped);
  }
}

/** Tries the sixteen pairs at a distance of two from the best. Returns whether one is better. */
function circle(): bool {
  const before = bestError;
  const low = bestLow;
  const high = bestHigh;
  for (let i = -2; i < 2; i++) {
    setClamped(0, low + i, high - 2);
    setClamped(1, low + 2, high + i);
    setClamped(2, low - i, high + 2);
    setClamped(3, low - 2, high - i);
    measure(bestCapped);
  }
  return bestError < before;
}

/** Searches capped blocks. They start from the outermost texels that are farther than 0, 1, 2 or 3 margins from 0 and 255. */
function searchCapped(margin: i32, refits: i32): void {
  for (let i = 0; i < 4; i++) {
    const near = i8x16.splat(u8(i * margin));
    const inner = v128.and(i8x16.gt_u(texels, near), i8x16.lt_u(texels, v128.not(near)));
    if (v128.any_true(inner)) setPair(i, minByte(v128.or(texels, v128.not(inner))), maxByte(v128.and(texels, inner)));
    else setPair(i, 0, 255);
  }
  search(true, refits);
}

/** `count` quarters of a step, rounded. */
/* @inline */ function quarters(count: i32, span: i32): i32 {
  return (count * span + 14 + 28 * 128) / 28 - 128;
}

function searchStarts(low: i32, high: i32, count: i32, refits: i32): void {
  const span = high - low;
  rankStarts(texels, low, span, count);
  for (let i = 0; i < 4; i++) {
    const start = load<i32>(FOUR_STARTS + (i << 2));
    setClamped(i, low + quarters(quartersInward(start, 0), span), high - quarters(quartersInward(start, 1), span));
  }
  search(false, refits);
}

/** Starts from all pairs of endpoints up to half a step inward and two outward, in steps of an eighth. */
function scan(low: i32, high: i32): void {
  const unit = max(1, (high - low + 28) / 56);
  for (let a = -16; a <= 4; a++)
    for (let b = -16; b <= 4; b += 4) {
      for (let i = 0; i < 4; i++) setClamped(i, low + a * unit, high - (b + i) * unit);
      search(false, 1);
    }
}

/** Searches capped blocks from all pairs of endpoints in steps of eight. */
function scanCapped(): void {
  for (let low = 0; low < 256; low += 8)
    for (let high = low + 8; high < 280; high += 32) {
      for (let i = 0; i < 4; i++) setClamped(i, low, high + i * 8);
      search(true, 1);
    }
}

/** Up to this span, rounding matters as much as the values of texels. */
const NARROW: i32 = 32;

function searchEndpoints(low: i32, high: i32, level: i32): void {
  const span = high - low;
  if (span <= 7) {
    // Eight consecutive shades contain every value.
    const base = min(low, 248);
    for (let i = 0; i < 4; i++) setPair(i, base, base + 7);
    measure(false);
    return;
  }
  searchStarts(low, high, level === 0 ? 16 : level === 1 ? 32 : 48, 1);
  const touches = low < 20 || high > 235;
  if (touches) searchCapped(5, level === 0 ? 1 : 2);
  if (level === 0) return;
  if (level === 3) {
    scan(low, high);
    if (touches) scanCapped();
  }
  climb();
  // If shades are few codes apart, rounding causes local minima that single steps do not leave.
  while (bestError > 0 && (span < NARROW || level > 1) && circle()) climb();
}

/** Codes of the shades from dark to bright. */
/* @inline */ function codesOf(capped: bool): v128 {
  return capped
    ? i8x16(6, 0, 2, 3, 4, 5, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0)
    : i8x16(1, 7, 6, 5, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

/** The eight bytes of sixteen values. */
export function encodeChannel(values: v128, level: i32): u64 {
  texels = values;
  const low = minByte(values);
  const high = maxByte(values);
  if (low === high) return u64(low) | (u64(low) << 8);
  bestError = i32.MAX_VALUE;
  searchEndpoints(low, high, level);
  const ranks = nearestShades(texels, shadesOf(bestLow, bestHigh, bestCapped));
  const codes = pack3Bits(i8x16.swizzle(codesOf(bestCapped), ranks));
  const first = bestCapped ? bestLow : bestHigh;
  const second = bestCapped ? bestHigh : bestLow;
  return u64(first) | (u64(second) << 8) | (codes << 16);
}
