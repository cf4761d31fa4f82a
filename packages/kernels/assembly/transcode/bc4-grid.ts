// Values that UASTC has at few evenly spaced levels: two or three bits of weight between one pair of endpoints. A BC4 ramp with these levels
// needs no search, if rounding its endpoints to integers does not move them.

import { fitLine, rounded, start, step, stepsBefore, unitOf } from './bc4-ramp';

/** How far levels may be moved, in 1/1792 of the range: 12 costs 0.01 dB and saves three of five searches in a normal map, 24 costs 0.05 dB
 *  and saves two of three. */
const ALLOWED: i32 = 12;
const STEPS: i32 = 7;

/** The ramp found: its endpoints, and sixteen places. */
export let gridLow: i32 = 0;
export let gridHigh: i32 = 0;
export const GRID_PLACES: usize = memory.data(16, 16);

/** The index of a value on a grid of `count` steps from `low` to `high`. */
/* @inline */ function gridIndex(value: i32, low: i32, high: i32, count: i32): i32 {
  return ((value - low) * count * unitOf(high - low) + (1 << 19)) >> 20;
}

/** Finds a ramp for values from `from` to `to` on a grid of `count` steps from `low` to `high`. Returns false if none is good enough. */
export function fitGrid(values: v128, from: i32, to: i32, low: i32, high: i32, count: i32): bool {
  const range = to - from;
  const top = gridIndex(to, low, high, count) - gridIndex(from, low, high, count);
  const off = i8x16.sub(values, i8x16.splat(i8(from)));
  const steep = i16x8.splat(i16((top * unitOf(range)) >> 5));
  const places = i8x16.narrow_i16x8_u(
    i16x8.q15mulr_sat_s(i16x8.extend_low_i8x16_u(off), steep),
    i16x8.q15mulr_sat_s(i16x8.extend_high_i8x16_u(off), steep),
  );
  if (!fitLine(values, places, i8x16.splat(-1))) return false;
  // One, two or three places of the ramp per step of the grid.
  let key = stepsBefore(start, step, top);
  let by = 1;
  for (let factor = 2; factor <= 3 && factor * top <= STEPS; factor++) {
    const other = stepsBefore(start, step / factor, factor * top);
    if (other >> 2 < key >> 2) {
      key = other;
      by = factor;
    }
  }
  if (key >> 2 > ALLOWED * range) return false;
  const before = key & 3;
  const part = step / by;
  gridLow = rounded(start - before * part);
  gridHigh = rounded(start + (STEPS - before) * part);
  let spread = i8x16.splat(i8(before));
  for (let i = 0; i < by; i++) spread = i8x16.add(spread, places);
  v128.store(GRID_PLACES, spread);
  return true;
}
