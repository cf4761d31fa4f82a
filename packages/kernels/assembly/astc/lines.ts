// The lines that fit the texels of subsets best. They are in a space where each channel is scaled by the root of its metric.

import { cell, RAW, S_AXIS, S_COUNTS, S_GRAY_ERROR, S_LEFT, S_LINE_ERROR, S_SCALE_ERROR, S_SUMS } from './moments';
import { channelCount, metricRoot } from './state';

/** The matrix of products of differences from the mean, 4 × 4: its lower half; and a direction. */
const SCATTER: usize = memory.data(128, 16);
const VECTOR: usize = memory.data(32, 16);

/* @inline */ function meanOf(statistics: usize, channel: i32): f64 {
  const count = load<f64>(statistics + (channel === 3 ? 8 : 0), S_COUNTS);
  return load<f64>(statistics + (usize(channel) << 3), S_SUMS) / count;
}

/** Turns raw products into both matrices, scaled; channels in `skipped` (bits) are zero. */
function buildMatrices(statistics: usize, channels: i32, skipped: i32): void {
  for (let row = 0; row < channels; row++) {
    const mean = meanOf(statistics, row);
    for (let column = 0; column <= row; column++) {
      const isSkipped = ((skipped >> row) | (skipped >> column)) & 1;
      const scale = isSkipped ? 0 : metricRoot(row) * metricRoot(column);
      const sum = load<f64>(statistics + (usize(column) << 3), S_SUMS);
      const raw = load<f64>(cell(RAW, row, column));
      store<f64>(cell(SCATTER, row, column), (raw - sum * mean) * scale);
      store<f64>(cell(RAW, row, column), raw * scale);
    }
  }
}

/* @inline */ function component(index: i32): f64 {
  return load<f64>(VECTOR + (usize(index) << 3));
}
/* @inline */ function setVector(x: f64, y: f64, z: f64, w: f64): void {
  store<f64>(VECTOR, x);
  store<f64>(VECTOR, y, 8);
  store<f64>(VECTOR, z, 16);
  store<f64>(VECTOR, w, 24);
}

/**
 * Multiplies VECTOR by the color part of a matrix `rounds` times; leaves it with length 1, or zero. Returns the share of the matrix along it. Sums of
 * squares are below 2^32, so a few products of them cannot overflow. Only the lower half of a matrix is used.
 */
function iterateThree(matrix: usize, rounds: i32): f64 {
  const m00 = load<f64>(matrix);
  const m10 = load<f64>(matrix, 32);
  const m11 = load<f64>(matrix, 40);
  const m20 = load<f64>(matrix, 64);
  const m21 = load<f64>(matrix, 72);
  const m22 = load<f64>(matrix, 80);
  let x = component(0);
  let y = component(1);
  let z = component(2);
  for (let round = 0; round < rounds; round++) {
    const u = m00 * x + m10 * y + m20 * z;
    const v = m10 * x + m11 * y + m21 * z;
    z = m20 * x + m21 * y + m22 * z;
    x = u;
    y = v;
  }
  const length = x * x + y * y + z * z;
  if (!(length > 0)) {
    setVector(0, 0, 0, 0);
    return 0;
  }
  const along =
    x * (m00 * x + m10 * y + m20 * z) + y * (m10 * x + m11 * y + m21 * z) + z * (m20 * x + m21 * y + m22 * z);
  const scale = 1 / sqrt<f64>(length);
  setVector(x * scale, y * scale, z * scale, 0);
  return along / length;
}

/** The same with alpha. */
function iterateFour(matrix: usize, rounds: i32): f64 {
  const m00 = load<f64>(matrix);
  const m10 = load<f64>(matrix, 32);
  const m11 = load<f64>(matrix, 40);
  const m20 = load<f64>(matrix, 64);
  const m21 = load<f64>(matrix, 72);
  const m22 = load<f64>(matrix, 80);
  const m30 = load<f64>(matrix, 96);
  const m31 = load<f64>(matrix, 104);
  const m32 = load<f64>(matrix, 112);
  const m33 = load<f64>(matrix, 120);
  let x = component(0);
  let y = component(1);
  let z = component(2);
  let w = component(3);
  for (let round = 0; round < rounds; round++) {
    const u = m00 * x + m10 * y + m20 * z + m30 * w;
    const v = m10 * x + m11 * y + m21 * z + m31 * w;
    const t = m20 * x + m21 * y + m22 * z + m32 * w;
    w = m30 * x + m31 * y + m32 * z + m33 * w;
    x = u;
    y = v;
    z = t;
  }
  const length = x * x + y * y + z * z + w * w;
  if (!(length > 0)) {
    setVector(0, 0, 0, 0);
    return 0;
  }
  const along =
    x * (m00 * x + m10 * y + m20 * z + m30 * w) +
    y * (m10 * x + m11 * y + m21 * z + m31 * w) +
    z * (m20 * x + m21 * y + m22 * z + m32 * w) +
    w * (m30 * x + m31 * y + m32 * z + m33 * w);
  const scale = 1 / sqrt<f64>(length);
  setVector(x * scale, y * scale, z * scale, w * scale);
  return along / length;
}

/* @inline */ function trace(matrix: usize, channels: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < channels; k++) sum += load<f64>(cell(matrix, k, k));
  return sum;
}

/* @inline */ function cross(matrix: usize, a: i32, b: i32): f64 {
  return load<f64>(a > b ? cell(matrix, a, b) : cell(matrix, b, a));
}

/** The column of the largest variance is a first guess. */
function guessAxis(channels: i32): void {
  let chosen = 0;
  for (let k = 1; k < channels; k++)
    if (load<f64>(cell(SCATTER, k, k)) > load<f64>(cell(SCATTER, chosen, chosen))) chosen = k;
  const alpha = channels === 4 ? cross(SCATTER, 3, chosen) : 0;
  setVector(cross(SCATTER, 0, chosen), cross(SCATTER, 1, chosen), cross(SCATTER, 2, chosen), alpha);
}

/** The error that gray leaves: of R, G and B from their weighted mean, in each texel. */
function grayError(): f64 {
  let weight: f64 = 0;
  let along: f64 = 0;
  for (let row = 0; row < 3; row++) {
    weight += metricRoot(row) * metricRoot(row);
    for (let k = 0; k < 3; k++) along += metricRoot(row) * metricRoot(k) * cross(RAW, row, k);
  }
  return trace(RAW, 3) - along / weight;
}

/** Products with a matrix that turn a guess into the line. */
export const AXIS_ROUNDS: i32 = 5;
/** Less than any two different texels leave; sums of equal ones round to it. */
export const NO_SPREAD: f64 = 1e-3;

/** The line of a subset, into VECTOR; returns what of `spread` is along it. */
/* @inline */ function findAxis(channels: i32, spread: f64): f64 {
  if (spread < NO_SPREAD) {
    setVector(0, 0, 0, 0);
    return 0;
  }
  if (channels === 1) {
    setVector(1, 0, 0, 0);
    return spread;
  }
  guessAxis(channels);
  return channels === 3 ? iterateThree(SCATTER, AXIS_ROUNDS) : iterateFour(SCATTER, AXIS_ROUNDS);
}

/** Fits lines to a subset that `measureSubset` was just called for. `skipped`: channels with weights of their own. */
export function fitLines(statistics: usize, skipped: i32, allLines: bool): void {
  const channels = channelCount;
  buildMatrices(statistics, channels, skipped);
  const spread = trace(SCATTER, channels);
  const along = findAxis(channels, spread);
  store<f64>(statistics, max<f64>(spread - along, 0), S_LINE_ERROR);
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) sum += component(k) / max<f64>(metricRoot(k), 0.01);
  if (sum === 0) sum = component(3);
  // Upper endpoints are the lighter ones.
  const sign: f64 = sum < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) store<f64>(statistics + (usize(k) << 3), sign * component(k), S_AXIS);
  if (!allLines) return;
  if (channels === 1) {
    store<f64>(statistics, 0, S_GRAY_ERROR);
    store<f64>(statistics, 0, S_SCALE_ERROR);
    return;
  }
  for (let k = 0; k < channels; k++) {
    const share = component(k);
    store<f64>(statistics + (usize(k) << 3), load<f64>(cell(SCATTER, k, k)) - along * share * share, S_LEFT);
  }
  store<f64>(statistics, max<f64>(grayError(), 0), S_GRAY_ERROR);
  setVector(
    meanOf(statistics, 0) * metricRoot(0),
    meanOf(statistics, 1) * metricRoot(1),
    meanOf(statistics, 2) * metricRoot(2),
    0,
  );
  const scaled = iterateThree(RAW, 3);
  store<f64>(statistics, max<f64>(trace(RAW, 3) - scaled, 0), S_SCALE_ERROR);
}
