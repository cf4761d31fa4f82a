// Endpoints for weights, by least squares, and the error that they leave. All sums are of integers, so that the error is exact up to the decoder's
// last rounding.

import { dotPlanes, laneSum, S_COUNTS, S_SQUARES, S_SUMS } from '../moments';
import { countsOf, secondChannel, statisticsOf, subsetCount } from '../scheme';
import { channelCount, isOpaque, isWeighted, maxEnd, metricOf, minEnd, PLANE, TEXELS, wideBytes } from '../state';
import { TEXEL_WEIGHTS } from '../weights';
import { ENDS, storeEnds } from './ends';
import { WANTED_ENDS } from './trial-ends';

/** Weights times counts. */
const PRODUCTS: usize = memory.data(288, 16);

/* @inline */ function weightProducts(weights: usize, counts: usize): void {
  for (let i: usize = 0; i < wideBytes; i += 16)
    v128.store(PRODUCTS + i, i16x8.mul(v128.load(weights + i), v128.load(counts + i)));
}

/* @inline */ function sumProducts(): f64 {
  const one = i16x8.splat(1);
  let sum = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(PRODUCTS + i), one));
  return f64(laneSum(sum));
}

/** Per subset and channel: Σ count·weight, Σ count·weight², Σ count·weight·texel. */
const SUMS: usize = memory.data(4 * 4 * 24, 16);
/* @inline */ function sumsOf(subset: i32, channel: i32): usize {
  return SUMS + usize((subset * 4 + channel) * 24);
}

/** Sums over a subset for the channels from `first` up to `end` that use the weights of `plane`. */
function sumChannels(subset: i32, plane: i32, first: i32, end: i32, counts: usize): void {
  const weights = TEXEL_WEIGHTS + usize(plane) * PLANE;
  weightProducts(weights, counts);
  const linear = sumProducts();
  const square = f64(dotPlanes(PRODUCTS, weights));
  for (let c = first; c < end; c++) {
    if (i32(c === secondChannel) !== plane) continue;
    const to = sumsOf(subset, c);
    store<f64>(to, linear);
    store<f64>(to, square, 8);
    store<f64>(to, f64(dotPlanes(PRODUCTS, TEXELS + usize(c) * PLANE)), 16);
  }
}

function sumSubset(subset: i32): void {
  const counts = countsOf(subset);
  const end = channelCount;
  const colorEnd = isWeighted ? 3 : end;
  sumChannels(subset, 0, 0, colorEnd, counts);
  if (secondChannel >= 0 && secondChannel < colorEnd) sumChannels(subset, 1, secondChannel, secondChannel + 1, counts);
  if (isWeighted) sumChannels(subset, i32(secondChannel === 3), 3, 4, counts + PLANE);
}

/** The best endpoints of a channel for the weights. */
function solveChannel(subset: i32, channel: i32): void {
  const statistics = statisticsOf(subset);
  const count = load<f64>(statistics + (channel === 3 ? 8 : 0), S_COUNTS);
  const total = load<f64>(statistics + (usize(channel) << 3), S_SUMS);
  const sums = sumsOf(subset, channel);
  const linear = load<f64>(sums);
  const square = load<f64>(sums, 8);
  const upper = load<f64>(sums, 16);
  const to = WANTED_ENDS + usize(subset * 64 + channel * 8);
  const a = 4096 * count - 128 * linear + square;
  const b = 64 * linear - square;
  const determinant = a * square - b * b;
  if (determinant <= count * count * 0.5) {
    store<f64>(to, total / count);
    store<f64>(to, total / count, 32);
    return;
  }
  const lower = 64 * total - upper;
  store<f64>(to, min<f64>(max<f64>((64 * (square * lower - b * upper)) / determinant, minEnd), maxEnd));
  store<f64>(to, min<f64>(max<f64>((64 * (a * upper - b * lower)) / determinant, minEnd), maxEnd), 32);
}

/** Squared error of a channel with its stored endpoints. */
function channelError(subset: i32, channel: i32): f64 {
  const statistics = statisticsOf(subset);
  const ends = ENDS + usize(subset * 32 + channel * 4);
  const low = f64(load<i32>(ends));
  const rise = f64(load<i32>(ends, 16)) - low;
  const count = load<f64>(statistics + (channel === 3 ? 8 : 0), S_COUNTS);
  const total = load<f64>(statistics + (usize(channel) << 3), S_SUMS);
  const sums = sumsOf(subset, channel);
  const squares =
    load<f64>(statistics + (usize(channel) << 3), S_SQUARES) -
    2 * low * total +
    low * low * count +
    (rise * (2 * low * load<f64>(sums) - 2 * load<f64>(sums, 16))) / 64 +
    (rise * rise * load<f64>(sums, 8)) / 4096;
  return squares * metricOf(channel);
}

/** Endpoints for the present weights, rounded; returns the block's error. */
export function fitEnds(formats: i32, range: i32): f64 {
  const channels = channelCount;
  for (let subset = 0; subset < subsetCount; subset++) {
    sumSubset(subset);
    for (let c = 0; c < channels; c++) solveChannel(subset, c);
    if (isOpaque) {
      store<f64>(WANTED_ENDS + usize(subset * 64), 255, 24);
      store<f64>(WANTED_ENDS + usize(subset * 64), 255, 56);
    }
  }
  storeEnds(formats, range);
  let error: f64 = 0;
  for (let subset = 0; subset < subsetCount; subset++)
    for (let c = 0; c < channels; c++) error += channelError(subset, c);
  return error;
}
