// Ranks block modes for a scheme by the error that is to be expected: what no line can express, what the grid cannot, and what the ranges of weights
// and endpoints round away.

import { copyPair } from './copy';
import {
  choiceBits,
  choiceCount,
  choiceError,
  choiceFormats,
  choiceValues,
  IMPOSSIBLE,
  listChoices,
  minError,
} from './ends/choices';
import {
  G_COUNT,
  G_DUAL_MODES,
  G_FINEST,
  G_HEIGHT,
  G_LEAST_BITS,
  G_MODES,
  G_NOISE,
  G_WIDTH,
  GRID_SLOTS,
  gridRecord,
  M_BITS,
  M_BYTES,
  M_RANGE,
} from './footprint';
import { fittingRange, levelsOf, MIN_COLOR_RANGE, RANGES } from './ranges';
import { secondChannel, subsetCount, totalCount } from './scheme';
import { blockHeight, blockWidth, isHdr, isOpaque } from './state';
import { gridLoss, measureWanted, minRoundingLoss, roundingLoss } from './weight-losses';

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

export function buildPlans(): void {
  for (let range = MIN_COLOR_RANGE; range < RANGES; range++) {
    const step = 255 / f64(levelsOf(range) - 1);
    store<f64>(COLOR_NOISE + (usize(range) << 3), range === RANGES - 1 ? 0.02 : (step * step * 0.5) / 12);
  }
}

function insert(error: f64, mode: usize, formats: i32, range: i32, wanted: i32): void {
  let at = planCount;
  while (at > 0 && planError(at - 1) > error) {
    if (at < wanted) copyPair(PLANS + (usize(at) << 5), PLANS + (usize(at - 1) << 5));
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

/** Whether a grid is worth a try: about as fine across as down, unless everything is tried. */
/* @inline */ function isTried(record: usize, isThorough: bool): bool {
  if (isThorough) return true;
  const across = load<i32>(record, G_WIDTH) * blockHeight;
  const down = load<i32>(record, G_HEIGHT) * blockWidth;
  return across * 5 <= down * 8 && down * 5 <= across * 8;
}

/** Endpoints of HDR have fields of fewer bits that share bytes with flags: coarser ranges miss flags. */
const MIN_HDR_RANGE: i32 = 8;
/** In 12 bits, an endpoint's step is about this many times coarser, squared. */
const HDR_NOISE: f64 = 16;

/** The coarsest range of endpoints, and what the square of an endpoint's error costs, for the present scheme. */
let coarsest: i32 = 0;
let endsWorth: f64 = 0;
/* @inline */ function endNoise(range: i32): f64 {
  return load<f64>(COLOR_NOISE + (usize(range) << 3)) * endsWorth;
}

/** The least that any choice of formats costs if endpoints take at most `bits`. */
function minEndCost(bits: i32): f64 {
  let least: f64 = IMPOSSIBLE;
  for (let choice = 0; choice < choiceCount; choice++) {
    const range = fittingRange(choiceValues(choice), bits - choiceBits(choice));
    if (range >= coarsest) least = min<f64>(least, choiceError(choice) + endNoise(range));
  }
  return least;
}

let wantedPlans: i32 = 0;
let errorLimit: f64 = 0;
/** What a plan must stay below. */
/* @inline */ function highestError(): f64 {
  return planCount === wantedPlans ? min<f64>(planError(planCount - 1), errorLimit) : errorLimit;
}

/** Adds a plan for each choice of formats that may be among the best. `error` is that of the weights. */
function tryChoices(mode: usize, error: f64, bits: i32): void {
  if (error + minError >= highestError()) return;
  for (let choice = 0; choice < choiceCount; choice++) {
    const least = error + choiceError(choice);
    if (least >= highestError()) continue;
    const range = fittingRange(choiceValues(choice), bits - choiceBits(choice));
    if (range < coarsest) continue;
    insert(least + endNoise(range), mode, choiceFormats(choice), range, wantedPlans);
  }
}

/** Bounds are compared with sums of the same numbers in another order. */
const ROUNDED_DOWN: f64 = 1 - 1e-12;

/** Tries the modes of a grid. It is only measured if a mode with its finest weights, and with most bits for endpoints, could be good enough. */
function tryGrid(record: usize, bits: i32): void {
  const planes: usize = secondChannel < 0 ? 0 : 1;
  const modes = record + (planes === 0 ? G_MODES : G_DUAL_MODES);
  const first: usize = load<u32>(modes);
  const end: usize = load<u32>(modes, 4);
  if (first === end) return;
  const shares = load<f64>(record, G_NOISE);
  const most = bits - i32(load<u8>(record + planes, G_LEAST_BITS));
  const least = minRoundingLoss(load<u8>(record + planes, G_FINEST)) * shares + minEndCost(most);
  if (least * ROUNDED_DOWN >= highestError()) return;
  const base = gridLoss(record);
  for (let mode = first; mode < end; mode += M_BYTES) {
    if (base + minError >= highestError()) return;
    const error = base + roundingLoss(load<i32>(mode, M_RANGE)) * shares;
    tryChoices(mode, error, bits - load<i32>(mode, M_BITS));
  }
}

/** Finds the `wanted` best plans, of those with an expected error below `limit`. */
export function planModes(wanted: i32, limit: f64, isThorough: bool): void {
  planCount = 0;
  wantedPlans = min(wanted, MAX_PLANS);
  errorLimit = limit;
  const isDual = secondChannel >= 0;
  measureWanted();
  listChoices();
  coarsest = isHdr ? MIN_HDR_RANGE : MIN_COLOR_RANGE;
  endsWorth = (isOpaque ? 3 : 4) * totalCount * (isHdr ? HDR_NOISE : 1);
  const bits = 128 - (subsetCount === 1 ? 17 : 29) - (isDual ? 2 : 0);
  const maxPoints = isDual ? 32 : 64;
  for (let slot = 0; slot < GRID_SLOTS; slot++) {
    const record = gridRecord(slot);
    const count = load<i32>(record, G_COUNT);
    if (count > 0 && count <= maxPoints && isTried(record, isThorough)) tryGrid(record, bits);
  }
  while (planCount > 0 && planError(planCount - 1) >= limit) planCount--;
}
