// Fits a plan: weights for what texels want, then, in turns, endpoints by least squares and better weights for the rounded endpoints. All sums are
// of integers, so that the error is exact up to the decoder's last rounding.

import { copyPair, copyVectors } from './copy';
import { END_MODES, ENDS, STORED, storeEnds, WANTED_ENDS } from './ends';
import { gridRecord, M_BITS, M_GRID, M_RANGE } from './footprint';
import { formatOf, MIXED, mixedBits, valuesOf } from './formats';
import { dotPlanes, S_COUNTS, S_SQUARES, S_SUMS } from './moments';
import { planFormats, planMode, planRange } from './plan';
import { fittingRange, MIN_COLOR_RANGE } from './ranges';
import { countsOf, floatsOf, partition, secondChannel, seed, statisticsOf, subsetCount, WANTED } from './scheme';
import {
  channelCount,
  halfBytes,
  isOpaque,
  isWeighted,
  maxEnd,
  metricOf,
  minEnd,
  PLANE,
  TEXELS,
  wideBytes,
} from './state';
import { GRID_RANKS, improveWeights, infill, MISSING, roundWanted, TEXEL_WEIGHTS, WORTHS } from './weights';

/** The best block so far. */
export let bestError: f64 = 0;
export let bestMode: usize = 0;
export let bestFormats: i32 = 0;
/** A byte for each subset. */
export let bestEndModes: u32 = 0;
export let bestRange: i32 = 0;
export let bestSubsets: i32 = 0;
export let bestSeed: i32 = 0;
export let bestSecond: i32 = 0;
export const BEST_RANKS: usize = memory.data(128, 16);
export const BEST_STORED: usize = memory.data(32, 16);
export const BEST_ENDS: usize = memory.data(128, 16);
export let bestPartition: i32 = 0;

export function beginFits(): void {
  bestError = 1e30;
}

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
  const half = i32x4.add(sum, i32x4.shuffle(sum, sum, 2, 3, 0, 1));
  return f64(i32x4.extract_lane(half, 0) + i32x4.extract_lane(half, 1));
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
function fitEnds(formats: i32, range: i32): f64 {
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

/** Per channel: direction of a line over its squared length, in weights, and its square. */
const DIRECTION: usize = memory.data(32, 16);

/** What the texels of a subset want beyond their weights, for the stored endpoints. Color and alpha that count alike need no sums per texel. */
function missTexels(subset: i32, plane: i32): void {
  const channels = channelCount;
  let length: f64 = 0;
  let offset: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const ends = ENDS + usize(subset * 32 + c * 4);
    const isPart = c < channels && i32(c === secondChannel) === plane;
    const rise = isPart ? f64(load<i32>(ends, 16) - load<i32>(ends)) : 0;
    store<f64>(DIRECTION + (usize(c) << 3), rise * metricOf(c));
    length += rise * rise * metricOf(c);
    offset += rise * metricOf(c) * f64(load<i32>(ends));
  }
  const scale: f64 = length > 0 ? 64 / length : 0;
  if (isWeighted && plane === 0 && secondChannel !== 3) missWeighted(subset);
  else missAlike(subset, plane, scale, offset * scale, length);
}

function missAlike(subset: i32, plane: i32, scale: f64, offset: f64, length: f64): void {
  const counts = countsOf(subset) + (isWeighted && plane === 1 && secondChannel === 3 ? PLANE : 0);
  const weights = TEXEL_WEIGHTS + usize(plane) * PLANE;
  const d0 = f32x4.splat(f32(load<f64>(DIRECTION) * scale));
  const d1 = f32x4.splat(f32(load<f64>(DIRECTION, 8) * scale));
  const d2 = f32x4.splat(f32(load<f64>(DIRECTION, 16) * scale));
  const d3 = f32x4.splat(f32(load<f64>(DIRECTION, 24) * scale));
  const start = f32x4.splat(f32(offset));
  const worth = f32x4.splat(f32(length));
  for (let i: usize = 0; i < halfBytes; i += 8) {
    const wanted = f32x4.sub(
      f32x4.add(
        f32x4.add(f32x4.mul(d0, floatsOf(0, i)), f32x4.mul(d1, floatsOf(1, i))),
        f32x4.add(f32x4.mul(d2, floatsOf(2, i)), f32x4.mul(d3, floatsOf(3, i))),
      ),
      start,
    );
    const missing = f32x4.sub(wanted, f32x4.convert_i32x4_s(v128.load16x4_s(weights + i)));
    const count = v128.load16x4_s(counts + i);
    const isIn = i32x4.ne(count, i32x4.splat(0));
    const at = i << 1;
    v128.store(MISSING + at, v128.bitselect(missing, v128.load(MISSING + at), isIn));
    const worths = f32x4.mul(worth, f32x4.convert_i32x4_s(count));
    v128.store(WORTHS + at, v128.bitselect(worths, v128.load(WORTHS + at), isIn));
  }
}

/** Each texel has its own worth, because its color counts by its alpha. */
function missWeighted(subset: i32): void {
  const counts = countsOf(subset);
  for (let i: usize = 0; i < wideBytes; i += 2) {
    const color = f64(load<i16>(counts + i));
    if (color === 0) continue;
    const alpha = f64(load<i16>(counts + PLANE + i));
    let along: f64 = 0;
    let length: f64 = 0;
    for (let c = 0; c < 4; c++) {
      const ends = ENDS + usize(subset * 32 + c * 4);
      const low = f64(load<i32>(ends));
      const rise = f64(load<i32>(ends, 16)) - low;
      const part = (c === 3 ? alpha : color) * load<f64>(DIRECTION + (usize(c) << 3));
      along += part * (f64(load<i16>(TEXELS + usize(c) * PLANE + i)) - low);
      length += part * rise;
    }
    const wanted = length > 0 ? (64 * along) / length : 0;
    store<f32>(MISSING + (i << 1), f32(wanted - f64(load<i16>(TEXEL_WEIGHTS + i))));
    store<f32>(WORTHS + (i << 1), f32(length));
  }
}

function improvePlanes(record: usize, range: i32): bool {
  const planes = secondChannel < 0 ? 1 : 2;
  const isUniform = subsetCount === 1 && !isWeighted;
  let hasMoved = false;
  for (let plane = 0; plane < planes; plane++) {
    for (let subset = 0; subset < subsetCount; subset++) missTexels(subset, plane);
    if (!improveWeights(record, range, usize(plane) << 6, isUniform)) continue;
    infill(record, usize(plane) << 6);
    hasMoved = true;
  }
  return hasMoved;
}

function keepBest(error: f64, mode: usize, formats: i32, range: i32): void {
  bestError = error;
  bestMode = mode;
  bestFormats = formats;
  bestEndModes = load<u32>(END_MODES);
  bestRange = range;
  bestSubsets = subsetCount;
  bestSeed = seed;
  bestSecond = secondChannel;
  copyVectors(BEST_RANKS, GRID_RANKS, 128);
  copyPair(BEST_STORED, STORED);
  copyVectors(BEST_ENDS, ENDS, 128);
  bestPartition = partition;
}

/**
 * Fits endpoints to the weights of a grid that are set, for the present scheme, with the finest range that leaves room for them. Keeps the result as
 * the best block if its error is below `limit`, whatever the best has; returns whether it is.
 */
export function fitToWeights(mode: usize, formats: i32, limit: f64): bool {
  const range = roomFor(mode, formats);
  if (range < MIN_COLOR_RANGE) return false;
  const error = fitEnds(formats, range);
  if (error >= limit) return false;
  keepBest(error, mode, formats, range);
  return true;
}

/** The finest range of endpoints in a block with this mode and the present scheme; 0 if there is none. */
function roomFor(mode: usize, formats: i32): i32 {
  let values = 0;
  for (let subset = 0; subset < subsetCount; subset++) values += valuesOf(formatOf(formats, subset));
  const head =
    (subsetCount === 1 ? 17 : 29) + (secondChannel < 0 ? 0 : 2) + (formats & MIXED ? mixedBits(subsetCount) : 0);
  return fittingRange(values, 128 - head - load<i32>(mode, M_BITS));
}

/** Gives a plan up if after the first endpoints its error exceeds that of the best by this factor. */
const HOPELESS: f64 = 1.6;

/** Fits plan `index`, with up to `rounds` turns. */
export function fitPlan(index: i32, rounds: i32): void {
  const mode = planMode(index);
  const formats = planFormats(index);
  const record = gridRecord(load<i32>(mode, M_GRID));
  const weightRange = load<i32>(mode, M_RANGE);
  const isDual = secondChannel >= 0;
  const range = planRange(index);
  roundWanted(record, weightRange, WANTED, 0);
  infill(record, 0);
  if (isDual) {
    roundWanted(record, weightRange, WANTED + PLANE, 64);
    infill(record, 64);
  }
  let previous: f64 = 1e30;
  for (let round = 0; ; round++) {
    const error = fitEnds(formats, range);
    if (error < bestError) keepBest(error, mode, formats, range);
    if (round >= rounds || error > bestError * HOPELESS || error > previous || error === 0) return;
    previous = error;
    if (!improvePlanes(record, weightRange)) return;
  }
}
