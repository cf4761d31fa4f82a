// Rounds pairs of endpoints to what a format can store, and decodes them. The upper endpoint is the lighter one: the order of stored values
// says whether red and green are contracted toward blue.

import { copyPair, copyVectors } from '../copy';
import { subsetCount } from '../scheme';
import { isHdr, metricOf } from '../state';
import { FORMAT_RGB, FORMAT_RGBA, formatOf, hasAlpha, isScale, MIXED, modeOf } from './formats';
import { storeHdrEnds } from './hdr-ends';
import { tryOffsets } from './offset-ends';
import {
  distance,
  nearest,
  setEnd,
  setStored,
  stored,
  TRIAL_ENDS,
  TRIAL_STORED,
  trialEnd,
  WANTED_ENDS,
  wantedEnd,
  wantedGray,
} from './trial-ends';

/** Per subset: R to A of the lower endpoint as stored, then of the upper, i32. */
export const ENDS: usize = memory.data(4 * 32, 16);
/** Values to store, bytes, eight for each subset. */
export const STORED: usize = memory.data(32, 16);
/** The endpoint modes of the values, a byte for each subset. */
export const END_MODES: usize = memory.data(4, 16);

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

/** One value for R, G and B of each endpoint. */
function storeGray(subset: i32, range: i32, isAlpha: bool): void {
  for (let i = 0; i < 2; i++) {
    const value = nearest(range, wantedGray(subset, i));
    setStored(i, value);
    for (let c = 0; c < 3; c++) setEnd(i * 4 + c, value);
  }
  storeAlpha(subset, range, 2, false, isAlpha);
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
