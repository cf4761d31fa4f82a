// A pair of endpoints that is tried: what is wanted, what would be stored, and how far that is.

import { nearestByte } from '../ranges';
import { channelCount, metricOf } from '../state';

/** Per subset: the wanted R to A of the lower endpoint, then of the upper. */
export const WANTED_ENDS: usize = memory.data(4 * 64, 16);
export const TRIAL_STORED: usize = memory.data(8, 16);
export const TRIAL_ENDS: usize = memory.data(32, 16);

/* @inline */ export function wantedEnd(subset: i32, index: i32): f64 {
  return load<f64>(WANTED_ENDS + usize(subset * 64 + index * 8));
}
/* @inline */ export function byteOf(value: f64): i32 {
  return i32(min<f64>(max<f64>(value, 0), 255) + 0.5);
}
/* @inline */ export function nearest(range: i32, value: f64): i32 {
  return nearestByte(range, byteOf(value));
}
/* @inline */ export function setEnd(index: i32, value: i32): void {
  store<i32>(TRIAL_ENDS + (usize(index) << 2), value);
}
/* @inline */ export function trialEnd(index: i32): i32 {
  return load<i32>(TRIAL_ENDS + (usize(index) << 2));
}
/* @inline */ export function setStored(index: i32, value: i32): void {
  store<u8>(TRIAL_STORED + index, value);
}
/* @inline */ export function stored(index: i32): i32 {
  return load<u8>(TRIAL_STORED + index);
}

/** Weighted squared distance of the trial's endpoints from the wanted ones. */
export function distance(subset: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < 8; i++) {
    if ((i & 3) >= channelCount) continue;
    const d = wantedEnd(subset, i) - f64(trialEnd(i));
    sum += d * d * metricOf(i & 3);
  }
  return sum;
}

/** The gray that an endpoint wants. */
export function wantedGray(subset: i32, end: i32): f64 {
  if (channelCount === 1) return wantedEnd(subset, end * 4);
  let sum: f64 = 0;
  for (let c = 0; c < 3; c++) sum += metricOf(c) * wantedEnd(subset, end * 4 + c);
  return sum / (metricOf(0) + metricOf(1) + metricOf(2));
}
