// Exact sums over a subset of texels: of its channels, and of their products.

import { channelCount, isOpaque, PLANE, TEXELS, wideBytes } from './state';

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
export const S_BYTES: usize = 184;

export const STATISTICS: usize = memory.data(4 * 184, 16);

/** The matrix of products of channels, 4 × 4: its lower half. */
export const RAW: usize = memory.data(128, 16);

/* @inline */ export function cell(matrix: usize, row: i32, column: i32): usize {
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
