// The steps of fitting mode 1, a line for each of two subsets, to an opaque block whose channels and texels weigh the same. Each step takes and
// returns vectors, so that both lines stay in registers. Quantized ends have seven bits; the lowest, the p-bit, is the same for both ends of a line.

import { dot2, floatSums4, sum } from '../../block/lanes';
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
import { highEnd, lowEnd, refitEnds, setEndsAlong } from './solve';

const LAST: i32 = 7;
/** The largest end. */
const TOP: i32 = 127;
const SCALE: f32 = f32(127) / f32(255);

/** Where an axis extends along the texels of a mask. */
/* @inline */ function findEnds(pairs: usize, mean: v128, axis: v128, mask: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = splatRG(packed);
  const ba = splatBA(packed);
  const m01 = i16x8.extend_low_i8x16_s(mask);
  const m23 = i16x8.extend_high_i8x16_s(mask);
  const m0 = i32x4.extend_low_i16x8_s(m01);
  const m1 = i32x4.extend_high_i16x8_s(m01);
  const m2 = i32x4.extend_low_i16x8_s(m23);
  const m3 = i32x4.extend_high_i16x8_s(m23);
  const t0 = along(pairs, rg, ba);
  const t1 = along(pairs + 16, rg, ba);
  const t2 = along(pairs + 32, rg, ba);
  const t3 = along(pairs + 48, rg, ba);
  const huge = i32x4.splat(0x7fffffff);
  const minimum = i32x4.min_s(
    i32x4.min_s(v128.bitselect(t0, huge, m0), v128.bitselect(t1, huge, m1)),
    i32x4.min_s(v128.bitselect(t2, huge, m2), v128.bitselect(t3, huge, m3)),
  );
  const negative = i32x4.min_s(
    i32x4.min_s(v128.bitselect(i32x4.neg(t0), huge, m0), v128.bitselect(i32x4.neg(t1), huge, m1)),
    i32x4.min_s(v128.bitselect(i32x4.neg(t2), huge, m2), v128.bitselect(i32x4.neg(t3), huge, m3)),
  );
  setEndsAlong(mean, axis, minimum, negative);
}

/** The quantized ends of an axis through `mean` along the texels of a mask. Not inlined, as refitLine: four copies of each are 11 KB. */
export function axisEnds(pairs: usize, mean: v128, axis: v128, mask: v128): v128 {
  findEnds(pairs, mean, axis, mask);
  // An axis that is not a number differs from itself: the texels are equal.
  const hasAxis = f32x4.eq(axis, axis);
  return quantizeEnds(v128.bitselect(lowEnd, mean, hasAxis), v128.bitselect(highEnd, mean, hasAxis));
}

/** The nearest quantized values whose last bit is p. */
/* @inline */ function nearestWith(scaled: v128, p: i32): v128 {
  const half = f32x4.mul(f32x4.sub(scaled, f32x4.splat(f32(p))), f32x4.splat(0.5));
  const q = roundDown(f32x4.pmin(f32x4.add(half, f32x4.splat(0.5)), f32x4.splat(f32(TOP >> 1))), TOP >> 1);
  return i32x4.add(i32x4.add(q, q), i32x4.splat(p));
}

/** Squared differences of R, G and B. */
/* @inline */ function distances(v: v128, y: v128): v128 {
  const decoded = v128.or(i32x4.shl(y, 1), i32x4.shr_u(y, 6));
  const d = f32x4.replace_lane(f32x4.sub(f32x4.convert_i32x4_s(decoded), v), 3, 0);
  return f32x4.mul(d, d);
}

/** Quantized ends with the nearer p-bit. */
/* @inline */ function quantizeEnds(low: v128, high: v128): v128 {
  const scaledLow = f32x4.mul(low, f32x4.splat(SCALE));
  const scaledHigh = f32x4.mul(high, f32x4.splat(SCALE));
  const lowA = nearestWith(scaledLow, 0);
  const lowB = nearestWith(scaledLow, 1);
  const highA = nearestWith(scaledHigh, 0);
  const highB = nearestWith(scaledHigh, 1);
  const off = floatSums4(distances(low, lowB), distances(low, lowA), distances(high, highB), distances(high, highA));
  const difference = f32x4.sub(off, f32x4.shuffle(off, off, 1, 1, 3, 3));
  const both = f32x4.add(
    f32x4.shuffle(difference, difference, 0, 0, 0, 0),
    f32x4.shuffle(difference, difference, 2, 2, 2, 2),
  );
  const isOdd = f32x4.lt(both, f32x4.splat(0));
  const ends = i16x8.narrow_i32x4_s(v128.bitselect(lowB, lowA, isOdd), v128.bitselect(highB, highA, isOdd));
  return v128.and(ends, i16x8(-1, -1, -1, 0, -1, -1, -1, 0));
}

/** Ends of eight bits, as decoders expand them. */
/* @inline */ function decodeEnds(ends: v128): v128 {
  return v128.or(i16x8.shl(ends, 1), i16x8.shr_u(ends, 6));
}

/** The nearest indices between the quantized ends of both lines, a byte each. */
/* @inline */ export function indicesOnLines(pairs: usize, ends0: v128, ends1: v128, mask1: v128): v128 {
  const decoded0 = decodeEnds(ends0);
  const decoded1 = decodeEnds(ends1);
  const span0 = spanOf(decoded0);
  const span1 = spanOf(decoded1);
  const rg0 = splatRG(span0);
  const ba0 = splatBA(span0);
  const rg1 = splatRG(span1);
  const ba1 = splatBA(span1);
  const start0 = lineStart(lowOf(decoded0), span0);
  const start1 = lineStart(lowOf(decoded1), span1);
  const scale0 = lineScale(span0, LAST);
  const scale1 = lineScale(span1, LAST);
  const m0 = i16x8.extend_low_i8x16_s(mask1);
  const m1 = i16x8.extend_high_i8x16_s(mask1);
  const e0 = i32x4.extend_low_i16x8_s(m0);
  const e1 = i32x4.extend_high_i16x8_s(m0);
  const e2 = i32x4.extend_low_i16x8_s(m1);
  const e3 = i32x4.extend_high_i16x8_s(m1);
  const a0 = v128.bitselect(i32x4.sub(along(pairs, rg1, ba1), start1), i32x4.sub(along(pairs, rg0, ba0), start0), e0);
  const a1 = v128.bitselect(
    i32x4.sub(along(pairs + 16, rg1, ba1), start1),
    i32x4.sub(along(pairs + 16, rg0, ba0), start0),
    e1,
  );
  const a2 = v128.bitselect(
    i32x4.sub(along(pairs + 32, rg1, ba1), start1),
    i32x4.sub(along(pairs + 32, rg0, ba0), start0),
    e2,
  );
  const a3 = v128.bitselect(
    i32x4.sub(along(pairs + 48, rg1, ba1), start1),
    i32x4.sub(along(pairs + 48, rg0, ba0), start0),
    e3,
  );
  const i0 = nearestIndices(a0, v128.bitselect(scale1, scale0, e0), LAST);
  const i1 = nearestIndices(a1, v128.bitselect(scale1, scale0, e1), LAST);
  const i2 = nearestIndices(a2, v128.bitselect(scale1, scale0, e2), LAST);
  const i3 = nearestIndices(a3, v128.bitselect(scale1, scale0, e3), LAST);
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(i0, i1), i16x8.narrow_i32x4_s(i2, i3));
}

/* @inline */ function weightsOf(indices: v128): v128 {
  return i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), indices);
}

/** Interpolated values of eight texels. */
/* @inline */ function shown(start0: v128, start1: v128, span0: v128, span1: v128, w: v128, mask1: v128): v128 {
  const offset = i16x8.mul(v128.bitselect(span1, span0, mask1), w);
  return i16x8.shr_u(i16x8.add(v128.bitselect(start1, start0, mask1), offset), 6);
}

/** The squared error of indices between the quantized ends of both lines. */
/* @inline */ export function linesError(planar: usize, ends0: v128, ends1: v128, indices: v128, mask1: v128): i32 {
  const weights = weightsOf(indices);
  const decoded0 = decodeEnds(ends0);
  const decoded1 = decodeEnds(ends1);
  const r = channelError(planar, 0, decoded0, decoded1, weights, mask1);
  const g = channelError(planar, 1, decoded0, decoded1, weights, mask1);
  const b = channelError(planar, 2, decoded0, decoded1, weights, mask1);
  return sum(i32x4.add(r, i32x4.add(g, b)));
}

/* @inline */ function channelError(
  planar: usize,
  channel: i32,
  decoded0: v128,
  decoded1: v128,
  weights: v128,
  mask1: v128,
): v128 {
  const start0 = splatChannel(startOf(decoded0), channel);
  const start1 = splatChannel(startOf(decoded1), channel);
  const span0 = splatChannel(spanOf(decoded0), channel);
  const span1 = splatChannel(spanOf(decoded1), channel);
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const x = shown(start0, start1, span0, span1, w0, i16x8.extend_low_i8x16_s(mask1));
  const y = shown(start0, start1, span0, span1, w1, i16x8.extend_high_i8x16_s(mask1));
  const at = planar + (usize(channel) << 5);
  const dx = i16x8.sub(v128.load(at), x);
  const dy = i16x8.sub(v128.load(at, 16), y);
  return dot2(dx, dy, dx, dy);
}

/** The quantized ends that are best for the indices of `count` texels of a mask, whose colors have the given sums. */
export function refitLine(planar: usize, sums: v128, count: i32, indices: v128, mask: v128): v128 {
  refitEnds(planar, sums, count, v128.and(weightsOf(indices), mask));
  return quantizeEnds(lowEnd, highEnd);
}
