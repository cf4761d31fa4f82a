// The search for a block: one subset first, then two planes, then more subsets, each only as far as the level goes and while the error is worth it.

import { beginFits, bestError, fitPlan } from './fit';
import { S_LEFT, S_SQUARES, S_SUMS } from './moments';
import { choosePartitions, chosenCount, chosenPartition } from './partitions/choose-partitions';
import { clusterError, clusterTexels } from './partitions/cluster';
import { planCount, planModes } from './plan';
import { setScheme, statisticsOf, totalCount } from './scheme';
import { channelCount, isHdr, isOpaque } from './state';

/**
 * What levels search, draft to max: plans of one subset, turns, plans of two planes; of partitions: how many are measured, how many are tried, with how
 * many plans; most subsets; bits: every grid, every channel for the second plane; squared error per texel that is enough.
 */
// biome-ignore format: a row for each level
const EFFORTS: usize = memory.data<i32>([
  1, 0, 0, 0, 0, 0, 1, 0, 90,
  1, 1, 1, 6, 1, 1, 2, 0, 60,
  3, 2, 2, 48, 4, 2, 3, 3, 6,
  10, 4, 6, 112, 10, 4, 4, 3, 1,
  24, 6, 16, 400, 16, 8, 4, 3, 0,
]);
const ROW_BYTES: i32 = 36;
let effort: usize = 0;
/* @inline */ function part(index: i32): i32 {
  return load<i32>(effort + (usize(index) << 2));
}

/** −1 (draft) to 3 (max). */
export function setEffort(level: i32): void {
  effort = EFFORTS + usize((level + 1) * ROW_BYTES);
}
/** Most subsets of a level. */
export function maxSubsets(): i32 {
  return part(6);
}

/** Plans are dropped if they expect more than this times the best error. */
const TRUST: f64 = 1.2;

function fitPlans(wanted: i32): void {
  planModes(wanted, bestError * TRUST, (part(7) & 1) !== 0);
  const rounds = part(1);
  for (let i = 0; i < planCount; i++) fitPlan(i, rounds);
}

/** Whether a channel is the same in all texels, by the sums of the last scheme with one subset. */
function isConstant(channel: i32): bool {
  const statistics = statisticsOf(0) + (usize(channel) << 3);
  const sum = load<f64>(statistics, S_SUMS);
  return load<f64>(statistics, S_SQUARES) * totalCount === sum * sum;
}

/** The color channel that the line of the first scheme misses most. */
function missedChannel(): i32 {
  let found = 0;
  for (let c = 1; c < 3; c++)
    if (load<f64>(statisticsOf(0) + (usize(c) << 3), S_LEFT) > load<f64>(statisticsOf(0) + (usize(found) << 3), S_LEFT))
      found = c;
  return found;
}

function tryPlanes(): void {
  const wanted = part(2);
  if (wanted === 0 || channelCount === 1) return;
  const isThorough = (part(7) & 2) !== 0;
  const missed = missedChannel();
  if (!isOpaque) {
    setScheme(1, 0, 3);
    fitPlans(wanted);
    if (!isThorough) return;
  }
  for (let channel = 0; channel < 3; channel++) {
    if ((channel !== missed && !isThorough) || isConstant(channel)) continue;
    setScheme(1, 0, channel);
    fitPlans(wanted);
  }
}

/**
 * If two subsets were of no use, more are only if texels have few colors: their distance from clusters is at most this times the best error. With alpha
 * more often, because subsets of its edges need fewer values.
 */
const FEW_COLORS: f64 = 1;
const FEW_ALPHAS: f64 = 2;

/** Returns whether the block got better. `isHopeful`: fewer subsets were of use. */
function trySubsets(count: i32, isHopeful: bool): bool {
  const before = bestError;
  clusterTexels(count);
  if (!isHopeful && clusterError() > bestError * (isOpaque ? FEW_COLORS : FEW_ALPHAS)) return false;
  const more = isOpaque ? 2 : 3;
  choosePartitions(count, (part(3) * more) >> 1, (part(4) * more) >> 1);
  for (let i = 0; i < chosenCount; i++) {
    setScheme(count, chosenPartition(i), -1);
    fitPlans(part(5));
  }
  return bestError < before;
}

export function searchBlock(): void {
  beginFits();
  setScheme(1, 0, -1);
  const enough = totalCount * f64(part(8)) * (isHdr ? 16 : 1);
  fitPlans(part(0));
  if (bestError <= enough) return;
  tryPlanes();
  if (bestError <= enough) return;
  const most = part(6);
  let isHopeful = true;
  for (let count = 2; count <= most; count++) {
    isHopeful = trySubsets(count, isHopeful);
    if (bestError <= enough) return;
  }
}
