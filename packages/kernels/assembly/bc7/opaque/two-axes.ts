// The principal axes of both subsets of a partition, and the ends of their texels along them, for mode 1.

import { principalDirection, wholeAxis } from '../../block/axis';
import { dot2, floatSum, sums4 } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { AXIS_NOISE, AXIS_ROUNDS } from '../line';
import { BLOCK_MOMENTS } from '../moments';
import { along, clampEndpoint } from './registers';

/** By subset: the ends before they are quantized, and the sums of texels. */
export let axisLow0: v128 = f32x4.splat(0);
export let axisHigh0: v128 = f32x4.splat(0);
export let axisLow1: v128 = f32x4.splat(0);
export let axisHigh1: v128 = f32x4.splat(0);
export let sums0: v128 = f32x4.splat(0);
export let sums1: v128 = f32x4.splat(0);
let lowEnd: v128 = f32x4.splat(0);
let highEnd: v128 = f32x4.splat(0);

/** Sets `lowEnd` and `highEnd` to the ends of the principal axis of the texels of `mask`, from their moments. */
function fitAxis(first: v128, squares: v128, ring: v128, inverse: f32, mask: v128): void {
  const mean = f32x4.mul(first, f32x4.splat(inverse));
  const d = f32x4.sub(squares, f32x4.mul(mean, first));
  const o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3)));
  const c0 = f32x4.replace_lane(f32x4.shuffle(d, o, 0, 4, 6, 6), 3, 0);
  const c1 = f32x4.replace_lane(f32x4.shuffle(d, o, 4, 1, 5, 5), 3, 0);
  const c2 = f32x4.replace_lane(f32x4.shuffle(d, o, 6, 5, 2, 2), 3, 0);
  const direction = principalDirection(c0, c1, c2, f32x4.splat(0), AXIS_ROUNDS, AXIS_NOISE);
  lowEnd = mean;
  highEnd = mean;
  if (!v128.any_true(direction)) return;
  const axis = wholeAxis(direction);
  const whole = i32x4.trunc_sat_f32x4_s(axis);
  const packed = i16x8.narrow_i32x4_s(whole, whole);
  const rg = i32x4.shuffle(packed, packed, 0, 0, 0, 0);
  const ba = i32x4.shuffle(packed, packed, 1, 1, 1, 1);
  const m01 = i16x8.extend_low_i8x16_s(mask);
  const m23 = i16x8.extend_high_i8x16_s(mask);
  const m0 = i32x4.extend_low_i16x8_s(m01);
  const m1 = i32x4.extend_high_i16x8_s(m01);
  const m2 = i32x4.extend_low_i16x8_s(m23);
  const m3 = i32x4.extend_high_i16x8_s(m23);
  const t0 = along(0, rg, ba);
  const t1 = along(16, rg, ba);
  const t2 = along(32, rg, ba);
  const t3 = along(48, rg, ba);
  const huge = i32x4.splat(0x7fffffff);
  const minimum = i32x4.min_s(
    i32x4.min_s(v128.bitselect(t0, huge, m0), v128.bitselect(t1, huge, m1)),
    i32x4.min_s(v128.bitselect(t2, huge, m2), v128.bitselect(t3, huge, m3)),
  );
  // Negative, so that one reduction finds both ends.
  const negative = i32x4.min_s(
    i32x4.min_s(v128.bitselect(i32x4.neg(t0), huge, m0), v128.bitselect(i32x4.neg(t1), huge, m1)),
    i32x4.min_s(v128.bitselect(i32x4.neg(t2), huge, m2), v128.bitselect(i32x4.neg(t3), huge, m3)),
  );
  const ends = i32x4.min_s(i32x4.shuffle(minimum, negative, 0, 1, 4, 5), i32x4.shuffle(minimum, negative, 2, 3, 6, 7));
  const found = i32x4.min_s(ends, i32x4.shuffle(ends, ends, 1, 0, 3, 2));
  const alongMean = floatSum(f32x4.mul(axis, mean));
  const length = floatSum(f32x4.mul(axis, axis));
  const toLow = (f32(i32x4.extract_lane(found, 0)) - alongMean) / length;
  const toHigh = (f32(-i32x4.extract_lane(found, 2)) - alongMean) / length;
  lowEnd = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toLow))));
  highEnd = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toHigh))));
}

/** Fits both lines. */
/* @inline */ export function fitAxes(bits1: i32, mask0: v128, mask1: v128): void {
  const m0 = i16x8.extend_low_i8x16_s(mask1);
  const m1 = i16x8.extend_high_i8x16_s(mask1);
  const r0 = v128.load(PLANAR);
  const r1 = v128.load(PLANAR, 16);
  const g0 = v128.load(PLANAR, 32);
  const g1 = v128.load(PLANAR, 48);
  const b0 = v128.load(PLANAR, 64);
  const b1 = v128.load(PLANAR, 80);
  const r0m = v128.and(r0, m0);
  const r1m = v128.and(r1, m1);
  const g0m = v128.and(g0, m0);
  const g1m = v128.and(g1, m1);
  const b0m = v128.and(b0, m0);
  const b1m = v128.and(b1, m1);
  const one = i16x8.splat(1);
  const zero = i32x4.splat(0);
  const first = sums4(dot2(r0m, r1m, one, one), dot2(g0m, g1m, one, one), dot2(b0m, b1m, one, one), zero);
  const squares = sums4(dot2(r0m, r1m, r0, r1), dot2(g0m, g1m, g0, g1), dot2(b0m, b1m, b0, b1), zero);
  const ring = sums4(dot2(r0m, r1m, g0, g1), dot2(g0m, g1m, b0, b1), dot2(b0m, b1m, r0, r1), zero);
  const count = popcnt(bits1);
  const others = 16 - count;
  sums1 = f32x4.convert_i32x4_s(first);
  const squares1 = f32x4.convert_i32x4_s(squares);
  const ring1 = f32x4.convert_i32x4_s(ring);
  sums0 = f32x4.sub(v128.load(BLOCK_MOMENTS), sums1);
  const squares0 = f32x4.sub(v128.load(BLOCK_MOMENTS, 16), squares1);
  const ring0 = f32x4.sub(v128.load(BLOCK_MOMENTS, 32), ring1);
  fitAxis(sums0, squares0, ring0, f32(1) / f32(others), mask0);
  axisLow0 = lowEnd;
  axisHigh0 = highEnd;
  fitAxis(sums1, squares1, ring1, f32(1) / f32(count), mask1);
  axisLow1 = lowEnd;
  axisHigh1 = highEnd;
}
