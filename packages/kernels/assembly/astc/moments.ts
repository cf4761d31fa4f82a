// What a subset of texels is: exact sums of its channels and of their products, and the line that fits them best. Lines are in a space where each
// channel is scaled by the root of its metric.

import { channelCount, isOpaque, metricRoot, PLANE, TEXELS, wideBytes } from './state';

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
/** The squared distances from the mean along the line. */
export const S_ALONG: usize = 184;
export const S_BYTES: usize = 192;

export const STATISTICS: usize = memory.data(4 * 192, 16);

/** The scatter matrix and the matrix of raw products, 4 × 4. */
const SCATTER: usize = memory.data(128, 16);
const RAW: usize = memory.data(128, 16);
const VECTOR: usize = memory.data(32, 16);

/* @inline */ function cell(matrix: usize, row: i32, column: i32): usize {
  return matrix + (usize(row * 4 + column) << 3);
}

/* @inline */ export function laneSum(v: v128): i32 {
  const half = i32x4.add(v, i32x4.shuffle(v, v, 2, 3, 0, 1));
  return i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1);
}

/** The sum of each of four vectors, a lane each. */
/* @inline */ export function laneSums(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
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

/** The same for gray. */
function measureRed(counts: usize, to: usize): void {
  let r = i32x4.splat(0);
  let rr = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const red = v128.load(TEXELS + i);
    const reds = i16x8.mul(red, v128.load(counts + i));
    r = i32x4.add(r, i32x4.extadd_pairwise_i16x8_s(reds));
    rr = i32x4.add(rr, i32x4.dot_i16x8_s(red, reds));
  }
  store<f64>(to, f64(laneSum(r)), S_SUMS);
  putRaw(0, 0, rr);
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
  if (channelCount === 1) measureRed(counts, to);
  else measureColors(counts, to);
  if (isOpaque) {
    store<f64>(to, 255 * alpha, S_SUMS + 24);
    store<f64>(to, 65025 * alpha, S_SQUARES + 24);
  } else measureAlpha(counts, to);
  const channels = channelCount;
  for (let c = 0; c < channels; c++) store<f64>(to + (usize(c) << 3), load<f64>(cell(RAW, c, c)), S_SQUARES);
}

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
  store<f64>(statistics, along, S_ALONG);
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
