// Steps of the fits that keep a block's lines in registers.

import { PAIRS } from '../../block/texels';

/** Added to a whole number below 2²³, its bits are the lowest of the sum. */
const WHOLE_BITS: f32 = 8388608;

/* @inline */ export function clampEndpoint(v: v128): v128 {
  return f32x4.pmin(f32x4.pmax(v, f32x4.splat(0)), f32x4.splat(255));
}

/** Products of the row of texels at `row` with an axis, as pairs of R and G and of B and A. */
/* @inline */ export function along(row: usize, rg: v128, ba: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS + row), rg), i32x4.dot_i16x8_s(v128.load(PAIRS + row, 64), ba));
}

/** Floats from 0 to `mask`, one less than a power of two, rounded down. In most engines faster than a conversion that saturates. */
/* @inline */ export function roundDown(v: v128, mask: i32): v128 {
  return v128.and(f32x4.add(f32x4.floor(v), f32x4.splat(WHOLE_BITS)), i32x4.splat(mask));
}

/** The nearest indices of four texels from how far they are along their line. `last` is one less than a power of two. */
/* @inline */ export function nearestIndices(along: v128, scale: v128, last: i32): v128 {
  const x = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(along), scale), f32x4.splat(0.5));
  return roundDown(f32x4.pmin(f32x4.pmax(x, f32x4.splat(0)), f32x4.splat(f32(last))), last);
}

/** R, G or B of four i32 as eight i16. */
/* @inline */ export function splatChannel(v: v128, channel: i32): v128 {
  if (channel === 0) return i8x16.shuffle(v, v, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1);
  if (channel === 1) return i8x16.shuffle(v, v, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5);
  return i8x16.shuffle(v, v, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9, 8, 9);
}
