// Ranks block modes for a scheme by the error that is to be expected: what no line can express, what the grid cannot, and what the ranges of weights
// and endpoints round away.

import { choiceBits, choiceCount, choiceError, choiceFormats, choiceValues, listChoices, minError } from './choices';
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
import { secondChannel, secondWorth, subsetCount, totalCount, WANTED, worth } from './scheme';
import { blockHeight, blockWidth, isHdr, isOpaque, PLANE, paddedCount, texelCount, wideBytes } from './state';

/** The best plans, the best first: expected error, mode, packed formats, range of endpoints. */
const MAX_PLANS: i32 = 32;
const PLANS: usize = memory.data(33 * 32, 16);
export let planCount: i32 = 0;
/* @inline */ export function planError(index: i32): f64 {
  return load<f64>(PLANS + (usize(index) << 5));
}
/* @inline */ export function planMode(index: i32): usize {
  return load<u32>(PLANS + (usize(index) << 5), 8);
}
/* @inline */ export function planFormats(index: i32): i32 {
  return load<i32>(PLANS + (usize(index) << 5), 12);
}
/* @inline */ export function planRange(index: i32): i32 {
  return load<i32>(PLANS + (usize(index) << 5), 16);
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

function insert(error: f64, mode: usize, formats: i32, range: i32, wanted: i32): void {
  let at = planCount;
  while (at > 0 && planError(at - 1) > error) {
    if (at < wanted) memory.copy(PLANS + (usize(at) << 5), PLANS + (usize(at - 1) << 5), 32);
    at--;
  }
  if (at >= wanted) return;
  const plan = PLANS + (usize(at) << 5);
  store<f64>(plan, error);
  store<u32>(plan, u32(mode), 8);
  store<i32>(plan, formats, 12);
  store<i32>(plan, range, 16);
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

/**
 * Weights' rounding costs less than if each was rounded alone, because they are chosen together, and because endpoints move inward: of n evenly
 * filled levels, the outer ones then also have texels on both sides.
 */
const WEIGHT_SHARE: f64 = 0.7;

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
    const levels = i32(steps) + 1;
    const scale = 1048576.0 * f64(levels * levels) * f64(texelCount);
    store<f64>(to + (usize(range) << 3), (f64(total) * WEIGHT_SHARE) / scale);
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

/** Endpoints of HDR have fields of fewer bits that share bytes with flags: coarser ranges miss flags. */
const MIN_HDR_RANGE: i32 = 8;
/** In 12 bits, an endpoint's step is about this many times coarser, squared. */
const HDR_NOISE: f64 = 16;

/** Adds a plan for each choice of formats that may be among the best. `error` is that of the weights. */
function tryChoices(mode: usize, error: f64, bits: i32, limit: f64, wanted: i32): void {
  const first = planCount === wanted ? min<f64>(planError(planCount - 1), limit) : limit;
  if (error + minError >= first) return;
  const coarsest = isHdr ? MIN_HDR_RANGE : MIN_COLOR_RANGE;
  const ends = (isOpaque ? 3 : 4) * totalCount * (isHdr ? HDR_NOISE : 1);
  for (let choice = 0; choice < choiceCount; choice++) {
    const worst = planCount === wanted ? min<f64>(planError(planCount - 1), limit) : limit;
    const least = error + choiceError(choice);
    if (least >= worst) continue;
    const range = fittingRange(choiceValues(choice), bits - choiceBits(choice));
    if (range < coarsest) continue;
    insert(least + load<f64>(COLOR_NOISE + (usize(range) << 3)) * ends, mode, choiceFormats(choice), range, wanted);
  }
}

/** Finds the `wanted` best plans, of those with an expected error below `limit`. */
export function planModes(wanted: i32, limit: f64, isThorough: bool): void {
  planCount = 0;
  const wantedCount = min(wanted, MAX_PLANS);
  const planes = secondChannel < 0 ? 1 : 2;
  measureGrids(isThorough, planes === 2 ? 32 : 64);
  listChoices();
  const bits = 128 - (subsetCount === 1 ? 17 : 29) - (planes === 2 ? 2 : 0);
  for (let slot = 0; slot < GRID_SLOTS; slot++) {
    const grid = GRID_ERRORS + (usize(slot) << 3);
    const lost = load<f64>(grid);
    if (lost < 0) continue;
    const base = worth * lost + (planes === 2 ? secondWorth * load<f64>(grid, 968) : 0);
    const record = gridRecord(slot) + (planes === 1 ? G_MODES : G_DUAL_MODES);
    const end: usize = load<u32>(record, 4);
    const shares = load<f64>(gridRecord(slot), G_NOISE);
    for (let mode: usize = load<u32>(record); mode < end; mode += M_BYTES) {
      const worst = planCount === wantedCount ? min<f64>(planError(planCount - 1), limit) : limit;
      if (base + minError >= worst) break;
      const rounding = ROUNDING + (usize(load<i32>(mode, M_RANGE)) << 3);
      let noise = worth * load<f64>(rounding);
      if (planes === 2) noise += secondWorth * load<f64>(rounding, 96);
      tryChoices(mode, base + noise * shares, bits - load<i32>(mode, M_BITS), limit, wantedCount);
    }
  }
  while (planCount > 0 && planError(planCount - 1) >= limit) planCount--;
}
