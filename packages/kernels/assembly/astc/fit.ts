// Fits a plan: weights for what texels want, then, in turns, endpoints and better weights for the rounded endpoints.

import { copyPair, copyVectors } from './copy';
import { END_MODES, ENDS, STORED } from './ends/ends';
import { fitEnds } from './ends/fit-ends';
import { formatOf, MIXED, mixedBits, valuesOf } from './ends/formats';
import { gridRecord, M_BITS, M_GRID, M_RANGE } from './footprint';
import { missTexels } from './miss-texels';
import { planFormats, planMode, planRange } from './plan';
import { fittingRange, MIN_COLOR_RANGE } from './ranges';
import { partition, secondChannel, seed, subsetCount, WANTED } from './scheme';
import { isWeighted, PLANE } from './state';
import { GRID_RANKS, improveWeights, infill, roundWanted } from './weights';

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
