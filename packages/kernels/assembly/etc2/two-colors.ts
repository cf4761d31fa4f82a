// ETC2's modes T and H: two colors of 4 bits per channel. T uses the first color and three around the second, H two around each.

import { sum } from '../block/lanes';
import { HALF_BYTES, HALVES, measureHalf, setColor, weighB, weighG, weighR } from './block';

const DISTANCES: usize = memory.data<u8>([3, 6, 11, 16, 23, 32, 41, 64]);

/** The best: mode, distance, then R, G, B of the first color and of the second. */
export const MODE_T: i32 = 0;
export let twoColorError: i32 = 0;
export let twoColorMode: i32 = 0;
export let twoColorDistance: i32 = 0;
export const TWO_COLORS: usize = memory.data(24, 16);
const TRIAL: usize = memory.data(24, 16);

/* @inline */ function valueAt(colors: usize, i: i32): i32 {
  return load<i32>(colors + (i << 2)) * 17;
}

export function setTwoColors(colors: usize, mode: i32, distance: i32): void {
  const d = i32(load<u8>(DISTANCES + distance));
  const r = valueAt(colors, 0);
  const g = valueAt(colors, 1);
  const b = valueAt(colors, 2);
  const r2 = valueAt(colors, 3);
  const g2 = valueAt(colors, 4);
  const b2 = valueAt(colors, 5);
  if (mode === MODE_T) {
    setColor(0, r, g, b);
    setColor(1, r2 + d, g2 + d, b2 + d);
    setColor(2, r2, g2, b2);
    setColor(3, r2 - d, g2 - d, b2 - d);
    return;
  }
  setColor(0, r + d, g + d, b + d);
  setColor(1, r - d, g - d, b - d);
  setColor(2, r2 + d, g2 + d, b2 + d);
  setColor(3, r2 - d, g2 - d, b2 - d);
}

function trial(mode: i32, distance: i32): bool {
  // The order of the two colors stores the distance's low bit: equal colors cannot store 0.
  if (
    mode !== MODE_T &&
    !(distance & 1) &&
    load<i64>(TRIAL) === load<i64>(TRIAL, 12) &&
    load<i32>(TRIAL, 8) === load<i32>(TRIAL, 20)
  )
    return false;
  setTwoColors(TRIAL, mode, distance);
  const error = measureHalf(2) + measureHalf(3);
  if (error >= twoColorError) return false;
  twoColorError = error;
  twoColorMode = mode;
  twoColorDistance = distance;
  memory.copy(TWO_COLORS, TRIAL, 24);
  return true;
}

let cutR: i32 = 0;
let cutG: i32 = 0;
let cutB: i32 = 0;
/** Sums of R, G, B and the count of texels below and above the plane. */
const SIDES: usize = memory.data(32, 16);

/** Divides the texels by a plane with the normal `cut`. */
function cutTexels(threshold: i32): void {
  memory.fill(SIDES, 0, 32);
  for (let half = 2; half < 4; half++) {
    const at = HALVES + usize(half) * HALF_BYTES;
    for (let i = 0; i < 8; i++) {
      const r = i32(load<i16>(at + (i << 1)));
      const g = i32(load<i16>(at + (i << 1), 16));
      const b = i32(load<i16>(at + (i << 1), 32));
      const side = SIDES + (r * cutR + g * cutG + b * cutB > threshold ? 16 : 0);
      store<i32>(side, load<i32>(side) + r);
      store<i32>(side, load<i32>(side, 4) + g, 4);
      store<i32>(side, load<i32>(side, 8) + b, 8);
      store<i32>(side, load<i32>(side, 12) + 1, 12);
    }
  }
}

/* @inline */ function meanOf(side: usize, channel: usize): i32 {
  const count = load<i32>(SIDES + side, 12);
  return count === 0 ? 0 : (load<i32>(SIDES + side + (channel << 2)) * 2 + count) / (2 * count);
}

/** Two-means clustering: divides along the widest channel, then three times between the means. */
function splitTexels(): bool {
  const h2 = HALVES + 2 * HALF_BYTES;
  const h3 = h2 + HALF_BYTES;
  let widest = -1;
  for (let c = 0; c < 3; c++) {
    const a = v128.load(h2 + (c << 4));
    const b = v128.load(h3 + (c << 4));
    const one = i16x8.splat(1);
    const total = sum(i32x4.add(i32x4.dot_i16x8_s(a, one), i32x4.dot_i16x8_s(b, one)));
    const squares = sum(i32x4.add(i32x4.dot_i16x8_s(a, a), i32x4.dot_i16x8_s(b, b)));
    const spread = squares * 16 - total * total;
    if (spread <= widest) continue;
    widest = spread;
    cutR = c === 0 ? 16 : 0;
    cutG = c === 1 ? 16 : 0;
    cutB = c === 2 ? 16 : 0;
    store<i32>(SIDES, total);
  }
  cutTexels(load<i32>(SIDES));
  for (let i = 0; i < 3; i++) {
    if (load<i32>(SIDES, 12) === 0 || load<i32>(SIDES, 28) === 0) return false;
    const r0 = meanOf(0, 0);
    const g0 = meanOf(0, 1);
    const b0 = meanOf(0, 2);
    const r1 = meanOf(16, 0);
    const g1 = meanOf(16, 1);
    const b1 = meanOf(16, 2);
    cutR = (r1 - r0) * weighR;
    cutG = (g1 - g0) * weighG;
    cutB = (b1 - b0) * weighB;
    cutTexels(((r0 + r1) * cutR + (g0 + g1) * cutG + (b0 + b1) * cutB) >> 1);
  }
  return load<i32>(SIDES, 12) > 0 && load<i32>(SIDES, 28) > 0;
}

/* @inline */ function toFour(v: i32): i32 {
  return (v * 15 + 127) / 255;
}

function setTrial(first: usize, second: usize): void {
  for (let c = 0; c < 3; c++) {
    store<i32>(TRIAL + (c << 2), toFour(meanOf(first, c)));
    store<i32>(TRIAL + (c << 2), toFour(meanOf(second, c)), 12);
  }
}

/** Moves single numbers of the best colors, and the distance, while that helps. */
function climb(): void {
  let moved = true;
  while (moved && twoColorError > 0) {
    moved = false;
    for (let i = 0; i < 12; i++) {
      memory.copy(TRIAL, TWO_COLORS, 24);
      const at = TRIAL + ((i >> 1) << 2);
      const next = load<i32>(at) + (i & 1 ? 1 : -1);
      if (u32(next) > 15) continue;
      store<i32>(at, next);
      if (trial(twoColorMode, twoColorDistance)) moved = true;
    }
    memory.copy(TRIAL, TWO_COLORS, 24);
    if (twoColorDistance > 0 && trial(twoColorMode, twoColorDistance - 1)) moved = true;
    memory.copy(TRIAL, TWO_COLORS, 24);
    if (twoColorDistance < 7 && trial(twoColorMode, twoColorDistance + 1)) moved = true;
  }
}

/** The error of the best block of either mode, or i32.MAX_VALUE if the texels form no two clusters. */
export function searchTwoColors(level: i32): i32 {
  twoColorError = i32.MAX_VALUE;
  if (!splitTexels()) return twoColorError;
  setTrial(0, 16);
  for (let d = 0; d < 8; d++) {
    trial(MODE_T, d);
    trial(1, d);
  }
  setTrial(16, 0);
  for (let d = 0; d < 8; d++) trial(MODE_T, d);
  if (level > 1) climb();
  return twoColorError;
}
