// Encodes one channel of sixteen texels as a BC4 block: two endpoints and eight shades, ordered from dark to bright.

import { maxByte, minByte, pack3Bits } from '../block/lanes';
import { nearestShades } from '../block/shades';
import {
  beginChannel,
  bestCapped,
  bestError,
  bestHigh,
  bestLow,
  measure,
  search,
  setClamped,
  setPair,
  shadesOf,
  texels,
} from './channel-trials';
import { FOUR_STARTS, quartersInward, rankStarts } from './starts';

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

/** Starts from the endpoints that give the smallest texel the shade `a` and the largest the shade `b`, for all pairs in range. */
function scanRanks(low: i32, high: i32, capped: bool): void {
  const last = capped ? 5 : 7;
  let count = 0;
  for (let a = 0; a < last; a++)
    for (let b = a + 1; b <= last; b++) {
      const steps = b - a;
      const from = low - ((high - low) * a * 2 + steps) / (2 * steps);
      const to = high + ((high - low) * (last - b) * 2 + steps) / (2 * steps);
      if (from < 0 || to > 255) continue;
      // Places that stay unused repeat a pair, which changes nothing.
      for (let i = count; i < 4; i++) setPair(i, from, to);
      if (++count < 4) continue;
      search(capped, 1);
      count = 0;
    }
  if (count > 0) search(capped, 1);
}

/** Up to this many values are few. */
const MAX_FEW_VALUES: i32 = 5;

function hasFewValues(low: i32): bool {
  let last = low;
  for (let i = 1; i < MAX_FEW_VALUES; i++) {
    const above = i8x16.gt_u(texels, i8x16.splat(u8(last)));
    if (!v128.any_true(above)) return true;
    last = minByte(v128.or(texels, v128.not(above)));
  }
  return !v128.any_true(i8x16.gt_u(texels, i8x16.splat(u8(last))));
}

/** Blocks of few values are often exact if an endpoint is far beyond them. So are soft edges of flat art, which contain 0 or 255: 0.1 dB. For all
 *  blocks of up to eight values it gained 0.03 dB on color textures, in twice the time. */
function searchRanks(low: i32, high: i32): void {
  scanRanks(low, high, false);
  scanInner(0);
  scanInner(NEAR_LIMITS);
}

/** How far from 0 and 255 a value may be to be shown as one of them. */
const NEAR_LIMITS: i32 = 5;

/** Scans capped blocks for the texels that are farther than this from 0 and 255. */
function scanInner(margin: i32): void {
  const near = i8x16.splat(u8(margin));
  const inner = v128.and(i8x16.gt_u(texels, near), i8x16.lt_u(texels, v128.not(near)));
  if (!v128.any_true(inner)) return;
  scanRanks(minByte(v128.or(texels, v128.not(inner))), maxByte(v128.and(texels, inner)), true);
}

/** Above this error a block that contains 0 or 255 is searched like one of few values. */
const FAR: i32 = 64;

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
  if (level > 1 && span >= NARROW && bestError > 0) {
    if (((low === 0 || high === 255) && bestError > FAR) || hasFewValues(low)) searchRanks(low, high);
  }
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
  const low = minByte(values);
  const high = maxByte(values);
  if (low === high) return u64(low) | (u64(low) << 8);
  beginChannel(values);
  searchEndpoints(low, high, level);
  const ranks = nearestShades(texels, shadesOf(bestLow, bestHigh, bestCapped));
  const codes = pack3Bits(i8x16.swizzle(codesOf(bestCapped), ranks));
  const first = bestCapped ? bestLow : bestHigh;
  const second = bestCapped ? bestHigh : bestLow;
  return u64(first) | (u64(second) << 8) | (codes << 16);
}
