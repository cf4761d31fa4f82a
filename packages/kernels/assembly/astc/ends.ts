// Rounds pairs of endpoints to what a format can store, and decodes them. The upper endpoint is the lighter one: the order of stored values
// says whether red and green are contracted toward blue.

import { storeHdrEnds } from './hdr-ends';
import { FORMAT_GRAY, FORMAT_GRAY_ALPHA, FORMAT_RGBA, FORMAT_SCALE, FORMAT_SCALE_ALPHA, valuesOf } from './plan';
import { nearestByte, nearestWithTop } from './ranges';
import { subsetCount } from './scheme';
import { isHdr, isOpaque, metricOf } from './state';

/** Per subset: the wanted R to A of the lower endpoint, then of the upper. */
export const WANTED_ENDS: usize = memory.data(4 * 64, 16);
/** Per subset: the same as stored, i32. */
export const ENDS: usize = memory.data(4 * 32, 16);
/** Values to store, bytes, eight for each subset. */
export const STORED: usize = memory.data(32, 16);
/** The endpoint mode of the values. */
export let endMode: i32 = 0;

const TRIAL_STORED: usize = memory.data(8, 16);
const TRIAL_ENDS: usize = memory.data(32, 16);

/* @inline */ function wantedEnd(subset: i32, index: i32): f64 {
  return load<f64>(WANTED_ENDS + usize(subset * 64 + index * 8));
}
/* @inline */ function byteOf(value: f64): i32 {
  return i32(min<f64>(max<f64>(value, 0), 255) + 0.5);
}
/* @inline */ function nearest(range: i32, value: f64): i32 {
  return nearestByte(range, byteOf(value));
}
/* @inline */ function setEnd(index: i32, value: i32): void {
  store<i32>(TRIAL_ENDS + (usize(index) << 2), value);
}
/* @inline */ function trialEnd(index: i32): i32 {
  return load<i32>(TRIAL_ENDS + (usize(index) << 2));
}
/* @inline */ function setStored(index: i32, value: i32): void {
  store<u8>(TRIAL_STORED + index, value);
}
/* @inline */ function stored(index: i32): i32 {
  return load<u8>(TRIAL_STORED + index);
}

/** Weighted squared distance of the trial's endpoints from the wanted ones. */
function distance(subset: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < 8; i++) {
    const d = wantedEnd(subset, i) - f64(trialEnd(i));
    sum += d * d * metricOf(i & 3);
  }
  return sum;
}

function keep(subset: i32): void {
  store<u64>(STORED + (usize(subset) << 3), load<u64>(TRIAL_STORED));
  memory.copy(ENDS + (usize(subset) << 5), TRIAL_ENDS, 32);
}

/** Alpha of two direct colors, as values 6 and 7. */
function storeAlpha(subset: i32, range: i32, at: i32, isSwapped: bool): void {
  for (let i = 0; i < 2; i++) {
    const value = isOpaque ? 255 : nearest(range, wantedEnd(subset, i * 4 + 3));
    setEnd(i * 4 + 3, value);
    setStored(at + (isSwapped ? 1 - i : i), value);
  }
}

/* @inline */ function sumOf(first: i32): i32 {
  return stored(first) + stored(first + 2) + stored(first + 4);
}

/** Two direct colors. Colors of nearly equal sums are moved until their order is right. */
function storePlain(subset: i32, range: i32): void {
  for (let c = 0; c < 3; c++)
    for (let i = 0; i < 2; i++) setStored(c * 2 + i, nearest(range, wantedEnd(subset, i * 4 + c)));
  for (let c = 0; c < 3 && sumOf(1) < sumOf(0); c++) {
    // The channel that falls takes the mean.
    if (stored(c * 2 + 1) >= stored(c * 2)) continue;
    const mean = nearest(range, f64(stored(c * 2 + 1) + stored(c * 2)) * 0.5);
    setStored(c * 2, mean);
    setStored(c * 2 + 1, mean);
  }
  for (let c = 0; c < 3; c++) for (let i = 0; i < 2; i++) setEnd(i * 4 + c, stored(c * 2 + i));
  storeAlpha(subset, range, 6, false);
}

/** Red and green as twice their distance from blue, in swapped order. False if that order needs other sums. */
function storeContracted(subset: i32, range: i32): bool {
  for (let i = 0; i < 2; i++) {
    const blue = nearest(range, wantedEnd(subset, i * 4 + 2));
    const at = 1 - i;
    setStored(4 + at, blue);
    setEnd(i * 4 + 2, blue);
    for (let c = 0; c < 2; c++) {
      const value = nearest(range, wantedEnd(subset, i * 4 + c) * 2 - f64(blue) + 0.5);
      setStored(c * 2 + at, value);
      setEnd(i * 4 + c, (value + blue) >> 1);
    }
  }
  storeAlpha(subset, range, 6, true);
  return sumOf(1) < sumOf(0);
}

function storeDirect(subset: i32, range: i32): f64 {
  storePlain(subset, range);
  const plain = distance(subset);
  keep(subset);
  if (!storeContracted(subset, range)) return plain;
  const contracted = distance(subset);
  if (contracted >= plain) return plain;
  keep(subset);
  return contracted;
}

/** A color with one bit more than the range has, and its distance from the other, at most 31. False if they are too far apart. */
function storeOffset(subset: i32, range: i32): bool {
  const channels = isOpaque ? 3 : 4;
  let sum = 0;
  for (let c = 0; c < channels; c++) {
    const low = byteOf(wantedEnd(subset, c));
    const base = nearestByte(range, (low << 1) & 255) >> 1;
    const kept = (low & 128) | base;
    const away = byteOf(wantedEnd(subset, c + 4)) - kept;
    if (away < -32 || away > 31) return false;
    const packed = nearestWithTop(range, (low & 128) | ((away & 63) << 1), 2);
    const offset = (((packed >> 1) & 63) ^ 32) - 32;
    setStored(c * 2, nearestByte(range, (low << 1) & 255));
    setStored(c * 2 + 1, packed);
    setEnd(c, kept);
    setEnd(c + 4, min(max(kept + offset, 0), 255));
    if (c < 3) sum += offset;
  }
  if (isOpaque) {
    setEnd(3, 255);
    setEnd(7, 255);
  }
  return sum >= 0;
}

/** A color and the part of it that the lower endpoint is. */
function storeScale(subset: i32, range: i32): void {
  let along: f64 = 0;
  let length: f64 = 0;
  for (let c = 0; c < 3; c++) {
    const value = nearest(range, wantedEnd(subset, 4 + c));
    setStored(c, value);
    setEnd(4 + c, value);
    along += metricOf(c) * f64(value) * (wantedEnd(subset, c) + 0.5);
    length += metricOf(c) * f64(value * value);
  }
  const scale = nearest(range, length > 0 ? (along * 256) / length : 0);
  setStored(3, scale);
  for (let c = 0; c < 3; c++) setEnd(c, (trialEnd(4 + c) * scale) >> 8);
  storeAlpha(subset, range, 4, false);
}

/** One value for R, G and B of each endpoint. */
function storeGray(subset: i32, range: i32): void {
  const weight = metricOf(0) + metricOf(1) + metricOf(2);
  for (let i = 0; i < 2; i++) {
    let sum: f64 = 0;
    for (let c = 0; c < 3; c++) sum += metricOf(c) * wantedEnd(subset, i * 4 + c);
    const value = nearest(range, sum / weight);
    setStored(i, value);
    for (let c = 0; c < 3; c++) setEnd(i * 4 + c, value);
  }
  storeAlpha(subset, range, 2, false);
}

const DIRECT_ENDS: usize = memory.data(128 + 32, 16);

/** Direct colors, or a color and offsets if that comes nearer in all subsets together. */
function storeColors(format: i32, range: i32): void {
  let direct: f64 = 0;
  for (let subset = 0; subset < subsetCount; subset++) direct += storeDirect(subset, range);
  endMode = format === FORMAT_RGBA ? 12 : 8;
  memory.copy(DIRECT_ENDS, ENDS, 128);
  memory.copy(DIRECT_ENDS + 128, STORED, 32);
  let offset: f64 = 0;
  let isBetter = true;
  for (let subset = 0; isBetter && subset < subsetCount; subset++) {
    isBetter = storeOffset(subset, range);
    if (!isBetter) break;
    offset += distance(subset);
    keep(subset);
    isBetter = offset < direct;
  }
  if (isBetter) {
    endMode++;
    return;
  }
  memory.copy(ENDS, DIRECT_ENDS, 128);
  memory.copy(STORED, DIRECT_ENDS + 128, 32);
}

/** Rounds WANTED_ENDS of all subsets. */
export function storeEnds(format: i32, range: i32): void {
  if (isHdr) {
    for (let subset = 0; subset < subsetCount; subset++)
      storeHdrEnds(WANTED_ENDS + usize(subset * 64), range, ENDS + usize(subset * 32), STORED + usize(subset * 8));
    endMode = 11;
    return;
  }
  if (valuesOf(format) >= 6 && format !== FORMAT_SCALE_ALPHA) {
    storeColors(format, range);
    return;
  }
  for (let subset = 0; subset < subsetCount; subset++) {
    if (format === FORMAT_SCALE || format === FORMAT_SCALE_ALPHA) storeScale(subset, range);
    else storeGray(subset, range);
    keep(subset);
  }
  endMode = format === FORMAT_GRAY ? 0 : format === FORMAT_GRAY_ALPHA ? 4 : format === FORMAT_SCALE ? 6 : 10;
}
