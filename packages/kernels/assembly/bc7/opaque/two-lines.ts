// Mode 1 for a block that is opaque and whose channels and texels weigh the same. It does exactly what `fit` would, but keeps both lines,
// their endpoints and the indices in registers.

import { BEST, C_ERROR, C_INDICES, C_MODE, C_PARTITION, C_PLANE } from '../../block/candidate';
import { dot2, floatSums4, sum, sums4 } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { C_HIGH, C_LOW } from '../endpoints';
import { subsetBits, subsetMask } from '../partitions';
import { along, clampEndpoint, nearestIndices, roundDown, splatChannel } from './registers';
import { axisHigh0, axisHigh1, axisLow0, axisLow1, fitAxes, sums0, sums1 } from './two-axes';

const MODE: i32 = 1;
const LAST: i32 = 7;
/** An endpoint has six bits and a p-bit that both ends share. */
const TOP: i32 = 127;
const SCALE: f32 = f32(127) / f32(255);

/** The ends of one line. */
let lowEnd: v128 = i32x4.splat(0);
let highEnd: v128 = i32x4.splat(0);
let indices: v128 = i8x16.splat(0);
let weights: v128 = i8x16.splat(0);

/** The nearest quantized values whose last bit is p. */
/* @inline */ function nearestWith(scaled: v128, p: i32): v128 {
  const half = f32x4.mul(f32x4.sub(scaled, f32x4.splat(f32(p))), f32x4.splat(0.5));
  const q = roundDown(f32x4.pmin(f32x4.add(half, f32x4.splat(0.5)), f32x4.splat(f32(TOP >> 1))), TOP >> 1);
  return i32x4.add(i32x4.add(q, q), i32x4.splat(p));
}

/* @inline */ function decode(y: v128): v128 {
  return v128.or(i32x4.shl(y, 1), i32x4.shr_u(y, 6));
}

/** Squared differences of R, G and B. */
/* @inline */ function distances(v: v128, y: v128): v128 {
  const d = f32x4.replace_lane(f32x4.sub(f32x4.convert_i32x4_s(decode(y)), v), 3, 0);
  return f32x4.mul(d, d);
}

/** Sets `lowEnd` and `highEnd` to the quantized ends with the nearer p-bit. */
/* @inline */ function quantizeEnds(low: v128, high: v128): void {
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
  lowEnd = i32x4.replace_lane(v128.bitselect(lowB, lowA, isOdd), 3, 0);
  highEnd = i32x4.replace_lane(v128.bitselect(highB, highA, isOdd), 3, 0);
}

/** Of a line between decoded ends: the last index over its squared length. */
/* @inline */ function lineScale(spans: v128): v128 {
  const lengths = i32x4.dot_i16x8_s(spans, spans);
  const length = i32x4.add(lengths, i32x4.shuffle(lengths, lengths, 1, 0, 3, 2));
  return f32x4.div(f32x4.splat(f32(LAST)), f32x4.convert_i32x4_s(i32x4.max_s(length, i32x4.splat(1))));
}

/* @inline */ function lineStart(lows: v128, spans: v128): v128 {
  const starts = i32x4.dot_i16x8_s(lows, spans);
  return i32x4.add(starts, i32x4.shuffle(starts, starts, 1, 0, 3, 2));
}

/* @inline */ function channelError(
  at: usize,
  start0: v128,
  start1: v128,
  span0: v128,
  span1: v128,
  w0: v128,
  w1: v128,
  m0: v128,
  m1: v128,
): v128 {
  const a = i16x8.mul(v128.bitselect(span1, span0, m0), w0);
  const b = i16x8.mul(v128.bitselect(span1, span0, m1), w1);
  const x = i16x8.shr_u(i16x8.add(v128.bitselect(start1, start0, m0), a), 6);
  const y = i16x8.shr_u(i16x8.add(v128.bitselect(start1, start0, m1), b), 6);
  const dx = i16x8.sub(v128.load(PLANAR + at), x);
  const dy = i16x8.sub(v128.load(PLANAR + at, 16), y);
  return dot2(dx, dy, dx, dy);
}

/** Sets `indices` and `weights` to the nearest between the given decoded ends. */
/* @inline */ function findIndices(l0: v128, h0: v128, l1: v128, h1: v128, mask1: v128): void {
  const lows0 = i16x8.narrow_i32x4_s(l0, l0);
  const lows1 = i16x8.narrow_i32x4_s(l1, l1);
  const spans0 = i16x8.sub(i16x8.narrow_i32x4_s(h0, h0), lows0);
  const spans1 = i16x8.sub(i16x8.narrow_i32x4_s(h1, h1), lows1);
  const rg0 = i32x4.shuffle(spans0, spans0, 0, 0, 0, 0);
  const ba0 = i32x4.shuffle(spans0, spans0, 1, 1, 1, 1);
  const rg1 = i32x4.shuffle(spans1, spans1, 0, 0, 0, 0);
  const ba1 = i32x4.shuffle(spans1, spans1, 1, 1, 1, 1);
  const start0 = lineStart(lows0, spans0);
  const start1 = lineStart(lows1, spans1);
  const scale0 = lineScale(spans0);
  const scale1 = lineScale(spans1);
  const m0 = i16x8.extend_low_i8x16_s(mask1);
  const m1 = i16x8.extend_high_i8x16_s(mask1);
  const e0 = i32x4.extend_low_i16x8_s(m0);
  const e1 = i32x4.extend_high_i16x8_s(m0);
  const e2 = i32x4.extend_low_i16x8_s(m1);
  const e3 = i32x4.extend_high_i16x8_s(m1);
  const a0 = v128.bitselect(i32x4.sub(along(0, rg1, ba1), start1), i32x4.sub(along(0, rg0, ba0), start0), e0);
  const a1 = v128.bitselect(i32x4.sub(along(16, rg1, ba1), start1), i32x4.sub(along(16, rg0, ba0), start0), e1);
  const a2 = v128.bitselect(i32x4.sub(along(32, rg1, ba1), start1), i32x4.sub(along(32, rg0, ba0), start0), e2);
  const a3 = v128.bitselect(i32x4.sub(along(48, rg1, ba1), start1), i32x4.sub(along(48, rg0, ba0), start0), e3);
  const i0 = nearestIndices(a0, v128.bitselect(scale1, scale0, e0), LAST);
  const i1 = nearestIndices(a1, v128.bitselect(scale1, scale0, e1), LAST);
  const i2 = nearestIndices(a2, v128.bitselect(scale1, scale0, e2), LAST);
  const i3 = nearestIndices(a3, v128.bitselect(scale1, scale0, e3), LAST);
  indices = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(i0, i1), i16x8.narrow_i32x4_s(i2, i3));
  weights = i8x16.swizzle(i8x16(0, 9, 18, 27, 37, 46, 55, 64, 0, 0, 0, 0, 0, 0, 0, 0), indices);
}

/** The squared error of `weights` between the given decoded ends. */
/* @inline */ function measureLines(l0: v128, h0: v128, l1: v128, h1: v128, mask1: v128): i32 {
  const m0 = i16x8.extend_low_i8x16_s(mask1);
  const m1 = i16x8.extend_high_i8x16_s(mask1);
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const half = i32x4.splat(32);
  const p0 = i32x4.add(i32x4.shl(l0, 6), half);
  const p1 = i32x4.add(i32x4.shl(l1, 6), half);
  const q0 = i32x4.sub(h0, l0);
  const q1 = i32x4.sub(h1, l1);
  const r = channelError(
    0,
    splatChannel(p0, 0),
    splatChannel(p1, 0),
    splatChannel(q0, 0),
    splatChannel(q1, 0),
    w0,
    w1,
    m0,
    m1,
  );
  const g = channelError(
    32,
    splatChannel(p0, 1),
    splatChannel(p1, 1),
    splatChannel(q0, 1),
    splatChannel(q1, 1),
    w0,
    w1,
    m0,
    m1,
  );
  const b = channelError(
    64,
    splatChannel(p0, 2),
    splatChannel(p1, 2),
    splatChannel(q0, 2),
    splatChannel(q1, 2),
    w0,
    w1,
    m0,
    m1,
  );
  return sum(i32x4.add(r, i32x4.add(g, b)));
}

function evaluateLines(l0: v128, h0: v128, l1: v128, h1: v128, mask1: v128): i32 {
  findIndices(l0, h0, l1, h1, mask1);
  return measureLines(l0, h0, l1, h1, mask1);
}

/** Sets `lowEnd` and `highEnd` to the best endpoints of the texels of `mask` for `weights`. */
/* @inline */ function refitLine(totals: v128, count: i32, mask: v128): void {
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const masked = v128.and(weights, mask);
  const p0 = i16x8.extend_low_i8x16_u(masked);
  const p1 = i16x8.extend_high_i8x16_u(masked);
  const r = dot2(v128.load(PLANAR), v128.load(PLANAR, 16), p0, p1);
  const g = dot2(v128.load(PLANAR, 32), v128.load(PLANAR, 48), p0, p1);
  const b = dot2(v128.load(PLANAR, 64), v128.load(PLANAR, 80), p0, p1);
  const one = i16x8.splat(1);
  const parts = sums4(r, g, b, dot2(p0, p1, one, one));
  const sw = i32x4.extract_lane(parts, 3);
  const sww = sum(dot2(w0, w1, p0, p1));
  const cross = 64 * sw - sww;
  const other = 4096 * count - 64 * sw - cross;
  // Whole numbers below 2⁵³: exact.
  const spread = f64(other) * f64(sww) - f64(cross) * f64(cross);
  if (spread === 0) {
    lowEnd = f32x4.div(totals, f32x4.splat(f32(count)));
    highEnd = lowEnd;
    return;
  }
  const scale = f32x4.splat(f32(64 / spread));
  const y = f32x4.convert_i32x4_s(parts);
  const x = f32x4.sub(f32x4.mul(totals, f32x4.splat(64)), y);
  const b4 = f32x4.splat(f32(cross));
  lowEnd = clampEndpoint(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(sww)), x), f32x4.mul(b4, y)), scale));
  highEnd = clampEndpoint(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(other)), y), f32x4.mul(b4, x)), scale));
}

/* @inline */ function bytesOf(a: v128, b: v128): i64 {
  const words = i16x8.narrow_i32x4_u(a, b);
  return i64x2.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
}

/** Fits mode 1 with a partition, and copies it to BEST if it is better. Call keepBlockMoments first. */
export function fitTwoLines(slot: i32, refits: i32): void {
  const mask0 = subsetMask(slot, 0);
  const mask1 = subsetMask(slot, 1);
  const bits1 = subsetBits(slot, 1);
  fitAxes(bits1, mask0, mask1);
  let low0 = axisLow0;
  let high0 = axisHigh0;
  let low1 = axisLow1;
  let high1 = axisHigh1;
  const count1 = popcnt(bits1);
  let best = load<i32>(BEST, C_ERROR);
  let minimum = i32.MAX_VALUE;
  for (let round = 0; ; round++) {
    quantizeEnds(low0, high0);
    const l0 = lowEnd;
    const h0 = highEnd;
    quantizeEnds(low1, high1);
    const error = evaluateLines(decode(l0), decode(h0), decode(lowEnd), decode(highEnd), mask1);
    if (error >= minimum) return;
    minimum = error;
    if (error < best) {
      best = error;
      store<i32>(BEST, error, C_ERROR);
      store<i32>(BEST, MODE, C_MODE);
      store<i32>(BEST, slot, C_PARTITION);
      store<i32>(BEST, 0, C_PLANE);
      store<i64>(BEST, bytesOf(l0, lowEnd), C_LOW);
      store<i64>(BEST, bytesOf(h0, highEnd), C_HIGH);
      v128.store(BEST, indices, C_INDICES);
    }
    if (error === 0 || round === refits) return;
    refitLine(sums0, 16 - count1, mask0);
    low0 = lowEnd;
    high0 = highEnd;
    refitLine(sums1, count1, mask1);
    low1 = lowEnd;
    high1 = highEnd;
  }
}
