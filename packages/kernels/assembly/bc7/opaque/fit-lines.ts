// Modes 6 and 1 for one block that is opaque and whose channels and texels weigh the same. They do exactly what `fit` would, but keep lines, ends
// and indices in registers. Also the two ends of mode 6 alone, in mode 5.

import { BEST, C_ERROR, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { PAIRS, PLANAR } from '../../block/texels';
import { C_HIGH, C_LOW } from '../endpoints';
import { BLOCK_MOMENTS, MOMENTS, storeColorMoments } from '../moments';
import { inverses, subsetBits, subsetMask, WHOLE } from '../partitions';
import { findEnds, indicesBetween, LAST, lineError, quantizedEnds, weightsOf } from './line';
import { roundDown } from './registers';
import { axisOf, highEnd, lowEnd, refitEnds } from './solve';
import { axisEnds, indicesOnLines, linesError, refitLine } from './two-lines';

/** Puts a fit to BEST. `low` and `high`: the bytes of the ends, by subset. */
/* @inline */ function keep(mode: i32, slot: i32, error: i32, low: u64, high: u64, indices: v128): void {
  store<i32>(BEST, error, C_ERROR);
  store<i32>(BEST, mode, C_MODE);
  store<i32>(BEST, slot, C_PARTITION);
  store<i32>(BEST, 0, C_PLANE);
  store<u64>(BEST, low, C_LOW);
  store<u64>(BEST, high, C_HIGH);
  v128.store(BEST, indices, C_INDICES);
}

/** Puts one line to BEST. */
export function keepLine(mode: i32, error: i32, ends: v128, indices: v128): void {
  const bytes = i8x16.narrow_i16x8_u(ends, ends);
  keep(mode, WHOLE, error, i32x4.extract_lane(bytes, 0), i32x4.extract_lane(bytes, 1), indices);
}

/** Leaves mode 6 in BEST. MOMENTS must be those of the whole block. */
export function fitWholeLine(refits: i32): void {
  const sums = v128.load(MOMENTS);
  findEnds(PAIRS, sums, axisOf(sums, v128.load(MOMENTS, 16), v128.load(MOMENTS, 32), 0.0625));
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    const ends = quantizedEnds();
    const indices = indicesBetween(PAIRS, ends);
    const weights = weightsOf(indices);
    const error = lineError(PLANAR, ends, weights);
    if (error >= minimum) return;
    minimum = error;
    keepLine(6, error, ends, indices);
    if (error === 0 || round === refits) return;
    refitEnds(PLANAR, sums, 16, weights);
  }
}

/** The nearest of seven bits. */
/* @inline */ function nearestSeven(v: v128): v128 {
  const x = f32x4.add(f32x4.mul(v, f32x4.splat(f32(127) / f32(255))), f32x4.splat(0.5));
  return roundDown(x, 127);
}

/** If BEST is a block of mode 6 whose texels are all at the ends of the line, tries the ends in mode 5: unlike those of mode 6, they can be
 *  black, and most even numbers. */
export function tryTwoEnds(): void {
  const best = load<i32>(BEST, C_ERROR);
  const found = v128.load(BEST, C_INDICES);
  const isHigh = i8x16.eq(found, i8x16.splat(i8(LAST)));
  if (best === 0 || v128.any_true(v128.andnot(found, isHigh))) return;
  const weights = v128.and(isHigh, i8x16.splat(64));
  refitEnds(PLANAR, v128.load(MOMENTS), 16, weights);
  const sevens = i16x8.narrow_i32x4_s(nearestSeven(lowEnd), nearestSeven(highEnd));
  const opaque = i16x8(0, 0, 0, 255, 0, 0, 0, 255);
  const isColor = i16x8(-1, -1, -1, 0, -1, -1, -1, 0);
  const decoded = v128.bitselect(v128.or(i16x8.shl(sevens, 1), i16x8.shr_u(sevens, 6)), opaque, isColor);
  const error = lineError(PLANAR, decoded, weights);
  if (error >= best) return;
  keepLine(5, error, v128.bitselect(sevens, opaque, isColor), v128.and(isHigh, i8x16.splat(3)));
  v128.store(BEST, i8x16.splat(0), C_INDICES2);
}

/** The moments of subset 1. */
const SUBSET: usize = memory.data(48, 16);

/** Two ends as bytes, the first subset's lowest. */
/* @inline */ function bytesOf(ends: v128): u64 {
  return i64x2.extract_lane(i8x16.narrow_i16x8_u(ends, ends), 0);
}

/** Fits mode 1 with a partition, and copies it to BEST if it is better. Call keepBlockMoments first. */
export function fitTwoLines(slot: i32, refits: i32): void {
  const mask0 = subsetMask(slot, 0);
  const mask1 = subsetMask(slot, 1);
  const count1 = popcnt(subsetBits(slot, 1));
  const count0 = 16 - count1;
  storeColorMoments(PLANAR, mask1, SUBSET);
  const sums1 = v128.load(SUBSET);
  const squares1 = v128.load(SUBSET, 16);
  const ring1 = v128.load(SUBSET, 32);
  const sums0 = f32x4.sub(v128.load(BLOCK_MOMENTS), sums1);
  const squares0 = f32x4.sub(v128.load(BLOCK_MOMENTS, 16), squares1);
  const ring0 = f32x4.sub(v128.load(BLOCK_MOMENTS, 32), ring1);
  const inverse0 = load<f32>(inverses(slot, 0));
  const inverse1 = load<f32>(inverses(slot, 1));
  const axis0 = axisOf(sums0, squares0, ring0, inverse0);
  const axis1 = axisOf(sums1, squares1, ring1, inverse1);
  let ends0 = axisEnds(PAIRS, f32x4.mul(sums0, f32x4.splat(inverse0)), axis0, mask0);
  let ends1 = axisEnds(PAIRS, f32x4.mul(sums1, f32x4.splat(inverse1)), axis1, mask1);
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    const indices = indicesOnLines(PAIRS, ends0, ends1, mask1);
    const error = linesError(PLANAR, ends0, ends1, indices, mask1);
    if (error >= minimum) return;
    minimum = error;
    if (error < load<i32>(BEST, C_ERROR)) {
      const lows = i64x2.shuffle(ends0, ends1, 0, 2);
      const highs = i64x2.shuffle(ends0, ends1, 1, 3);
      keep(1, slot, error, bytesOf(lows), bytesOf(highs), indices);
    }
    if (error === 0 || round === refits) return;
    ends0 = refitLine(PLANAR, sums0, count0, indices, mask0);
    ends1 = refitLine(PLANAR, sums1, count1, indices, mask1);
  }
}
