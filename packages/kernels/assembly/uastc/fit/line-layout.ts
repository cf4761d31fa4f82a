// One layout of sorted colors on the weights of a line. For given weights each channel is a separate small least-squares problem, solved and
// rounded to ranks. Four channels are one vector.

import { floatSum, sum } from '../../block/lanes';
import { aroundNearest, RANGE_256, rangeLevels, rankValue } from '../pack/ranges';
import { COUNTS, SORTED, texelCount, total, variance } from './sorted-colors';

/** In ranges of fewer levels, neighboring ranks are tried too. */
const COARSE: i32 = 64;

/** The weight index of each color on trial, and its weight. */
export const TRIED: usize = memory.data(8);
export const VALUES: usize = memory.data(8);

// Sums of the layout on trial over texels: of weights, of their squares, and of colors times weights.
let sumOfWeights: i32 = 0;
let sumOfSquares: i32 = 0;
let weightedSum: v128 = i32x4.splat(0);

/** Sets the sums of the layout on trial. */
/* @inline */ export function setLayout(sw: i32, sww: i32, weighted: v128): void {
  sumOfWeights = sw;
  sumOfSquares = sww;
  weightedSum = weighted;
}

/** The variance, times `texelCount`, that no line with this layout explains. Rounded down by more than floats lose. */
export function unexplained(metric: v128): f32 {
  const spread = texelCount * sumOfSquares - sumOfWeights * sumOfWeights;
  const shared = f32x4.convert_i32x4_s(
    i32x4.sub(i32x4.mul(weightedSum, i32x4.splat(texelCount)), i32x4.mul(total, i32x4.splat(sumOfWeights))),
  );
  const all = f32x4.mul(f32x4.convert_i32x4_s(variance), f32x4.splat(1 - FLOAT_LOSS));
  const left = spread === 0 ? all : f32x4.sub(all, f32x4.div(f32x4.mul(shared, shared), f32x4.splat(f32(spread))));
  return floatSum(f32x4.mul(left, f32x4.convert_i32x4_s(metric)));
}

/** The maximum unexplained variance of a layout with an error up to `limit`: a decoder is at most half a level off a line, in the channels that
 *  vary. */
export function maxUnexplained(limit: i32, metric: v128): f32 {
  const counted = v128.andnot(metric, i32x4.eq(variance, i32x4.splat(0)));
  const off = sqrt<f32>(f32(limit) * f32(texelCount)) + 0.5 * f32(texelCount) * sqrt<f32>(f32(sum(counted)));
  return off * off * (1 + FLOAT_LOSS);
}

const FLOAT_LOSS: f32 = 1 / 1048576;

/* @inline */ function toBytes(x: v128): v128 {
  const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(x, f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.max_s(rounded, i32x4.splat(0)), i32x4.splat(255));
}

/** The nearest ranks of four values, with the values around them (see ranges). */
/* @inline */ function ranksAround(range: i32, values: v128): v128 {
  return i32x4(
    aroundNearest(range, i32x4.extract_lane(values, 0)),
    aroundNearest(range, i32x4.extract_lane(values, 1)),
    aroundNearest(range, i32x4.extract_lane(values, 2)),
    aroundNearest(range, i32x4.extract_lane(values, 3)),
  );
}

/* @inline */ export function rankValues(range: i32, ranks: v128): v128 {
  if (range === RANGE_256) return ranks;
  return i32x4(
    rankValue(range, i32x4.extract_lane(ranks, 0)),
    rankValue(range, i32x4.extract_lane(ranks, 1)),
    rankValue(range, i32x4.extract_lane(ranks, 2)),
    rankValue(range, i32x4.extract_lane(ranks, 3)),
  );
}

/** The exact decoder in 32-bit lanes. */
/* @inline */ export function decodeBetween(low: v128, span: v128, weight: i32): v128 {
  const x = i32x4.add(i32x4.shl(low, 6), i32x4.mul(span, i32x4.splat(weight)));
  return i32x4.shr_u(i32x4.add(x, i32x4.shr_u(i32x4.add(x, i32x4.splat(32)), 8)), 6);
}

export let solvedLow: v128 = i32x4.splat(0);
export let solvedHigh: v128 = i32x4.splat(0);

/** Solves the best ranks of every channel for the layout on trial. Returns the squared errors of all texels per channel. */
export function solveChannels(size: i32, range: i32): v128 {
  const sw = sumOfWeights;
  const sww = sumOfSquares;
  const weighted = weightedSum;
  const spread = texelCount * sww - sw * sw;
  const start =
    spread === 0
      ? f32x4.div(f32x4.convert_i32x4_s(total), f32x4.splat(f32(texelCount)))
      : f32x4.div(
          f32x4.convert_i32x4_s(i32x4.sub(i32x4.mul(total, i32x4.splat(sww)), i32x4.mul(weighted, i32x4.splat(sw)))),
          f32x4.splat(f32(spread)),
        );
  const top = rangeLevels(range) - 1;
  const around = ranksAround(range, toBytes(start));
  const byte = i32x4.splat(255);
  const nearest = v128.and(around, byte);
  const reach = top < COARSE ? 1 : 0;
  const pull = i32x4.splat(64 * sw - sww);
  const drive = i32x4.shl(weighted, 6);
  let minimum = i32x4.splat(i32.MAX_VALUE);
  for (let step = -reach; step <= reach; step++) {
    const ranks = i32x4.min_s(i32x4.max_s(i32x4.add(nearest, i32x4.splat(step)), i32x4.splat(0)), i32x4.splat(top));
    const low = v128.and(i32x4.shr_u(around, (step + 2) << 3), byte);
    const rise = f32x4.convert_i32x4_s(i32x4.sub(drive, i32x4.mul(low, pull)));
    let highRanks = ranks;
    let high = low;
    if (sww !== 0) {
      high = ranksAround(range, toBytes(f32x4.div(rise, f32x4.splat(f32(sww)))));
      highRanks = v128.and(high, byte);
      high = v128.and(i32x4.shr_u(high, 16), byte);
    }
    const span = i32x4.sub(high, low);
    let error = i32x4.splat(0);
    for (let i = 0; i < size; i++) {
      const d = i32x4.sub(decodeBetween(low, span, load<u8>(VALUES + i)), v128.load(SORTED + (i << 4)));
      error = i32x4.add(error, i32x4.mul(i32x4.mul(d, d), i32x4.splat(load<u8>(COUNTS + i))));
    }
    const better = i32x4.lt_s(error, minimum);
    minimum = v128.bitselect(error, minimum, better);
    solvedLow = v128.bitselect(ranks, solvedLow, better);
    solvedHigh = v128.bitselect(highRanks, solvedHigh, better);
  }
  return minimum;
}
