// Compares partitions by what lines through their subsets leave. Hundreds are compared for a block, so the last subset is what the others leave of the
// block, and the lines of two subsets are found at once, one in each lane.

import { P_SUBSETS, partitionTable } from '../footprint';
import { AXIS_ROUNDS, NO_SPREAD } from '../lines';
import { channelCount, metricRoot, paddedCount } from '../state';
import {
  AA,
  AB,
  AG,
  ALPHA_COUNT,
  AR,
  BB,
  BG,
  BR,
  COLOR_COUNT,
  GG,
  GR,
  RR,
  SUM_BYTES,
  sumSubset,
  TOTALS,
} from './subset-sums';

const SUMS: usize = memory.data(4 * 64, 16);

/** The same number of two subsets. */
/* @inline */ function both(first: usize, second: usize, offset: usize): v128 {
  return f64x2.convert_low_i32x4_s(v128.load32_lane(second + offset, v128.load32_zero(first + offset), 1));
}

/** An entry of the scatter matrix of each subset: Σ ab − Σ a · mean of b, scaled. */
/* @inline */ function scatter(products: v128, sum: v128, mean: v128, scale: f64): v128 {
  return f64x2.mul(f64x2.sub(products, f64x2.mul(sum, mean)), f64x2.splat(scale));
}

/* @inline */ function sumThree(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(a, b), c);
}
/* @inline */ function sumFour(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.add(sumThree(a, b, c), d);
}

/** The share of what is along a line that rounded and interpolated weights lose, about. */
const ROUNDED_SHARE: f64 = 0.03;

/** What is left of `spread` if `along` · length² is along a line. Less than any two different texels leave has no line. */
/* @inline */ function lost(spread: v128, along: v128, length: v128): v128 {
  const zero = f64x2.splat(0);
  const hasLine = v128.and(f64x2.ge(spread, f64x2.splat(NO_SPREAD)), f64x2.gt(length, zero));
  const onLine = v128.and(f64x2.div(along, length), hasLine);
  return f64x2.add(f64x2.max(f64x2.sub(spread, onLine), zero), f64x2.mul(f64x2.splat(ROUNDED_SHARE), onLine));
}

function lostOfRed(first: usize, second: usize): v128 {
  const sum = both(first, second, 0);
  const mean = f64x2.div(sum, both(first, second, COLOR_COUNT));
  const spread = scatter(both(first, second, RR), sum, mean, metricRoot(0) * metricRoot(0));
  return lost(spread, spread, f64x2.splat(1));
}

/** The line is the matrix's largest eigenvector, by powers; the column of the largest variance is a first guess. */
function lostOfColors(first: usize, second: usize): v128 {
  const count = both(first, second, COLOR_COUNT);
  const red = both(first, second, 0);
  const green = both(first, second, 4);
  const blue = both(first, second, 8);
  const meanGreen = f64x2.div(green, count);
  const meanBlue = f64x2.div(blue, count);
  const rootR = metricRoot(0);
  const rootG = metricRoot(1);
  const rootB = metricRoot(2);
  const m00 = scatter(both(first, second, RR), red, f64x2.div(red, count), rootR * rootR);
  const m10 = scatter(both(first, second, GR), red, meanGreen, rootG * rootR);
  const m11 = scatter(both(first, second, GG), green, meanGreen, rootG * rootG);
  const m20 = scatter(both(first, second, BR), red, meanBlue, rootB * rootR);
  const m21 = scatter(both(first, second, BG), green, meanBlue, rootB * rootG);
  const m22 = scatter(both(first, second, BB), blue, meanBlue, rootB * rootB);
  const isGreen = f64x2.gt(m11, m00);
  const isBlue = f64x2.gt(m22, v128.bitselect(m11, m00, isGreen));
  let x = v128.bitselect(m20, v128.bitselect(m10, m00, isGreen), isBlue);
  let y = v128.bitselect(m21, v128.bitselect(m11, m10, isGreen), isBlue);
  let z = v128.bitselect(m22, v128.bitselect(m21, m20, isGreen), isBlue);
  let u = x;
  let v = y;
  let w = z;
  // One product more than the line needs: what is along it.
  for (let round = 0; round <= AXIS_ROUNDS; round++) {
    x = u;
    y = v;
    z = w;
    u = sumThree(f64x2.mul(m00, x), f64x2.mul(m10, y), f64x2.mul(m20, z));
    v = sumThree(f64x2.mul(m10, x), f64x2.mul(m11, y), f64x2.mul(m21, z));
    w = sumThree(f64x2.mul(m20, x), f64x2.mul(m21, y), f64x2.mul(m22, z));
  }
  const length = sumThree(f64x2.mul(x, x), f64x2.mul(y, y), f64x2.mul(z, z));
  const along = sumThree(f64x2.mul(x, u), f64x2.mul(y, v), f64x2.mul(z, w));
  return lost(sumThree(m00, m11, m22), along, length);
}

/** The same with alpha. */
function lostOfAll(first: usize, second: usize): v128 {
  const count = both(first, second, COLOR_COUNT);
  const red = both(first, second, 0);
  const green = both(first, second, 4);
  const blue = both(first, second, 8);
  const alpha = both(first, second, 12);
  const meanGreen = f64x2.div(green, count);
  const meanBlue = f64x2.div(blue, count);
  const meanAlpha = f64x2.div(alpha, both(first, second, ALPHA_COUNT));
  const rootR = metricRoot(0);
  const rootG = metricRoot(1);
  const rootB = metricRoot(2);
  const rootA = metricRoot(3);
  const m00 = scatter(both(first, second, RR), red, f64x2.div(red, count), rootR * rootR);
  const m10 = scatter(both(first, second, GR), red, meanGreen, rootG * rootR);
  const m11 = scatter(both(first, second, GG), green, meanGreen, rootG * rootG);
  const m20 = scatter(both(first, second, BR), red, meanBlue, rootB * rootR);
  const m21 = scatter(both(first, second, BG), green, meanBlue, rootB * rootG);
  const m22 = scatter(both(first, second, BB), blue, meanBlue, rootB * rootB);
  const m30 = scatter(both(first, second, AR), red, meanAlpha, rootA * rootR);
  const m31 = scatter(both(first, second, AG), green, meanAlpha, rootA * rootG);
  const m32 = scatter(both(first, second, AB), blue, meanAlpha, rootA * rootB);
  const m33 = scatter(both(first, second, AA), alpha, meanAlpha, rootA * rootA);
  const isGreen = f64x2.gt(m11, m00);
  const largest = v128.bitselect(m11, m00, isGreen);
  const isBlue = f64x2.gt(m22, largest);
  const isAlpha = f64x2.gt(m33, v128.bitselect(m22, largest, isBlue));
  let x = v128.bitselect(m30, v128.bitselect(m20, v128.bitselect(m10, m00, isGreen), isBlue), isAlpha);
  let y = v128.bitselect(m31, v128.bitselect(m21, v128.bitselect(m11, m10, isGreen), isBlue), isAlpha);
  let z = v128.bitselect(m32, v128.bitselect(m22, v128.bitselect(m21, m20, isGreen), isBlue), isAlpha);
  let w = v128.bitselect(m33, v128.bitselect(m32, v128.bitselect(m31, m30, isGreen), isBlue), isAlpha);
  let p = x;
  let q = y;
  let r = z;
  let s = w;
  for (let round = 0; round <= AXIS_ROUNDS; round++) {
    x = p;
    y = q;
    z = r;
    w = s;
    p = sumFour(f64x2.mul(m00, x), f64x2.mul(m10, y), f64x2.mul(m20, z), f64x2.mul(m30, w));
    q = sumFour(f64x2.mul(m10, x), f64x2.mul(m11, y), f64x2.mul(m21, z), f64x2.mul(m31, w));
    r = sumFour(f64x2.mul(m20, x), f64x2.mul(m21, y), f64x2.mul(m22, z), f64x2.mul(m32, w));
    s = sumFour(f64x2.mul(m30, x), f64x2.mul(m31, y), f64x2.mul(m32, z), f64x2.mul(m33, w));
  }
  const length = sumFour(f64x2.mul(x, x), f64x2.mul(y, y), f64x2.mul(z, z), f64x2.mul(w, w));
  const along = sumFour(f64x2.mul(x, p), f64x2.mul(y, q), f64x2.mul(z, r), f64x2.mul(w, s));
  return lost(sumFour(m00, m11, m22, m33), along, length);
}

function lostOfBoth(first: usize, second: usize): v128 {
  if (channelCount === 1) return lostOfRed(first, second);
  return channelCount === 3 ? lostOfColors(first, second) : lostOfAll(first, second);
}

/** What lines through the subsets of a partition leave, with what weights lose; `index` is its number in the table. */
export function comparePartition(count: i32, index: i32): f64 {
  const subsets = partitionTable(count) + P_SUBSETS + usize(index * paddedCount);
  const last = SUMS + usize(count - 1) * SUM_BYTES;
  for (let i: usize = 0; i < SUM_BYTES; i += 16) v128.store(last + i, v128.load(TOTALS + i));
  for (let subset = 0; subset + 1 < count; subset++) {
    const sums = SUMS + usize(subset) * SUM_BYTES;
    sumSubset(subsets, subset, sums);
    for (let i: usize = 0; i < SUM_BYTES; i += 16)
      v128.store(last + i, i32x4.sub(v128.load(last + i), v128.load(sums + i)));
  }
  let error: f64 = 0;
  for (let subset = 0; subset < count; subset += 2) {
    const first = SUMS + usize(subset) * SUM_BYTES;
    const errors = lostOfBoth(first, subset + 1 < count ? first + SUM_BYTES : first);
    error += f64x2.extract_lane(errors, 0);
    if (subset + 1 < count) error += f64x2.extract_lane(errors, 1);
  }
  return error;
}
