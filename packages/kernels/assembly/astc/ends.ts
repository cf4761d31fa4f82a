// Rounds pairs of endpoints to what a format can store, and decodes them. The upper endpoint is the lighter one: the order of stored values
// says whether red and green are contracted toward blue.

import { copyPair, copyVectors } from './copy';
import {
  FORMAT_GRAY,
  FORMAT_GRAY_ALPHA,
  FORMAT_RGB,
  FORMAT_RGBA,
  formatOf,
  hasAlpha,
  isScale,
  MIXED,
  modeOf,
} from './formats';
import { storeHdrEnds } from './hdr-ends';
import { nearestByte, nearestWithTop } from './ranges';
import { subsetCount } from './scheme';
import { channelCount, isHdr, metricOf } from './state';

/** Per subset: the wanted R to A of the lower endpoint, then of the upper. */
export const WANTED_ENDS: usize = memory.data(4 * 64, 16);
/** Per subset: the same as stored, i32. */
export const ENDS: usize = memory.data(4 * 32, 16);
/** Values to store, bytes, eight for each subset. */
export const STORED: usize = memory.data(32, 16);
/** The endpoint modes of the values, a byte for each subset. */
export const END_MODES: usize = memory.data(4, 16);

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
    if ((i & 3) >= channelCount) continue;
    const d = wantedEnd(subset, i) - f64(trialEnd(i));
    sum += d * d * metricOf(i & 3);
  }
  return sum;
}

function keep(subset: i32): void {
  store<u64>(STORED + (usize(subset) << 3), load<u64>(TRIAL_STORED));
  copyPair(ENDS + (usize(subset) << 5), TRIAL_ENDS);
}

/** Alpha of two colors, as values `at` and the next; without it, it is 255. */
function storeAlpha(subset: i32, range: i32, at: i32, isSwapped: bool, isStored: bool): void {
  for (let i = 0; i < 2; i++) {
    const value = isStored ? nearest(range, wantedEnd(subset, i * 4 + 3)) : 255;
    setEnd(i * 4 + 3, value);
    if (isStored) setStored(at + (isSwapped ? 1 - i : i), value);
  }
}

/* @inline */ function sumOf(first: i32): i32 {
  return stored(first) + stored(first + 2) + stored(first + 4);
}

/** Two direct colors. Colors of nearly equal sums are moved until their order is right. */
function storePlain(subset: i32, range: i32, isAlpha: bool): void {
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
  storeAlpha(subset, range, 6, false, isAlpha);
}

/** Red and green as twice their distance from blue, in swapped order. False if that order needs other sums. */
function storeContracted(subset: i32, range: i32, isAlpha: bool): bool {
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
  storeAlpha(subset, range, 6, true, isAlpha);
  return sumOf(1) < sumOf(0);
}

function storeDirect(subset: i32, range: i32, isAlpha: bool): f64 {
  storePlain(subset, range, isAlpha);
  const plain = distance(subset);
  keep(subset);
  if (!storeContracted(subset, range, isAlpha)) return plain;
  const contracted = distance(subset);
  if (contracted >= plain) return plain;
  keep(subset);
  return contracted;
}

/** A channel with one bit more than the range has, and its distance from the other endpoint, at most 31: as values `at` and the next. */
function storeOffset(low: f64, high: f64, range: i32, at: i32, channel: i32): bool {
  const bottom = byteOf(low);
  const base = nearestByte(range, (bottom << 1) & 255);
  const kept = (bottom & 128) | (base >> 1);
  const away = byteOf(high) - kept;
  if (away < -32 || away > 31) return false;
  const packed = nearestWithTop(range, (bottom & 128) | ((away & 63) << 1), 2);
  setStored(at, base);
  setStored(at + 1, packed);
  setEnd(channel, kept);
  setEnd(channel + 4, min(max(kept + ((((packed >> 1) & 63) ^ 32) - 32), 0), 255));
  return true;
}

/** Two colors as bases and offsets. False if a distance is too large, or if the order of their sums says something else. */
function storeOffsets(subset: i32, range: i32, isAlpha: bool): bool {
  setEnd(3, 255);
  setEnd(7, 255);
  const channels = isAlpha ? 4 : 3;
  for (let c = 0; c < channels; c++)
    if (!storeOffset(wantedEnd(subset, c), wantedEnd(subset, c + 4), range, c * 2, c)) return false;
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += (((stored(c * 2 + 1) >> 1) & 63) ^ 32) - 32;
  return sum >= 0;
}

/** A color and the part of it that the lower endpoint is. */
function storeScale(subset: i32, range: i32, isAlpha: bool): void {
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
  storeAlpha(subset, range, 4, false, isAlpha);
}

/** The gray that an endpoint wants. */
function wantedGray(subset: i32, end: i32): f64 {
  if (channelCount === 1) return wantedEnd(subset, end * 4);
  let sum: f64 = 0;
  for (let c = 0; c < 3; c++) sum += metricOf(c) * wantedEnd(subset, end * 4 + c);
  return sum / (metricOf(0) + metricOf(1) + metricOf(2));
}

/** One value for R, G and B of each endpoint. */
function storeGray(subset: i32, range: i32, isAlpha: bool): void {
  for (let i = 0; i < 2; i++) {
    const value = nearest(range, wantedGray(subset, i));
    setStored(i, value);
    for (let c = 0; c < 3; c++) setEnd(i * 4 + c, value);
  }
  storeAlpha(subset, range, 2, false, isAlpha);
}

/** Gray as a base of two bits more than the range has, and a distance of at most 63. */
function storeGrayRise(subset: i32, range: i32): bool {
  const bottom = byteOf(wantedGray(subset, 0));
  const first = nearestByte(range, (bottom & 63) << 2);
  const kept = (bottom & 192) | (first >> 2);
  const away = byteOf(wantedGray(subset, 1)) - kept;
  if (away < 0 || away > 63) return false;
  const second = nearestWithTop(range, (bottom & 192) | away, 2);
  setStored(0, first);
  setStored(1, second);
  for (let c = 0; c < 3; c++) {
    setEnd(c, kept);
    setEnd(c + 4, min(kept + (second & 63), 255));
  }
  setEnd(3, 255);
  setEnd(7, 255);
  return true;
}

/** Gray and alpha as bases and offsets. */
function storeGrayOffsets(subset: i32, range: i32): bool {
  if (!storeOffset(wantedGray(subset, 0), wantedGray(subset, 1), range, 0, 0)) return false;
  for (let c = 1; c < 3; c++) {
    setEnd(c, trialEnd(0));
    setEnd(c + 4, trialEnd(4));
  }
  return storeOffset(wantedEnd(subset, 3), wantedEnd(subset, 7), range, 2, 3);
}

/** Stores a subset in the plain mode of its format; returns the distance. */
function storeFormat(subset: i32, range: i32, format: i32): f64 {
  const isAlpha = hasAlpha(format);
  if (format === FORMAT_RGB || format === FORMAT_RGBA) return storeDirect(subset, range, isAlpha);
  if (isScale(format)) storeScale(subset, range, isAlpha);
  else storeGray(subset, range, isAlpha);
  keep(subset);
  return distance(subset);
}

/** Tries a subset with bases and offsets; returns the distance, or a negative number if that cannot be. */
function tryOffsets(subset: i32, range: i32, format: i32): f64 {
  if (isScale(format)) return -1;
  const isPossible =
    format === FORMAT_GRAY
      ? storeGrayRise(subset, range)
      : format === FORMAT_GRAY_ALPHA
        ? storeGrayOffsets(subset, range)
        : storeOffsets(subset, range, hasAlpha(format));
  return isPossible ? distance(subset) : -1;
}

const PLAIN_ENDS: usize = memory.data(128 + 32, 16);

/** Of all subsets alike: bases and offsets if that comes nearer in all together. */
function tryAllOffsets(range: i32, formats: i32, plain: f64): void {
  copyVectors(PLAIN_ENDS, ENDS, 128);
  copyPair(PLAIN_ENDS + 128, STORED);
  let sum: f64 = 0;
  for (let subset = 0; subset < subsetCount; subset++) {
    const away = tryOffsets(subset, range, formatOf(formats, subset));
    sum += away;
    if (away < 0 || sum >= plain) {
      copyVectors(ENDS, PLAIN_ENDS, 128);
      copyPair(STORED, PLAIN_ENDS + 128);
      return;
    }
    keep(subset);
  }
  for (let subset = 0; subset < subsetCount; subset++) store<u8>(END_MODES + subset, load<u8>(END_MODES + subset) + 1);
}

/** Rounds WANTED_ENDS of all subsets. */
export function storeEnds(formats: i32, range: i32): void {
  if (isHdr) {
    for (let subset = 0; subset < subsetCount; subset++)
      storeHdrEnds(WANTED_ENDS + usize(subset * 64), range, ENDS + usize(subset * 32), STORED + usize(subset * 8));
    store<u32>(END_MODES, 0x0b0b0b0b);
    return;
  }
  let sum: f64 = 0;
  for (let subset = 0; subset < subsetCount; subset++) {
    const format = formatOf(formats, subset);
    const plain = storeFormat(subset, range, format);
    store<u8>(END_MODES + subset, modeOf(format));
    sum += plain;
    if ((formats & MIXED) === 0) continue;
    const away = tryOffsets(subset, range, format);
    if (away < 0 || away >= plain) continue;
    keep(subset);
    store<u8>(END_MODES + subset, modeOf(format) + 1);
  }
  if ((formats & MIXED) === 0) tryAllOffsets(range, formats, sum);
}
