// UASTC to BC4: eight bytes for one channel, fitted to the decoded values, with eight places between two endpoints, or six and codes for 0 and 255.

import { fitGrid, GRID_PLACES, gridHigh, gridLow } from './bc4-grid';
import { beginRamps, best, bestError, highOf, lowOf, tryRamp } from './bc4-ramp';
import { fitRamps } from './bc4-waves';
import { firstMin, join3, minBytesOfBoth, secondMin } from './lanes';

/** With six places, values within 1/16 of the range from 0 and 255 use those codes. */
const MARGIN_SHIFT: i32 = 4;

/** Codes 0 and 1 are the endpoints, the places between follow. Eight places count from the high endpoint. */
/* @inline */ function pack(places: v128, first: i32, second: i32, codes: v128): u64 {
  const bits = i8x16.swizzle(codes, places);
  const joined = join3(i64x2.extract_lane(bits, 0)) | (join3(i64x2.extract_lane(bits, 1)) << 24);
  return u64(first) | (u64(second) << 8) | (joined << 16);
}
/* @inline */ function packEight(places: v128, low: i32, high: i32): u64 {
  return pack(places, high, low, i8x16(1, 7, 6, 5, 4, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}
/* @inline */ function packSix(places: v128, low: i32, high: i32): u64 {
  return pack(places, low, high, i8x16(0, 2, 3, 4, 5, 1, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0));
}

/** A block with six places, without 0 and 255, if it is better than `eight`; else `eight`. */
function trySix(values: v128, margin: i32, eight: u64): u64 {
  const inside = v128.and(
    i8x16.gt_u(values, i8x16.splat(i8(margin))),
    i8x16.lt_u(values, i8x16.splat(i8(255 - margin))),
  );
  if (!v128.any_true(inside)) return eight;
  const both = minBytesOfBoth(v128.or(values, v128.not(inside)), v128.not(v128.and(values, inside)));
  const from = firstMin(both);
  const to = 255 - secondMin(both);
  // From 1/49 to 1/25.
  const limit = (bestError * 25) / 49;
  beginRamps(5, limit);
  if (to - from <= 5) {
    const base = min(from, 250);
    tryRamp(values, base, base + 5);
  } else {
    fitRamps(values, inside, from, to);
  }
  return bestError < limit ? packSix(v128.load(best), lowOf(best), highOf(best)) : eight;
}

/** If `count` is not 0, all values are on a grid of `count` steps from `low` to `high`. */
export function toBc4(values: v128, low: i32, high: i32, count: i32): u64 {
  const both = minBytesOfBoth(values, v128.not(values));
  const from = firstMin(both);
  const to = 255 - secondMin(both);
  const range = to - from;
  if (range === 0) return u64(from) * 0x101;
  if (range <= 7) {
    // A step of one is exact.
    const base = min(from, 248);
    return packEight(i8x16.sub(values, i8x16.splat(i8(base))), base, base + 7);
  }
  const margin = range >> MARGIN_SHIFT;
  const maySix = from <= margin || to >= 255 - margin;
  beginRamps(7, i32.MAX_VALUE);
  if (count !== 0 && !maySix && fitGrid(values, from, to, low, high, count))
    return packEight(v128.load(GRID_PLACES), gridLow, gridHigh);
  fitRamps(values, i8x16.splat(-1), from, to);
  if (best === 0) tryRamp(values, from, to);
  const eight = packEight(v128.load(best), lowOf(best), highOf(best));
  return bestError > 0 && maySix ? trySix(values, margin, eight) : eight;
}
