// Mode 6 for a block that is opaque and whose channels and texels weigh the same: the common case. It does exactly what `fit` would, but
// keeps the line, its endpoints and the indices in registers. The texels are read by channel. Then the two ends alone, in mode 5.

import { principalDirection, wholeAxis } from '../block/axis';
import { BEST, C_ERROR, C_INDICES, C_INDICES2, C_MODE, C_PARTITION, C_PLANE } from '../block/candidate';
import { dot2, floatSum, sum, sums4 } from '../block/lanes';
import { PLANAR } from '../block/texels';
import { C_HIGH, C_LOW } from './endpoints';
import { AXIS_NOISE, AXIS_ROUNDS } from './line';
import { MOMENTS } from './moments';
import { WHOLE } from './partitions';
import { along, clampEndpoint, nearestIndices, roundDown, splatChannel } from './registers';

const MODE: i32 = 6;
const LAST: i32 = 15;

/** Endpoints before they are quantized. */
let low: v128 = f32x4.splat(0);
let high: v128 = f32x4.splat(0);
/** Quantized endpoints, R G B and 255, as i32. */
let lowEnd: v128 = i32x4.splat(0);
let highEnd: v128 = i32x4.splat(0);
let indices: v128 = i8x16.splat(0);
let weights: v128 = i8x16.splat(0);

/** Sets `low` and `high` to the ends of the principal axis. */
/* @inline */ function fitAxis(): void {
  const first = v128.load(MOMENTS);
  const mean = f32x4.mul(first, f32x4.splat(0.0625));
  const d = f32x4.sub(v128.load(MOMENTS, 16), f32x4.mul(mean, first));
  const o = f32x4.sub(v128.load(MOMENTS, 32), f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3)));
  const zero = f32x4.splat(0);
  const c0 = f32x4.replace_lane(f32x4.shuffle(d, o, 0, 4, 6, 6), 3, 0);
  const c1 = f32x4.replace_lane(f32x4.shuffle(d, o, 4, 1, 5, 5), 3, 0);
  const c2 = f32x4.replace_lane(f32x4.shuffle(d, o, 6, 5, 2, 2), 3, 0);
  const direction = principalDirection(c0, c1, c2, zero, AXIS_ROUNDS, AXIS_NOISE);
  if (!v128.any_true(direction)) {
    low = mean;
    high = mean;
    return;
  }
  const axis = wholeAxis(direction);
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const t0 = along(0, rg, ba);
  const t1 = along(16, rg, ba);
  const t2 = along(32, rg, ba);
  const t3 = along(48, rg, ba);
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
  low = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toLow))));
  high = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toHigh))));
}

/** The nearest odd number to an endpoint: an opaque block has p-bits of one. */
/* @inline */ function nearestOdd(v: v128): v128 {
  const half = f32x4.mul(f32x4.sub(v, f32x4.splat(1)), f32x4.splat(0.5));
  const q = roundDown(f32x4.add(half, f32x4.splat(0.5)), 127);
  return i32x4.replace_lane(i32x4.add(i32x4.add(q, q), i32x4.splat(1)), 3, 255);
}

/* @inline */ function indexRow(at: usize, start: v128, rg: v128, ba: v128, scale: v128): v128 {
  return nearestIndices(i32x4.sub(along(at, rg, ba), start), scale, LAST);
}

/** Sets `indices` and `weights` to the nearest between `lowEnd` and `highEnd`. */
/* @inline */ function findIndices(): void {
  const lows = i16x8.narrow_i32x4_s(lowEnd, lowEnd);
  const spans = i16x8.sub(i16x8.narrow_i32x4_s(highEnd, highEnd), lows);
  const rg = i32x4.shuffle(spans, spans, 0, 0, 0, 0);
  const ba = i32x4.shuffle(spans, spans, 1, 1, 1, 1);
  const lengths = i32x4.dot_i16x8_s(spans, spans);
  const starts = i32x4.dot_i16x8_s(lows, spans);
  const length = i32x4.add(lengths, i32x4.shuffle(lengths, lengths, 1, 0, 3, 2));
  const start = i32x4.add(starts, i32x4.shuffle(starts, starts, 1, 0, 3, 2));
  const scale = f32x4.div(f32x4.splat(f32(LAST)), f32x4.convert_i32x4_s(i32x4.max_s(length, i32x4.splat(1))));
  const i0 = indexRow(0, start, rg, ba, scale);
  const i1 = indexRow(16, start, rg, ba, scale);
  const i2 = indexRow(32, start, rg, ba, scale);
  const i3 = indexRow(48, start, rg, ba, scale);
  indices = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(i0, i1), i16x8.narrow_i32x4_s(i2, i3));
  weights = i8x16.swizzle(i8x16(0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64), indices);
}

/* @inline */ function channelError(at: usize, start: v128, span: v128, w0: v128, w1: v128): v128 {
  const x0 = i16x8.shr_u(i16x8.add(start, i16x8.mul(span, w0)), 6);
  const x1 = i16x8.shr_u(i16x8.add(start, i16x8.mul(span, w1)), 6);
  const d0 = i16x8.sub(v128.load(PLANAR + at), x0);
  const d1 = i16x8.sub(v128.load(PLANAR + at, 16), x1);
  return dot2(d0, d1, d0, d1);
}

/** The squared error of `indices` between `lowEnd` and `highEnd`. */
/* @inline */ function measureWhole(): i32 {
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const starts = i32x4.add(i32x4.shl(lowEnd, 6), i32x4.splat(32));
  const spans = i32x4.sub(highEnd, lowEnd);
  const r = channelError(0, splatChannel(starts, 0), splatChannel(spans, 0), w0, w1);
  const g = channelError(32, splatChannel(starts, 1), splatChannel(spans, 1), w0, w1);
  const b = channelError(64, splatChannel(starts, 2), splatChannel(spans, 2), w0, w1);
  return sum(i32x4.add(r, i32x4.add(g, b)));
}

/** Sets `low` and `high` to the best endpoints for `weights`. */
/* @inline */ function refitWhole(): void {
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const r = dot2(v128.load(PLANAR), v128.load(PLANAR, 16), w0, w1);
  const g = dot2(v128.load(PLANAR, 32), v128.load(PLANAR, 48), w0, w1);
  const b = dot2(v128.load(PLANAR, 64), v128.load(PLANAR, 80), w0, w1);
  const one = i16x8.splat(1);
  const parts = sums4(r, g, b, dot2(w0, w1, one, one));
  const sw = i32x4.extract_lane(parts, 3);
  const sww = sum(dot2(w0, w1, w0, w1));
  const cross = 64 * sw - sww;
  const other = 65536 - 64 * sw - cross;
  // Whole numbers below 2⁵³: exact.
  const spread = f64(other) * f64(sww) - f64(cross) * f64(cross);
  const totals = v128.load(MOMENTS);
  if (spread === 0) {
    low = f32x4.mul(totals, f32x4.splat(0.0625));
    high = low;
    return;
  }
  const scale = f32x4.splat(f32(64 / spread));
  const y = f32x4.convert_i32x4_s(parts);
  const x = f32x4.sub(f32x4.mul(totals, f32x4.splat(64)), y);
  const b4 = f32x4.splat(f32(cross));
  low = clampEndpoint(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(sww)), x), f32x4.mul(b4, y)), scale));
  high = clampEndpoint(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(other)), y), f32x4.mul(b4, x)), scale));
}

/* @inline */ function keep(error: i32): void {
  const bytes = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(lowEnd, highEnd), i16x8.splat(0));
  store<i32>(BEST, error, C_ERROR);
  store<i32>(BEST, i32x4.extract_lane(bytes, 0), C_LOW);
  store<i32>(BEST, i32x4.extract_lane(bytes, 1), C_HIGH);
  v128.store(BEST, indices, C_INDICES);
}

/** Leaves mode 6 in BEST. MOMENTS must be those of the whole block. */
export function fitWholeLine(refits: i32): void {
  store<i32>(BEST, MODE, C_MODE);
  store<i32>(BEST, WHOLE, C_PARTITION);
  store<i32>(BEST, 0, C_PLANE);
  fitAxis();
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    lowEnd = nearestOdd(low);
    highEnd = nearestOdd(high);
    findIndices();
    const error = measureWhole();
    if (error >= minimum) return;
    minimum = error;
    keep(error);
    if (error === 0 || round === refits) return;
    refitWhole();
  }
}

/** The nearest of seven bits. */
/* @inline */ function nearestSeven(v: v128): v128 {
  const x = f32x4.add(f32x4.mul(v, f32x4.splat(f32(127) / f32(255))), f32x4.splat(0.5));
  return roundDown(x, 127);
}

/* @inline */ function decodeSeven(y: v128): v128 {
  return v128.or(i32x4.shl(y, 1), i32x4.shr_u(y, 6));
}

/** If BEST is a block of mode 6 whose texels are all at the ends of the line, tries the ends in mode 5: unlike those of mode 6, they can be
 *  black, and most even numbers. */
export function tryTwoEnds(): void {
  const best = load<i32>(BEST, C_ERROR);
  const found = v128.load(BEST, C_INDICES);
  const isHigh = i8x16.eq(found, i8x16.splat(i8(LAST)));
  if (best === 0 || v128.any_true(v128.andnot(found, isHigh))) return;
  weights = v128.and(isHigh, i8x16.splat(64));
  refitWhole();
  const lowSeven = nearestSeven(low);
  const highSeven = nearestSeven(high);
  lowEnd = i32x4.replace_lane(decodeSeven(lowSeven), 3, 255);
  highEnd = i32x4.replace_lane(decodeSeven(highSeven), 3, 255);
  const error = measureWhole();
  if (error >= best) return;
  lowEnd = i32x4.replace_lane(lowSeven, 3, 255);
  highEnd = i32x4.replace_lane(highSeven, 3, 255);
  indices = v128.and(isHigh, i8x16.splat(3));
  keep(error);
  v128.store(BEST, i8x16.splat(0), C_INDICES2);
  store<i32>(BEST, 5, C_MODE);
}
