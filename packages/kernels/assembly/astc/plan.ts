// Ranks block modes for a scheme by the error that is to be expected: what no line can express, what the grid cannot, and what the ranges of weights
// and endpoints round away.

import {
  G_BASIS,
  G_COUNT,
  G_DUAL_MODES,
  G_HEIGHT,
  G_MODES,
  G_NOISE,
  G_WIDTH,
  GRID_SLOTS,
  gridRecord,
  M_BITS,
  M_BYTES,
  M_RANGE,
} from './footprint';
import { dotPlanes, laneSum } from './moments';
import { fittingRange, levelsOf, MIN_COLOR_RANGE, RANGES, WEIGHT_RANGES } from './ranges';
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
import { blockHeight, blockWidth, isHdr, isOpaque, PLANE, paddedCount, texelCount, wideBytes } from './state';

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

/** Σ of products of four rows with what is wanted, a lane each. */
/* @inline */ function dotFourRows(row: usize, rowBytes: usize, wanted: usize): v128 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  let c = i32x4.splat(0);
  let d = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16) {
    const w = v128.load(wanted + i);
    a = i32x4.add(a, i32x4.dot_i16x8_s(v128.load(row + i), w));
    b = i32x4.add(b, i32x4.dot_i16x8_s(v128.load(row + rowBytes + i), w));
    c = i32x4.add(c, i32x4.dot_i16x8_s(v128.load(row + 2 * rowBytes + i), w));
    d = i32x4.add(d, i32x4.dot_i16x8_s(v128.load(row + 3 * rowBytes + i), w));
  }
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 4, 1, 5), i32x4.shuffle(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 4, 1, 5), i32x4.shuffle(c, d, 2, 6, 3, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 1, 4, 5), i32x4.shuffle(ab, cd, 2, 3, 6, 7));
}

/** Squared error of the best weights of a grid for what a plane wants. Rows of a basis come in fours; those beyond the grid are zero. */
function gridError(record: usize, wanted: usize, energy: f64): f64 {
  const count = load<i32>(record, G_COUNT);
  if (count === texelCount) return 0;
  const rowBytes = usize(paddedCount) << 1;
  let row: usize = load<u32>(record, G_BASIS);
  let low = f64x2.splat(0);
  let high = f64x2.splat(0);
  for (let point = 0; point < count; point += 4) {
    const along = dotFourRows(row, rowBytes, wanted);
    const first = f64x2.convert_low_i32x4_s(along);
    const second = f64x2.convert_low_i32x4_s(i64x2.shuffle(along, along, 1, 0));
    low = f64x2.add(low, f64x2.mul(first, first));
    high = f64x2.add(high, f64x2.mul(second, second));
    row += rowBytes << 2;
  }
  const sums = f64x2.add(low, high);
  const expressed = (f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)) * (1.0 / 268435456);
  return max<f64>(energy - expressed, 0) * (1.0 / 1048576);
}

/** Whether a grid is worth a try: about as fine across as down, unless everything is tried. */
/* @inline */ function isTried(record: usize, isThorough: bool): bool {
  if (isThorough) return true;
  const across = load<i32>(record, G_WIDTH) * blockHeight;
  const down = load<i32>(record, G_HEIGHT) * blockWidth;
  return across * 5 <= down * 8 && down * 5 <= across * 8;
}

/** Per plane and range of weights: the mean squared error of rounding what texels want, in weights from 0 to 1. */
const ROUNDING: usize = memory.data(2 * 12 * 8, 16);

/** Weights are nearly evenly spaced. Few colors may need no rounding at all, so it is measured and not assumed. */
function measureRounding(wanted: usize, to: usize): void {
  for (let range = 0; range < WEIGHT_RANGES; range++) {
    const steps = i16(levelsOf(range) - 1);
    const half = i16x8.splat(512);
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16) {
      const x = i16x8.mul(i16x8.add(v128.load(wanted + i), half), i16x8.splat(steps));
      const away = i16x8.sub(v128.and(i16x8.add(x, half), i16x8.splat(1023)), half);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(away, away));
    }
    // Padding wants the middle, which has an error of its own.
    const middle = ((((512 * i32(steps) + 512) & 1023) - 512) * (((512 * i32(steps) + 512) & 1023) - 512)) as i32;
    const total = laneSum(sum) - middle * (i32(wideBytes >> 1) - texelCount);
    const scale = 1048576.0 * f64(i32(steps) * i32(steps)) * f64(texelCount);
    store<f64>(to + (usize(range) << 3), f64(total) / scale);
  }
}

function measureGrids(isThorough: bool, maxPoints: i32): void {
  const planes = secondChannel < 0 ? 1 : 2;
  for (let plane = 0; plane < planes; plane++) {
    const wanted = WANTED + usize(plane) * PLANE;
    const energy = f64(dotPlanes(wanted, wanted));
    measureRounding(wanted, ROUNDING + usize(plane) * 96);
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

/** Endpoints of HDR have fields of fewer bits that share bytes with flags: coarser ranges miss flags. */
const MIN_HDR_RANGE: i32 = 8;
/** In 12 bits, an endpoint's step is about this many times coarser, squared. */
const HDR_NOISE: f64 = 16;

function tryFormat(mode: usize, format: i32, error: f64, bits: i32, wanted: i32): void {
  const range = fittingRange(valuesOf(format) * subsetCount, bits);
  const coarsest = isHdr ? MIN_HDR_RANGE : MIN_COLOR_RANGE;
  if (range < coarsest) return;
  const channels: f64 = isOpaque ? 3 : 4;
  const noise = load<f64>(COLOR_NOISE + (usize(range) << 3)) * (isHdr ? HDR_NOISE : 1);
  const total = error + noise * channels * totalCount;
  insert(total, mode, format, wanted);
}

/** Finds the `wanted` best plans, of those with an expected error below `limit`. */
export function planModes(wanted: i32, limit: f64, isThorough: bool): void {
  planCount = 0;
  const wantedCount = min(wanted, MAX_PLANS);
  const planes = secondChannel < 0 ? 1 : 2;
  measureGrids(isThorough, planes === 2 ? 32 : 64);
  const alphaError = isOpaque || secondChannel === 3 ? 0 : lineError;
  const isColor = isHdr || (planes === 2 && secondChannel < 3);
  const scaled = isColor ? 1e30 : scaleError + alphaError;
  const gray = isColor ? 1e30 : grayError + alphaError;
  const least = min<f64>(lineError, min<f64>(scaled, gray));
  const bits = 128 - (subsetCount === 1 ? 17 : 29) - (planes === 2 ? 2 : 0);
  for (let slot = 0; slot < GRID_SLOTS; slot++) {
    const grid = GRID_ERRORS + (usize(slot) << 3);
    const lost = load<f64>(grid);
    if (lost < 0) continue;
    const base = worth * lost + (planes === 2 ? secondWorth * load<f64>(grid, 968) : 0);
    const record = gridRecord(slot) + (planes === 1 ? G_MODES : G_DUAL_MODES);
    const end: usize = load<u32>(record, 4);
    const shares = load<f64>(gridRecord(slot), G_NOISE) * WEIGHT_SHARE;
    for (let mode: usize = load<u32>(record); mode < end; mode += M_BYTES) {
      const worst = planCount === wantedCount ? min<f64>(planError(planCount - 1), limit) : limit;
      if (base + least >= worst) break;
      const rounding = ROUNDING + (usize(load<i32>(mode, M_RANGE)) << 3);
      let noise = worth * load<f64>(rounding);
      if (planes === 2) noise += secondWorth * load<f64>(rounding, 96);
      const error = base + noise * shares;
      const left = bits - load<i32>(mode, M_BITS);
      if (error + lineError < worst)
        tryFormat(mode, isOpaque ? FORMAT_RGB : FORMAT_RGBA, error + lineError, left, wantedCount);
      if (error + scaled < worst)
        tryFormat(mode, isOpaque ? FORMAT_SCALE : FORMAT_SCALE_ALPHA, error + scaled, left, wantedCount);
      if (error + gray < worst)
        tryFormat(mode, isOpaque ? FORMAT_GRAY : FORMAT_GRAY_ALPHA, error + gray, left, wantedCount);
    }
  }
  while (planCount > 0 && planError(planCount - 1) >= limit) planCount--;
}
