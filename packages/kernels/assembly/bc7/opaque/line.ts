// The steps of fitting one line of mode 6 to an opaque block whose channels and texels weigh the same. Each step takes and returns vectors, so
// that a line stays in registers.

import { dot2, sum } from '../../block/lanes';
import {
  along,
  lineScale,
  lineStart,
  lowOf,
  nearestIndices,
  roundDown,
  spanOf,
  splatBA,
  splatChannel,
  splatRG,
  startOf,
} from './registers';
import { highEnd, lowEnd, setEndsAlong } from './solve';

export const LAST: i32 = 15;

/** Sets the ends to those of the texels along an axis. */
/* @inline */ export function findEnds(pairs: usize, sums: v128, axis: v128): void {
  const mean = f32x4.mul(sums, f32x4.splat(0.0625));
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = splatRG(packed);
  const ba = splatBA(packed);
  const t0 = along(pairs, rg, ba);
  const t1 = along(pairs + 16, rg, ba);
  const t2 = along(pairs + 32, rg, ba);
  const t3 = along(pairs + 48, rg, ba);
  const minimum = i32x4.min_s(i32x4.min_s(t0, t1), i32x4.min_s(t2, t3));
  const maximum = i32x4.max_s(i32x4.max_s(t0, t1), i32x4.max_s(t2, t3));
  setEndsAlong(mean, axis, minimum, i32x4.neg(maximum));
}

/** The nearest odd number to an end: an opaque block has p-bits of one. */
/* @inline */ function nearestOdd(v: v128): v128 {
  const half = f32x4.mul(f32x4.sub(v, f32x4.splat(1)), f32x4.splat(0.5));
  const q = roundDown(f32x4.add(half, f32x4.splat(0.5)), 127);
  return i32x4.replace_lane(i32x4.add(i32x4.add(q, q), i32x4.splat(1)), 3, 255);
}

/** The ends found last, quantized. */
/* @inline */ export function quantizedEnds(): v128 {
  return i16x8.narrow_i32x4_s(nearestOdd(lowEnd), nearestOdd(highEnd));
}

/* @inline */ function indexRow(row: usize, start: v128, rg: v128, ba: v128, scale: v128): v128 {
  return nearestIndices(i32x4.sub(along(row, rg, ba), start), scale, LAST);
}

/** The nearest indices between two ends, a byte each. */
/* @inline */ export function indicesBetween(pairs: usize, ends: v128): v128 {
  const low = lowOf(ends);
  const span = spanOf(ends);
  const rg = splatRG(span);
  const ba = splatBA(span);
  const start = lineStart(low, span);
  const scale = lineScale(span, LAST);
  const i0 = indexRow(pairs, start, rg, ba, scale);
  const i1 = indexRow(pairs + 16, start, rg, ba, scale);
  const i2 = indexRow(pairs + 32, start, rg, ba, scale);
  const i3 = indexRow(pairs + 48, start, rg, ba, scale);
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(i0, i1), i16x8.narrow_i32x4_s(i2, i3));
}

/** The weights of indices, in 64ths. */
/* @inline */ export function weightsOf(indices: v128): v128 {
  return i8x16.swizzle(i8x16(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64), indices);
}

/* @inline */ function channelError(planar: usize, start: v128, span: v128, w0: v128, w1: v128): v128 {
  const x0 = i16x8.shr_u(i16x8.add(start, i16x8.mul(span, w0)), 6);
  const x1 = i16x8.shr_u(i16x8.add(start, i16x8.mul(span, w1)), 6);
  const d0 = i16x8.sub(v128.load(planar), x0);
  const d1 = i16x8.sub(v128.load(planar, 16), x1);
  return dot2(d0, d1, d0, d1);
}

/** The squared error of weights between two ends. */
/* @inline */ export function lineError(planar: usize, ends: v128, weights: v128): i32 {
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const span = spanOf(ends);
  const start = startOf(ends);
  const r = channelError(planar, splatChannel(start, 0), splatChannel(span, 0), w0, w1);
  const g = channelError(planar + 32, splatChannel(start, 1), splatChannel(span, 1), w0, w1);
  const b = channelError(planar + 64, splatChannel(start, 2), splatChannel(span, 2), w0, w1);
  return sum(i32x4.add(r, i32x4.add(g, b)));
}
