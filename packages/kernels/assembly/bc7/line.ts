// The line through a set of texels: their principal axis, and their extent along it.

import { extentMax, extentMin, measureExtent, principalDirection, wholeAxis } from '../block/axis';
import { ENDPOINTS } from '../block/candidate';
import { floatSum } from '../block/lanes';
import { MOMENTS } from './moments';

/** Multiplications with the scatter matrix after the first. */
export const AXIS_ROUNDS: i32 = 4;
/** A scatter below this is rounding noise of equal texels. */
export const AXIS_NOISE: f32 = 0.5;

/** Principal axis of the texels in MOMENTS, the largest part ±4096; zero if they do not differ. `inverse` is 1 / their number. */
function principalAxis(inverse: f32, alpha: bool): v128 {
  const first = v128.load(MOMENTS);
  const mean = f32x4.mul(first, f32x4.splat(inverse));
  const d = f32x4.sub(v128.load(MOMENTS, 16), f32x4.mul(mean, first)); // rr gg bb aa
  const o = f32x4.sub(v128.load(MOMENTS, 32), f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 0, 3))); // rg gb br
  let c0 = f32x4.shuffle(d, o, 0, 4, 6, 6);
  let c1 = f32x4.shuffle(d, o, 4, 1, 5, 5);
  let c2 = f32x4.shuffle(d, o, 6, 5, 2, 2);
  let c3 = f32x4.splat(0);
  if (alpha) {
    const x = f32x4.sub(v128.load(MOMENTS, 48), f32x4.mul(mean, f32x4.shuffle(first, first, 3, 3, 3, 3))); // ra ga ba
    c0 = f32x4.shuffle(c0, x, 0, 1, 2, 4);
    c1 = f32x4.shuffle(c1, x, 0, 1, 2, 5);
    c2 = f32x4.shuffle(c2, x, 0, 1, 2, 6);
    c3 = f32x4.shuffle(x, d, 0, 1, 2, 7);
  } else {
    c0 = f32x4.replace_lane(c0, 3, 0);
    c1 = f32x4.replace_lane(c1, 3, 0);
    c2 = f32x4.replace_lane(c2, 3, 0);
  }
  const direction = principalDirection(c0, c1, c2, c3, AXIS_ROUNDS, AXIS_NOISE);
  return v128.any_true(direction) ? wholeAxis(direction) : direction;
}

/* @inline */ function clampEndpoint(v: v128): v128 {
  return f32x4.pmin(f32x4.pmax(v, f32x4.splat(0)), f32x4.splat(255));
}

/** Sets ENDPOINTS for the `count` texels of `mask` (a byte each), whose moments are in MOMENTS. */
export function fitLine(subset: i32, pairs: usize, mask: v128, count: i32, alpha: bool): void {
  const inverse: f32 = f32(1) / f32(count);
  const mean = f32x4.mul(v128.load(MOMENTS), f32x4.splat(inverse));
  const to = ENDPOINTS + (usize(subset) << 5);
  const axis = principalAxis(inverse, alpha);
  if (!v128.any_true(f32x4.ne(axis, f32x4.splat(0)))) {
    v128.store(to, mean);
    v128.store(to, mean, 16);
    return;
  }
  const low = i16x8.extend_low_i8x16_s(mask);
  const high = i16x8.extend_high_i8x16_s(mask);
  measureExtent(
    pairs,
    axis,
    i32x4.extend_low_i16x8_s(low),
    i32x4.extend_high_i16x8_s(low),
    i32x4.extend_low_i16x8_s(high),
    i32x4.extend_high_i16x8_s(high),
  );
  const alongMean = floatSum(f32x4.mul(axis, mean));
  const length = floatSum(f32x4.mul(axis, axis));
  v128.store(to, clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat((f32(extentMin) - alongMean) / length)))));
  v128.store(
    to,
    clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat((f32(extentMax) - alongMean) / length)))),
    16,
  );
}
