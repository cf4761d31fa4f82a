// Rate-distortion: a block may repeat an earlier one of its row, or take the weights of one with endpoints fitted to them, if the bits that Zstd saves
// are worth the added error. Only blocks of the same row are compared, so any division of an image into strips of rows gives the same bytes.

import { bestError, bestFormats, bestPartition, bestSecond, bestSubsets, fitToWeights } from './fit';
import { M_BITS } from './footprint';
import {
  bytesOf,
  earlier,
  filled,
  forgetBlocks,
  modeOfEntry,
  planesOf,
  ranksOf,
  rememberBest,
  wasOpaque,
  weightSquares,
  weightSum,
  weightsOf,
} from './history';
import { dotPlanes, laneSum } from './moments';
import { packBest } from './pack';
import { secondWorth, setScheme, WANTED, worth } from './scheme';
import { COUNTS, channelMetric, isOpaque, PLANE, TEXELS, texelCount, wideBytes } from './state';
import { GRID_RANKS, TEXEL_WEIGHTS } from './weights';

/** Bits that Zstd spends on a match, about, and on a new block. */
const MATCH_BITS: f64 = 24;
const BLOCK_BITS: f64 = 128;

export function beginRow(): void {
  forgetBlocks();
}

/** Squared error of an earlier block's texels for the loaded ones. */
function errorOf(entry: usize): f64 {
  let error: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const plane = usize(c) * PLANE;
    const counts = COUNTS + (c === 3 ? PLANE : 0);
    let sum = i32x4.splat(0);
    for (let i: usize = 0; i < wideBytes; i += 16) {
      const d = i16x8.sub(v128.load(TEXELS + plane + i), v128.load(entry + plane + i));
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(d, i16x8.mul(d, v128.load(counts + i))));
    }
    error += f64(laneSum(sum)) * channelMetric(c);
  }
  return error;
}

/** The cheapest block to repeat, by error and bits, of those with at most `limit` of error; 0 if its own costs less. */
function findRepeat(limit: f64, lambda: f64): usize {
  let least = bestError + lambda * BLOCK_BITS;
  let found: usize = 0;
  for (let age = 1; age <= filled; age++) {
    const entry = earlier(age);
    if (isOpaque && !wasOpaque(entry)) continue;
    const error = errorOf(entry);
    const cost = error + lambda * MATCH_BITS;
    if (cost >= least || error > limit) continue;
    least = cost;
    found = entry;
  }
  return found;
}

/** Bits that taking the weights of a block saves: those of their whole bytes. */
/* @inline */ function savedBits(entry: usize): f64 {
  return f64(load<i32>(modeOfEntry(entry), M_BITS) & ~7) - MATCH_BITS;
}

/** The sum of the i16 of all texels. */
function sumOf(plane: usize): f64 {
  let sum = i32x4.splat(0);
  for (let i: usize = 0; i < wideBytes; i += 16)
    sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_s(v128.load(plane + i)));
  return f64(laneSum(sum));
}

/** What the best line through the weights of an earlier block leaves of what texels want; negative if weights fall where wishes rise. */
function leftOver(entry: usize, plane: i32): f64 {
  const wanted = WANTED + usize(plane) * PLANE;
  const count = f64(texelCount);
  const sum = sumOf(wanted);
  const mean = weightSum(entry, plane) / count;
  const covariance = f64(dotPlanes(wanted, weightsOf(entry, plane))) - sum * mean;
  const variance = weightSquares(entry, plane) - weightSum(entry, plane) * mean;
  if (covariance <= 0 || variance <= 0) return -1;
  const energy = f64(dotPlanes(wanted, wanted)) - (sum * sum) / count;
  return max<f64>(energy - (covariance * covariance) / variance, 0);
}

/** The blocks whose weights are likely to cost least: expected cost and entry, the best first. */
const FITTED: i32 = 8;
const NEAREST: usize = memory.data(9 * 16, 16);

/** Collects blocks whose weights are near those that the present scheme wants. */
function findNearest(lambda: f64): i32 {
  const planes = bestSecond < 0 ? 1 : 2;
  let kept = 0;
  for (let age = 1; age <= filled; age++) {
    const entry = earlier(age);
    if (planesOf(entry) !== planes || savedBits(entry) <= 0) continue;
    const first = leftOver(entry, 0);
    const second: f64 = planes === 1 ? 0 : leftOver(entry, 1);
    if (first < 0 || second < 0) continue;
    const cost = (first * worth + second * secondWorth) / 1048576 - lambda * savedBits(entry);
    let at = kept;
    while (at > 0 && load<f64>(NEAREST + (usize(at - 1) << 4)) > cost) {
      if (at < FITTED) memory.copy(NEAREST + (usize(at) << 4), NEAREST + (usize(at - 1) << 4), 16);
      at--;
    }
    if (at >= FITTED) continue;
    store<f64>(NEAREST + (usize(at) << 4), cost);
    store<u32>(NEAREST + (usize(at) << 4), u32(entry), 8);
    if (kept < FITTED) kept++;
  }
  return kept;
}

/** Fits endpoints to the weights of earlier blocks. Returns whether the best block has such weights now: that costs less than `least`. */
function takeWeights(least: f64, limit: f64, lambda: f64): bool {
  setScheme(bestSubsets, bestPartition, bestSecond);
  const kept = findNearest(lambda);
  let cheapest = least;
  for (let i = 0; i < kept; i++) {
    const entry: usize = load<u32>(NEAREST + (usize(i) << 4), 8);
    const bits = BLOCK_BITS - savedBits(entry);
    memory.copy(GRID_RANKS, ranksOf(entry), 128);
    memory.copy(TEXEL_WEIGHTS, weightsOf(entry, 0), 576);
    if (!fitToWeights(modeOfEntry(entry), bestFormats, min<f64>(cheapest - lambda * bits, limit))) continue;
    cheapest = bestError + lambda * bits;
  }
  return cheapest < least;
}

/** Errors in smooth blocks are the most visible: they count up to tenfold below a deviation of 18 levels. */
function errorScale(): f64 {
  let variance: f64 = 0;
  for (let c = 0; c < 4; c++) {
    const texels = TEXELS + usize(c) * PLANE;
    const sum = sumOf(texels);
    variance = max<f64>(variance, f64(dotPlanes(texels, texels)) - (sum * sum) / f64(texelCount));
  }
  const deviation = sqrt<f64>(variance / f64(texelCount));
  if (deviation >= 18) return 1;
  const smoothness: f64 = 1 - deviation / 18;
  return 1 + 9 * smoothness * smoothness;
}

/** Replaces the block at `out`, the best one, if that costs less. `errorPerBit` is the squared error that a saved bit is worth. */
export function reduceBlock(out: usize, errorPerBit: f64): void {
  const lambda = errorPerBit / errorScale();
  // However cheap it is, no block may get much worse.
  const limit = bestError * 3 + f64(texelCount);
  const found = findRepeat(limit, lambda);
  const least = found === 0 ? bestError + lambda * BLOCK_BITS : errorOf(found) + lambda * MATCH_BITS;
  if (takeWeights(least, limit, lambda)) packBest(out);
  else if (found !== 0) {
    v128.store(out, bytesOf(found));
    return;
  }
  rememberBest(out);
}
