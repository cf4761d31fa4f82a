// Values that UASTC put at few places a step apart: two or three bits of weight between one pair of ends. A ramp whose places these are
// needs no search, if only whole numbers as ends do not move them.

import { fitLine, rounded, start, step, stepsBefore, unitOf } from './bc4-ramp';

/** How far places may be moved, in 1792ths of a value for each that the range spans: 12 lose 0.01 dB and spare a normal map three of
 *  five searches, 24 lose 0.05 dB and spare two of three. */
const ALLOWED: i32 = 12;
const STEPS: i32 = 7;

/** The ramp that was found: its ends, and sixteen places. */
export let gridLow: i32 = 0;
export let gridHigh: i32 = 0;
export const GRID_PLACES: usize = memory.data(16, 16);

/** Number of a value on a grid of `count` steps from `low` to `high`. */
/* @inline */ function numberOn(value: i32, low: i32, high: i32, count: i32): i32 {
  return ((value - low) * count * unitOf(high - low) + (1 << 19)) >> 20;
}

/** Finds a ramp for values from `from` to `to` on a grid of `count` steps from `low` to `high`. False where none is good enough. */
export function fitGrid(values: v128, from: i32, to: i32, low: i32, high: i32, count: i32): bool {
  const range = to - from;
  const top = numberOn(to, low, high, count) - numberOn(from, low, high, count);
  const off = i8x16.sub(values, i8x16.splat(i8(from)));
  const steep = i16x8.splat(i16((top * unitOf(range)) >> 5));
  const places = i8x16.narrow_i16x8_u(
    i16x8.q15mulr_sat_s(i16x8.extend_low_i8x16_u(off), steep),
    i16x8.q15mulr_sat_s(i16x8.extend_high_i8x16_u(off), steep),
  );
  if (!fitLine(values, places, i8x16.splat(-1))) return false;
  // One, two or three places of the ramp to a step of the grid.
  let key = stepsBefore(start, step, top);
  let by = 1;
  for (let more = 2; more <= 3 && more * top <= STEPS; more++) {
    const other = stepsBefore(start, step / more, more * top);
    if (other >> 2 < key >> 2) {
      key = other;
      by = more;
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
