// Endpoint modes with a base and an offset: more precise than plain ones of the same range, if the endpoints are near each other.

import { nearestByte, nearestWithTop } from '../ranges';
import { FORMAT_GRAY, FORMAT_GRAY_ALPHA, hasAlpha, isScale } from './formats';
import { byteOf, distance, setEnd, setStored, stored, trialEnd, wantedEnd, wantedGray } from './trial-ends';

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

/** Tries a subset with bases and offsets; returns the distance, or a negative number if that cannot be. */
export function tryOffsets(subset: i32, range: i32, format: i32): f64 {
  if (isScale(format)) return -1;
  const isPossible =
    format === FORMAT_GRAY
      ? storeGrayRise(subset, range)
      : format === FORMAT_GRAY_ALPHA
        ? storeGrayOffsets(subset, range)
        : storeOffsets(subset, range, hasAlpha(format));
  return isPossible ? distance(subset) : -1;
}
