// A scheme: how texels are divided into subsets, and which channel has a second plane of weights. For each plane it has the weights that texels
// want, from −512 to 512, and what they are worth.

import { P_SEEDS, P_SUBSETS, partitionTable } from './footprint';
import { fitLines } from './lines';
import { measureSubset, S_AXIS, S_BYTES, S_COUNTS, S_LENGTH, S_LINE_ERROR, S_LOW, STATISTICS } from './moments';
import {
  COUNTS,
  halfBytes,
  isWeighted,
  metricOf,
  metricRoot,
  PLANE,
  paddedCount,
  SUBSET_COUNTS,
  TEXELS,
  texelCount,
  wideBytes,
} from './state';

export let subsetCount: i32 = 1;
export let seed: i32 = 0;
/** The number of the partition in its table. */
export let partition: i32 = 0;
/** The channel of the second plane, or −1. */
export let secondChannel: i32 = -1;

/** The wanted weights of both planes, i16. */
export const WANTED: usize = memory.data(2 * 288, 16);
/** The squared error that no weights can avoid, for endpoints of any color. */
export let lineError: f64 = 0;
/** Squared length of a plane's lines in color, the mean over texels: what the square of a weight's error costs. */
export let worth: f64 = 0;
export let secondWorth: f64 = 0;

/** Sum of all color counts. */
export let totalCount: f64 = 0;

const PROJECTED: usize = memory.data(144 * 4, 16);

/* @inline */ export function statisticsOf(subset: i32): usize {
  return STATISTICS + usize(subset) * S_BYTES;
}
/* @inline */ export function countsOf(subset: i32): usize {
  return SUBSET_COUNTS + usize(subset) * 2 * PLANE;
}

/** The counts of the texels that are in a subset. */
function maskCounts(subsets: usize, subset: i32): void {
  const to = countsOf(subset);
  const number = i8x16.splat(i8(subset));
  const bytes = usize(paddedCount) << 1;
  for (let i: usize = 0; i < bytes; i += 32) {
    const isIn = i8x16.eq(v128.load(subsets + (i >> 1)), number);
    const low = i16x8.extend_low_i8x16_s(isIn);
    const high = i16x8.extend_high_i8x16_s(isIn);
    v128.store(to + i, v128.and(v128.load(COUNTS + i), low));
    v128.store(to + i, v128.and(v128.load(COUNTS + i, 16), high), 16);
    v128.store(to + PLANE + i, v128.and(v128.load(COUNTS + PLANE + i), low));
    v128.store(to + PLANE + i, v128.and(v128.load(COUNTS + PLANE + i, 16), high), 16);
  }
}

function divideCounts(index: i32): void {
  partition = index;
  if (subsetCount === 1) {
    memory.copy(SUBSET_COUNTS, COUNTS, 2 * PLANE);
    return;
  }
  const table = partitionTable(subsetCount);
  seed = load<u16>(table + P_SEEDS + (usize(index) << 1));
  for (let subset = 0; subset < subsetCount; subset++)
    maskCounts(table + P_SUBSETS + usize(index * paddedCount), subset);
}

/* @inline */ export function floatsOf(channel: i32, offset: usize): v128 {
  return f32x4.convert_i32x4_s(v128.load16x4_s(TEXELS + usize(channel) * PLANE + offset));
}

/** Projects the texels of a subset to a line, and scales them to its extent. */
function wantWeights(subset: i32): void {
  const statistics = statisticsOf(subset);
  const counts = countsOf(subset);
  const a0 = f32x4.splat(f32(load<f64>(statistics, S_AXIS) * metricRoot(0)));
  const a1 = f32x4.splat(f32(load<f64>(statistics, S_AXIS + 8) * metricRoot(1)));
  const a2 = f32x4.splat(f32(load<f64>(statistics, S_AXIS + 16) * metricRoot(2)));
  const a3 = f32x4.splat(f32(load<f64>(statistics, S_AXIS + 24) * metricRoot(3)));
  let low = f32x4.splat(1e9);
  let high = f32x4.splat(-1e9);
  for (let i: usize = 0; i < halfBytes; i += 8) {
    const p = f32x4.add(
      f32x4.add(f32x4.mul(a0, floatsOf(0, i)), f32x4.mul(a1, floatsOf(1, i))),
      f32x4.add(f32x4.mul(a2, floatsOf(2, i)), f32x4.mul(a3, floatsOf(3, i))),
    );
    v128.store(PROJECTED + (i << 1), p);
    const isIn = i32x4.ne(v128.load16x4_s(counts + i), i32x4.splat(0));
    low = f32x4.min(low, v128.bitselect(p, f32x4.splat(1e9), isIn));
    high = f32x4.max(high, v128.bitselect(p, f32x4.splat(-1e9), isIn));
  }
  low = f32x4.min(low, f32x4.shuffle(low, low, 2, 3, 0, 1));
  high = f32x4.max(high, f32x4.shuffle(high, high, 2, 3, 0, 1));
  const lowest = min<f32>(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1));
  const length: f32 = max<f32>(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)) - lowest;
  store<f64>(statistics, f64(lowest), S_LOW);
  store<f64>(statistics, f64(length), S_LENGTH);
  spreadWanted(counts, lowest, length > 0.01 ? <f32>1024 / length : 0, WANTED);
}

/** (PROJECTED − low) · scale − 512, for the texels that count. */
function spreadWanted(counts: usize, low: f32, scale: f32, to: usize): void {
  const lows = f32x4.splat(low);
  const scales = f32x4.splat(scale);
  const half = f32x4.splat(0.5);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const p = f32x4.add(f32x4.mul(f32x4.sub(v128.load(PROJECTED + (i << 1)), lows), scales), half);
    const q = f32x4.add(f32x4.mul(f32x4.sub(v128.load(PROJECTED + (i << 1), 16), lows), scales), half);
    const both = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(p), i32x4.trunc_sat_f32x4_s(q));
    const isIn = i16x8.ne(v128.load(counts + i), i16x8.splat(0));
    v128.store(to + i, v128.bitselect(i16x8.sub(both, i16x8.splat(512)), v128.load(to + i), isIn));
  }
}

/** The second plane's channel, whose values are its own line. */
function wantSecond(): void {
  const counts = countsOf(0);
  let low = i16x8.splat(32767);
  let high = i16x8.splat(-32768);
  const texels = TEXELS + usize(secondChannel) * PLANE;
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const x = v128.load(texels + i);
    const isIn = i16x8.ne(v128.load(counts + i), i16x8.splat(0));
    low = i16x8.min_s(low, v128.bitselect(x, i16x8.splat(32767), isIn));
    high = i16x8.max_s(high, v128.bitselect(x, i16x8.splat(-32768), isIn));
  }
  low = i16x8.min_s(low, i64x2.shuffle(low, low, 1, 0));
  high = i16x8.max_s(high, i64x2.shuffle(high, high, 1, 0));
  low = i16x8.min_s(low, i32x4.shuffle(low, low, 1, 0, 3, 2));
  high = i16x8.max_s(high, i32x4.shuffle(high, high, 1, 0, 3, 2));
  const lowest = min(i16x8.extract_lane_s(low, 0), i16x8.extract_lane_s(low, 1));
  const length = max(i16x8.extract_lane_s(high, 0), i16x8.extract_lane_s(high, 1)) - lowest;
  for (let i: usize = 0; i < halfBytes; i += 8) v128.store(PROJECTED + (i << 1), floatsOf(secondChannel, i));
  spreadWanted(counts, f32(lowest), length > 0 ? <f32>1024 / f32(length) : 0, WANTED + PLANE);
  const alphaScale: f64 = secondChannel === 3 && isWeighted ? 16 : 1;
  secondWorth = f64(length) * f64(length) * metricOf(secondChannel) * alphaScale;
}

/** Prepares a scheme; `index` is the number of the partition in its table. */
export function setScheme(count: i32, index: i32, second: i32): void {
  subsetCount = count;
  secondChannel = second;
  divideCounts(index);
  lineError = 0;
  worth = 0;
  let total: f64 = 0;
  memory.fill(WANTED, 0, 2 * PLANE);
  for (let subset = 0; subset < count; subset++) {
    const statistics = statisticsOf(subset);
    measureSubset(countsOf(subset), statistics);
    fitLines(statistics, second < 0 ? 0 : 1 << second, second < 0);
    wantWeights(subset);
    lineError += load<f64>(statistics, S_LINE_ERROR);
    const length = load<f64>(statistics, S_LENGTH);
    const texels = load<f64>(statistics, S_COUNTS);
    worth += length * length * texels;
    total += texels;
  }
  worth /= f64(texelCount);
  totalCount = total;
  if (second >= 0) wantSecond();
}
