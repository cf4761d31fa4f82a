// The steps of fitting one line of mode 6 to an opaque block whose channels and texels weigh the same. Each step takes and returns vectors, so
// that a line stays in registers. Quantized ends are eight i16: R, G, B and 255 of the low one, then of the high one.

import { principalDirection, wholeAxis } from '../../block/axis';
import { dot2, floatSum, sum, sums4 } from '../../block/lanes';
import { AXIS_NOISE, AXIS_ROUNDS } from '../line';
import { clampEndpoint, nearestIndices, roundDown } from './registers';

export const LAST: i32 = 15;

/** The principal axis of sixteen texels of the given moments, as whole numbers. Not all texels may be equal: then there is no axis. */
/* @inline */ export function axisOf(moments: usize): v128 {
  const first = v128.load(moments);
  const mean = f32x4.mul(first, f32x4.splat(0.0625));
  const d = f32x4.sub(v128.load(moments, 16), f32x4.mul(mean, first));
  const o = f32x4.sub(v128.load(moments, 32), f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3)));
  const zero = f32x4.splat(0);
  const c0 = f32x4.replace_lane(f32x4.shuffle(d, o, 0, 4, 6, 6), 3, 0);
  const c1 = f32x4.replace_lane(f32x4.shuffle(d, o, 4, 1, 5, 5), 3, 0);
  const c2 = f32x4.replace_lane(f32x4.shuffle(d, o, 6, 5, 2, 2), 3, 0);
  return wholeAxis(principalDirection(c0, c1, c2, zero, AXIS_ROUNDS, AXIS_NOISE));
}

/** Products of a row of texels, as pairs of R and G and of B and A, with an axis. */
/* @inline */ function along(pairs: usize, row: usize, rg: v128, ba: v128): v128 {
  const at = pairs + row;
  return i32x4.add(i32x4.dot_i16x8_s(v128.load(at), rg), i32x4.dot_i16x8_s(v128.load(at, 64), ba));
}

/** The ends of the texels along an axis. */
/* @inline */ export function axisEnds(pairs: usize, moments: usize, axis: v128): v128 {
  const mean = f32x4.mul(v128.load(moments), f32x4.splat(0.0625));
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const t0 = along(pairs, 0, rg, ba);
  const t1 = along(pairs, 16, rg, ba);
  const t2 = along(pairs, 32, rg, ba);
  const t3 = along(pairs, 48, rg, ba);
  const minimum = i32x4.min_s(i32x4.min_s(t0, t1), i32x4.min_s(t2, t3));
  const maximum = i32x4.max_s(i32x4.max_s(t0, t1), i32x4.max_s(t2, t3));
  // The maximum's negative next to the minimum: one reduction finds both.
  const ends = i32x4.min_s(
    i32x4.shuffle(minimum, i32x4.neg(maximum), 0, 1, 4, 5),
    i32x4.shuffle(minimum, i32x4.neg(maximum), 2, 3, 6, 7),
  );
  const found = i32x4.min_s(ends, i32x4.shuffle(ends, ends, 1, 0, 3, 2));
  const alongMean = floatSum(f32x4.mul(axis, mean));
  const length = floatSum(f32x4.mul(axis, axis));
  const toLow = (f32(i32x4.extract_lane(found, 0)) - alongMean) / length;
  const toHigh = (f32(-i32x4.extract_lane(found, 2)) - alongMean) / length;
  return nearestEnds(
    f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toLow))),
    f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toHigh))),
  );
}

/** The nearest odd number to an end: an opaque block has p-bits of one. */
/* @inline */ function nearestOdd(v: v128): v128 {
  const half = f32x4.mul(f32x4.sub(clampEndpoint(v), f32x4.splat(1)), f32x4.splat(0.5));
  const q = roundDown(f32x4.add(half, f32x4.splat(0.5)), 127);
  return i32x4.replace_lane(i32x4.add(i32x4.add(q, q), i32x4.splat(1)), 3, 255);
}

/** The nearest quantized ends. */
/* @inline */ export function nearestEnds(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(nearestOdd(low), nearestOdd(high));
}

/* @inline */ function indexRow(pairs: usize, row: usize, start: v128, rg: v128, ba: v128, scale: v128): v128 {
  return nearestIndices(i32x4.sub(along(pairs, row, rg, ba), start), scale, LAST);
}

/** The nearest indices between two ends, a byte each. */
/* @inline */ export function indicesBetween(pairs: usize, ends: v128): v128 {
  const lows = i64x2.shuffle(ends, ends, 0, 0);
  const spans = i16x8.sub(i64x2.shuffle(ends, ends, 1, 1), lows);
  const rg = i32x4.shuffle(spans, spans, 0, 0, 0, 0);
  const ba = i32x4.shuffle(spans, spans, 1, 1, 1, 1);
  const lengths = i32x4.dot_i16x8_s(spans, spans);
  const starts = i32x4.dot_i16x8_s(lows, spans);
  const length = i32x4.add(lengths, i32x4.shuffle(lengths, lengths, 1, 0, 3, 2));
  const start = i32x4.add(starts, i32x4.shuffle(starts, starts, 1, 0, 3, 2));
  const scale = f32x4.div(f32x4.splat(f32(LAST)), f32x4.convert_i32x4_s(i32x4.max_s(length, i32x4.splat(1))));
  const i0 = indexRow(pairs, 0, start, rg, ba, scale);
  const i1 = indexRow(pairs, 16, start, rg, ba, scale);
  const i2 = indexRow(pairs, 32, start, rg, ba, scale);
  const i3 = indexRow(pairs, 48, start, rg, ba, scale);
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
  const spans = i16x8.sub(i64x2.shuffle(ends, ends, 1, 1), ends);
  const starts = i16x8.add(i16x8.shl(ends, 6), i16x8.splat(32));
  const r = channelError(
    planar,
    i16x8.shuffle(starts, starts, 0, 0, 0, 0, 0, 0, 0, 0),
    i16x8.shuffle(spans, spans, 0, 0, 0, 0, 0, 0, 0, 0),
    w0,
    w1,
  );
  const g = channelError(
    planar + 32,
    i16x8.shuffle(starts, starts, 1, 1, 1, 1, 1, 1, 1, 1),
    i16x8.shuffle(spans, spans, 1, 1, 1, 1, 1, 1, 1, 1),
    w0,
    w1,
  );
  const b = channelError(
    planar + 64,
    i16x8.shuffle(starts, starts, 2, 2, 2, 2, 2, 2, 2, 2),
    i16x8.shuffle(spans, spans, 2, 2, 2, 2, 2, 2, 2, 2),
    w0,
    w1,
  );
  return sum(i32x4.add(r, i32x4.add(g, b)));
}

/** The ends of least squares, before they are quantized, for weights. */
export let refitLow: v128 = f32x4.splat(0);
export let refitHigh: v128 = f32x4.splat(0);

/** Sets `refitLow` and `refitHigh`. `totals`: the sums of R, G and B. */
/* @inline */ export function refit(planar: usize, totals: v128, weights: v128): void {
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const r = dot2(v128.load(planar), v128.load(planar, 16), w0, w1);
  const g = dot2(v128.load(planar, 32), v128.load(planar, 48), w0, w1);
  const b = dot2(v128.load(planar, 64), v128.load(planar, 80), w0, w1);
  const one = i16x8.splat(1);
  const parts = sums4(r, g, b, dot2(w0, w1, one, one));
  const sw = i32x4.extract_lane(parts, 3);
  const sww = sum(dot2(w0, w1, w0, w1));
  const cross = 64 * sw - sww;
  const other = 65536 - 64 * sw - cross;
  // Whole numbers below 2⁵³: exact.
  const spread = f64(other) * f64(sww) - f64(cross) * f64(cross);
  if (spread === 0) {
    refitLow = f32x4.mul(totals, f32x4.splat(0.0625));
    refitHigh = refitLow;
    return;
  }
  const scale = f32x4.splat(f32(64 / spread));
  const y = f32x4.convert_i32x4_s(parts);
  const x = f32x4.sub(f32x4.mul(totals, f32x4.splat(64)), y);
  const b4 = f32x4.splat(f32(cross));
  refitLow = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(sww)), x), f32x4.mul(b4, y)), scale);
  refitHigh = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(other)), y), f32x4.mul(b4, x)), scale);
}
