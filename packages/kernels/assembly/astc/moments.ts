// What a subset of texels is: exact sums of its channels and of their products, and the line that fits them best. Lines are in a space where each
// channel is scaled by the root of its metric.

import { isOpaque, metricRoot, PLANE, TEXELS, wideBytes } from './state';

/** Offsets in the statistics of a subset, f64 each: counts of color and alpha, sums of R to A, sums of squares of R to A. */
export const S_COUNTS: usize = 0;
export const S_SUMS: usize = 16;
export const S_SQUARES: usize = 48;
/** The best line: unit direction, and the squared errors that are left: of that line, of gray, and of the best line through black. */
export const S_AXIS: usize = 80;
export const S_LINE_ERROR: usize = 112;
export const S_GRAY_ERROR: usize = 120;
export const S_SCALE_ERROR: usize = 128;
/** Lowest projection, and the distance to the highest. */
export const S_LOW: usize = 136;
export const S_LENGTH: usize = 144;
/** What the line leaves of R to A. */
export const S_LEFT: usize = 152;
export const S_BYTES: usize = 192;

export const STATISTICS: usize = memory.data(4 * 192, 16);

/** The scatter matrix and the matrix of raw products, 4 × 4. */
const SCATTER: usize = memory.data(128, 16);
const RAW: usize = memory.data(128, 16);
const VECTOR: usize = memory.data(32, 16);
const NEXT: usize = memory.data(32, 16);

/* @inline */ function cell(matrix: usize, row: i32, column: i32): usize {
  return matrix + (usize(row * 4 + column) << 3);
}

/* @inline */ export function laneSum(v: v128): i32 {
  const half = i32x4.add(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

/** Σ a·b over all texels. */
/* @inline */ export function dotPlanes(a: usize, b: usize): i32 {
  let sum = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16)
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(a + i), v128.load(b + i)));
  return laneSum(sum);
}

const ONES: usize = memory.data(288, 16);

export function buildMoments(): void {
  for (let i: usize = 0; i < 288; i += 2) store<i16>(ONES + i, 1);
}

/* @inline */ function putRaw(row: i32, column: i32, sum: v128): void {
  store<f64>(cell(RAW, row, column), f64(laneSum(sum)));
}

/** Sums of R, G and B and of their products, in one pass. */
function measureColors(counts: usize, to: usize): void {
  let r = i32x4.splat(0);
  let g = i32x4.splat(0);
  let b = i32x4.splat(0);
  let rr = i32x4.splat(0);
  let gr = i32x4.splat(0);
  let gg = i32x4.splat(0);
  let br = i32x4.splat(0);
  let bg = i32x4.splat(0);
  let bb = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const count = v128.load(counts + i);
    const red = v128.load(TEXELS + i);
    const green = v128.load(TEXELS + PLANE + i);
    const blue = v128.load(TEXELS + 2 * PLANE + i);
    const greens = i16x8.mul(green, count);
    const blues = i16x8.mul(blue, count);
    r = i32x4.add(r, i32x4.dot_i16x8_s(red, count));
    g = i32x4.add(g, i32x4.dot_i16x8_s(green, count));
    b = i32x4.add(b, i32x4.dot_i16x8_s(blue, count));
    rr = i32x4.add(rr, i32x4.dot_i16x8_s(red, i16x8.mul(red, count)));
    gr = i32x4.add(gr, i32x4.dot_i16x8_s(red, greens));
    gg = i32x4.add(gg, i32x4.dot_i16x8_s(green, greens));
    br = i32x4.add(br, i32x4.dot_i16x8_s(red, blues));
    bg = i32x4.add(bg, i32x4.dot_i16x8_s(green, blues));
    bb = i32x4.add(bb, i32x4.dot_i16x8_s(blue, blues));
  }
  store<f64>(to, f64(laneSum(r)), S_SUMS);
  store<f64>(to, f64(laneSum(g)), S_SUMS + 8);
  store<f64>(to, f64(laneSum(b)), S_SUMS + 16);
  putRaw(0, 0, rr);
  putRaw(1, 0, gr);
  putRaw(1, 1, gg);
  putRaw(2, 0, br);
  putRaw(2, 1, bg);
  putRaw(2, 2, bb);
}

/** Sums of alpha and of its products. Products of color and alpha count as color does. */
function measureAlpha(counts: usize, to: usize): void {
  const alphas = TEXELS + 3 * PLANE;
  let a = i32x4.splat(0);
  let ar = i32x4.splat(0);
  let ag = i32x4.splat(0);
  let ab = i32x4.splat(0);
  let aa = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const alpha = v128.load(alphas + i);
    const asColor = i16x8.mul(alpha, v128.load(counts + i));
    const count = v128.load(counts + PLANE + i);
    a = i32x4.add(a, i32x4.dot_i16x8_s(alpha, count));
    ar = i32x4.add(ar, i32x4.dot_i16x8_s(v128.load(TEXELS + i), asColor));
    ag = i32x4.add(ag, i32x4.dot_i16x8_s(v128.load(TEXELS + PLANE + i), asColor));
    ab = i32x4.add(ab, i32x4.dot_i16x8_s(v128.load(TEXELS + 2 * PLANE + i), asColor));
    aa = i32x4.add(aa, i32x4.dot_i16x8_s(alpha, i16x8.mul(alpha, count)));
  }
  store<f64>(to, f64(laneSum(a)), S_SUMS + 24);
  putRaw(3, 0, ar);
  putRaw(3, 1, ag);
  putRaw(3, 2, ab);
  putRaw(3, 3, aa);
}

/** Sums of a subset whose texels count as `counts` says: color, then alpha. */
export function measureSubset(counts: usize, to: usize): void {
  const alpha = f64(dotPlanes(counts + PLANE, ONES));
  store<f64>(to, f64(dotPlanes(counts, ONES)), S_COUNTS);
  store<f64>(to, alpha, S_COUNTS + 8);
  measureColors(counts, to);
  if (isOpaque) {
    store<f64>(to, 255 * alpha, S_SUMS + 24);
    store<f64>(to, 65025 * alpha, S_SQUARES + 24);
  } else measureAlpha(counts, to);
  const channels = isOpaque ? 3 : 4;
  for (let c = 0; c < channels; c++) store<f64>(to + (usize(c) << 3), load<f64>(cell(RAW, c, c)), S_SQUARES);
}

/* @inline */ function meanOf(statistics: usize, channel: i32): f64 {
  const count = load<f64>(statistics + (channel === 3 ? 8 : 0), S_COUNTS);
  return load<f64>(statistics + (usize(channel) << 3), S_SUMS) / count;
}

/** Turns raw products into both matrices, scaled; channels in `skipped` (bits) are zero. */
function buildMatrices(statistics: usize, channels: i32, skipped: i32): void {
  for (let row = 0; row < channels; row++)
    for (let column = 0; column <= row; column++) {
      const isSkipped = ((skipped >> row) | (skipped >> column)) & 1;
      const scale = isSkipped ? 0 : metricRoot(row) * metricRoot(column);
      const count = load<f64>(statistics + (column === 3 ? 8 : 0), S_COUNTS);
      const raw = load<f64>(cell(RAW, row, column));
      const scatter = raw - count * meanOf(statistics, row) * meanOf(statistics, column);
      store<f64>(cell(SCATTER, row, column), scatter * scale);
      store<f64>(cell(SCATTER, column, row), scatter * scale);
      store<f64>(cell(RAW, row, column), raw * scale);
      store<f64>(cell(RAW, column, row), raw * scale);
    }
}

/** Multiplies VECTOR by a matrix `rounds` times; leaves it with length 1, or zero. Returns the share of the matrix along it. */
function iterate(matrix: usize, channels: i32, rounds: i32): f64 {
  for (let round = 0; round < rounds; round++) {
    let largest: f64 = 0;
    for (let row = 0; row < channels; row++) {
      let sum: f64 = 0;
      for (let k = 0; k < channels; k++) sum += load<f64>(cell(matrix, row, k)) * load<f64>(VECTOR + (usize(k) << 3));
      store<f64>(NEXT + (usize(row) << 3), sum);
      largest = max<f64>(largest, abs<f64>(sum));
    }
    if (!(largest > 1e-6)) return 0;
    for (let k = 0; k < channels; k++)
      store<f64>(VECTOR + (usize(k) << 3), load<f64>(NEXT + (usize(k) << 3)) / largest);
  }
  let along: f64 = 0;
  let length: f64 = 0;
  for (let row = 0; row < channels; row++) {
    const v = load<f64>(VECTOR + (usize(row) << 3));
    length += v * v;
    for (let k = 0; k < channels; k++)
      along += v * load<f64>(cell(matrix, row, k)) * load<f64>(VECTOR + (usize(k) << 3));
  }
  if (!(length > 0)) return 0;
  const scale = 1 / sqrt<f64>(length);
  for (let k = 0; k < channels; k++) store<f64>(VECTOR + (usize(k) << 3), load<f64>(VECTOR + (usize(k) << 3)) * scale);
  return along / length;
}

/* @inline */ function trace(matrix: usize, channels: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < channels; k++) sum += load<f64>(cell(matrix, k, k));
  return sum;
}

/** The column of the largest variance is a first guess. */
function guessAxis(channels: i32): void {
  let chosen = 0;
  for (let k = 1; k < channels; k++)
    if (load<f64>(cell(SCATTER, k, k)) > load<f64>(cell(SCATTER, chosen, chosen))) chosen = k;
  for (let k = 0; k < 4; k++)
    store<f64>(VECTOR + (usize(k) << 3), k < channels ? load<f64>(cell(SCATTER, k, chosen)) : 0);
}

/** The error that gray leaves: of R, G and B from their weighted mean, in each texel. */
function grayError(): f64 {
  let weight: f64 = 0;
  let along: f64 = 0;
  for (let row = 0; row < 3; row++) {
    weight += metricRoot(row) * metricRoot(row);
    for (let k = 0; k < 3; k++) along += metricRoot(row) * metricRoot(k) * load<f64>(cell(RAW, row, k));
  }
  return trace(RAW, 3) - along / weight;
}

const ROUNDS: i32 = 5;

/** Fits lines to a subset that `measureSubset` was just called for. `skipped`: channels with weights of their own. */
export function fitLines(statistics: usize, skipped: i32, allLines: bool): void {
  const channels = isOpaque ? 3 : 4;
  buildMatrices(statistics, channels, skipped);
  guessAxis(channels);
  const along = iterate(SCATTER, channels, ROUNDS);
  const spread = trace(SCATTER, channels);
  store<f64>(statistics, max<f64>(spread - along, 0), S_LINE_ERROR);
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) sum += load<f64>(VECTOR + (usize(k) << 3)) / max<f64>(metricRoot(k), 0.01);
  if (sum === 0) sum = load<f64>(VECTOR, 24);
  // Upper endpoints are the lighter ones.
  const sign: f64 = sum < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++)
    store<f64>(statistics + (usize(k) << 3), along > 0 ? sign * load<f64>(VECTOR + (usize(k) << 3)) : 0, S_AXIS);
  if (!allLines) return;
  for (let k = 0; k < channels; k++) {
    const share = load<f64>(VECTOR + (usize(k) << 3));
    store<f64>(statistics + (usize(k) << 3), load<f64>(cell(SCATTER, k, k)) - along * share * share, S_LEFT);
  }
  store<f64>(statistics, max<f64>(grayError(), 0), S_GRAY_ERROR);
  for (let k = 0; k < 4; k++) store<f64>(VECTOR + (usize(k) << 3), k < 3 ? meanOf(statistics, k) * metricRoot(k) : 0);
  const scaled = iterate(RAW, 3, 3);
  store<f64>(statistics, max<f64>(trace(RAW, 3) - scaled, 0), S_SCALE_ERROR);
}
