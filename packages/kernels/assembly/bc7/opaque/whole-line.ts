// Mode 6 for a block that is opaque and whose channels and texels weigh the same: the common case. It does exactly what `fit` would, but
// keeps the line, its endpoints and the indices in registers. Then the two ends alone, in mode 5.

import { BEST, C_ERROR, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { PAIRS, PLANAR } from '../../block/texels';
import { C_HIGH, C_LOW } from '../endpoints';
import { MOMENTS } from '../moments';
import { WHOLE } from '../partitions';
import {
  axisEnds,
  axisOf,
  indicesBetween,
  LAST,
  lineError,
  nearestEnds,
  refit,
  refitHigh,
  refitLow,
  weightsOf,
} from './line';
import { clampEndpoint, roundDown } from './registers';

const MODE: i32 = 6;

/** Puts a line to BEST, which has the mode already. */
/* @inline */ function keep(error: i32, ends: v128, indices: v128): void {
  const bytes = i8x16.narrow_i16x8_u(ends, ends);
  store<i32>(BEST, error, C_ERROR);
  store<i32>(BEST, i32x4.extract_lane(bytes, 0), C_LOW);
  store<i32>(BEST, i32x4.extract_lane(bytes, 1), C_HIGH);
  v128.store(BEST, indices, C_INDICES);
}

/** Puts a line of mode 6 to BEST. */
export function keepWholeLine(error: i32, ends: v128, indices: v128): void {
  store<i32>(BEST, MODE, C_MODE);
  store<i32>(BEST, WHOLE, C_PARTITION);
  store<i32>(BEST, 0, C_PLANE);
  keep(error, ends, indices);
}

/** Leaves mode 6 in BEST. MOMENTS must be those of the whole block. */
export function fitWholeLine(refits: i32): void {
  const axis = axisOf(MOMENTS);
  let ends = axisEnds(PAIRS, MOMENTS, axis);
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    const indices = indicesBetween(PAIRS, ends);
    const weights = weightsOf(indices);
    const error = lineError(PLANAR, ends, weights);
    if (error >= minimum) return;
    minimum = error;
    keepWholeLine(error, ends, indices);
    if (error === 0 || round === refits) return;
    refit(PLANAR, v128.load(MOMENTS), weights);
    ends = nearestEnds(refitLow, refitHigh);
  }
}

/** The nearest of seven bits. */
/* @inline */ function nearestSeven(v: v128): v128 {
  const x = f32x4.add(f32x4.mul(clampEndpoint(v), f32x4.splat(f32(127) / f32(255))), f32x4.splat(0.5));
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
  refit(PLANAR, v128.load(MOMENTS), weights);
  const sevens = i16x8.narrow_i32x4_s(nearestSeven(refitLow), nearestSeven(refitHigh));
  const opaque = i16x8(0, 0, 0, 255, 0, 0, 0, 255);
  const isColor = i16x8(-1, -1, -1, 0, -1, -1, -1, 0);
  const ends = v128.bitselect(v128.or(i16x8.shl(sevens, 1), i16x8.shr_u(sevens, 6)), opaque, isColor);
  const error = lineError(PLANAR, ends, weights);
  if (error >= best) return;
  keep(error, v128.bitselect(sevens, opaque, isColor), v128.and(isHigh, i8x16.splat(3)));
  v128.store(BEST, i8x16.splat(0), C_INDICES2);
  store<i32>(BEST, 5, C_MODE);
}
