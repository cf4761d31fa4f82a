// Ranks block modes for a scheme by the error that is to be expected: what no line can express, what the grid cannot, and what the ranges of weights
// and endpoints round away.

import {
  firstMode,
  G_BASIS,
  G_COUNT,
  G_HEIGHT,
  G_WIDTH,
  GRID_SLOTS,
  gridRecord,
  M_BITS,
  M_BYTES,
  M_GRID,
  M_NOISE,
  modeCount,
} from './footprint';
import { dotPlanes, laneSum } from './moments';
import { fittingRange, levelsOf, MIN_COLOR_RANGE, RANGES } from './ranges';
import {
  grayError,
  lineError,
  scaleError,
  secondChannel,
  secondWorth,
  subsetCount,
  totalCount,
  WANTED,
  worth,
} from './scheme';
import { blockHeight, blockWidth, isOpaque, PLANE, paddedCount, texelCount } from './state';

/** Endpoint formats. The number of values per pair: 2, 4, 4, 6, 6, 8. */
export const FORMAT_GRAY: i32 = 0;
export const FORMAT_GRAY_ALPHA: i32 = 1;
export const FORMAT_SCALE: i32 = 2;
export const FORMAT_SCALE_ALPHA: i32 = 3;
export const FORMAT_RGB: i32 = 4;
export const FORMAT_RGBA: i32 = 5;
const VALUES: usize = memory.data<u8>([2, 4, 4, 6, 6, 8]);
/* @inline */ export function valuesOf(format: i32): i32 {
  return load<u8>(VALUES + format);
}

/** The best plans, the best first: expected error, mode, format. */
const MAX_PLANS: i32 = 32;
const PLANS: usize = memory.data(33 * 16, 16);
export let planCount: i32 = 0;
/* @inline */ export function planError(index: i32): f64 {
  return load<f64>(PLANS + (usize(index) << 4));
}
/* @inline */ export function planMode(index: i32): usize {
  return load<u32>(PLANS + (usize(index) << 4), 8);
}
/* @inline */ export function planFormat(index: i32): i32 {
  return load<i32>(PLANS + (usize(index) << 4), 12);
}

/** Per range: the expected squared error of an endpoint channel in a texel. */
const COLOR_NOISE: usize = memory.data(21 * 8, 16);
/** What each grid cannot express of both planes, in squared weights from 0 to 1. Negative: not measured yet. */
const GRID_ERRORS: usize = memory.data(121 * 2 * 8, 16);

export function buildPlans(): void {
  for (let range = MIN_COLOR_RANGE; range < RANGES; range++) {
    const step = 255 / f64(levelsOf(range) - 1);
    store<f64>(COLOR_NOISE + (usize(range) << 3), range === RANGES - 1 ? 0.02 : (step * step * 0.5) / 12);
  }
}

function insert(error: f64, mode: usize, format: i32, wanted: i32): void {
  let at = planCount;
  while (at > 0 && planError(at - 1) > error) {
    if (at < wanted) memory.copy(PLANS + (usize(at) << 4), PLANS + (usize(at - 1) << 4), 16);
    at--;
  }
  if (at >= wanted) return;
  store<f64>(PLANS + (usize(at) << 4), error);
  store<u32>(PLANS + (usize(at) << 4), u32(mode), 8);
  store<i32>(PLANS + (usize(at) << 4), format, 12);
  if (planCount < wanted) planCount++;
}

/** Squared error of the best weights of a grid for what a plane wants. */
function gridError(record: usize, wanted: usize, energy: f64): f64 {
  const count = load<i32>(record, G_COUNT);
  if (count === texelCount) return 0;
  const bytes = usize(paddedCount) << 1;
  let row: usize = load<u32>(record, G_BASIS);
  let expressed: f64 = 0;
  for (let point = 0; point < count; point++) {
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < bytes; i += 16)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load(row + i), v128.load(wanted + i)));
    const along = f64(laneSum(sum)) * (1.0 / 16384);
    expressed += along * along;
    row += bytes;
  }
  return max<f64>(energy - expressed, 0) * (1.0 / 1048576);
}

/** Whether a grid is worth a try: about as fine across as down, unless everything is tried. */
/* @inline */ function isTried(record: usize, isThorough: bool): bool {
  if (isThorough) return true;
  const across = load<i32>(record, G_WIDTH) * blockHeight;
  const down = load<i32>(record, G_HEIGHT) * blockWidth;
  return across * 5 <= down * 8 && down * 5 <= across * 8;
}

function measureGrids(isThorough: bool, maxPoints: i32): void {
  const planes = secondChannel < 0 ? 1 : 2;
  for (let plane = 0; plane < planes; plane++) {
    const wanted = WANTED + usize(plane) * PLANE;
    const energy = f64(dotPlanes(wanted, wanted));
    for (let slot = 0; slot < GRID_SLOTS; slot++) {
      const record = gridRecord(slot);
      const count = load<i32>(record, G_COUNT);
      const at = GRID_ERRORS + (usize(plane * 121 + slot) << 3);
      if (count === 0 || count > maxPoints || !isTried(record, isThorough)) store<f64>(at, -1);
      else store<f64>(at, gridError(record, wanted, energy));
    }
  }
}

/** Weights' rounding costs less than if each was rounded alone, because they are chosen together. */
const WEIGHT_SHARE: f64 = 0.6;

function tryFormat(mode: usize, format: i32, error: f64, bits: i32, wanted: i32): void {
  const range = fittingRange(valuesOf(format) * subsetCount, bits);
  if (range === 0) return;
  const channels: f64 = isOpaque ? 3 : 4;
  const total = error + load<f64>(COLOR_NOISE + (usize(range) << 3)) * channels * totalCount;
  insert(total, mode, format, wanted);
}

/** Finds the `wanted` best plans, of those with an expected error below `limit`. */
export function planModes(wanted: i32, limit: f64, isThorough: bool): void {
  planCount = 0;
  const wantedCount = min(wanted, MAX_PLANS);
  const planes = secondChannel < 0 ? 1 : 2;
  measureGrids(isThorough, planes === 2 ? 32 : 64);
  const head = (subsetCount === 1 ? 17 : 29) + (planes === 2 ? 2 : 0);
  const end = firstMode(planes) + usize(modeCount(planes)) * M_BYTES;
  for (let mode = firstMode(planes); mode < end; mode += M_BYTES) {
    const grid = GRID_ERRORS + (usize(load<i32>(mode, M_GRID)) << 3);
    const lost = load<f64>(grid);
    if (lost < 0) continue;
    const noise = load<f64>(mode, M_NOISE) * WEIGHT_SHARE;
    let error = worth * (lost + noise);
    if (planes === 2) error += secondWorth * (load<f64>(grid, 968) + noise);
    const worst = planCount === wantedCount ? min<f64>(planError(planCount - 1), limit) : limit;
    if (error + lineError >= worst) continue;
    const bits = 128 - head - load<i32>(mode, M_BITS);
    tryFormat(mode, isOpaque ? FORMAT_RGB : FORMAT_RGBA, error + lineError, bits, wantedCount);
    if (planes === 2 && secondChannel < 3) continue;
    if (error + scaleError < worst)
      tryFormat(
        mode,
        isOpaque ? FORMAT_SCALE : FORMAT_SCALE_ALPHA,
        error + scaleError + alphaLoss(),
        bits,
        wantedCount,
      );
    if (error + grayError < worst)
      tryFormat(mode, isOpaque ? FORMAT_GRAY : FORMAT_GRAY_ALPHA, error + grayError + alphaLoss(), bits, wantedCount);
  }
  while (planCount > 0 && planError(planCount - 1) >= limit) planCount--;
}

/** With alpha on the same weights, its distance from the line is lost too. */
/* @inline */ function alphaLoss(): f64 {
  return isOpaque || secondChannel === 3 ? 0 : lineError;
}
