// The ends of a line through texels of an opaque block, before they are quantized: along the principal axis, or by least squares for indices.

import { principalDirection, wholeAxis } from '../../block/axis';
import { dot2, floatSum, sum, sums4 } from '../../block/lanes';
import { AXIS_NOISE, AXIS_ROUNDS } from '../line';
import { clampEndpoint } from './registers';

/** The ends found last. */
export let lowEnd: v128 = f32x4.splat(0);
export let highEnd: v128 = f32x4.splat(0);

/** The principal axis of texels of the given moments, as whole numbers: sums, squares, RG GB BR, and 1 / their number. Not a number if the
 *  texels are equal. */
/* @inline */ export function axisOf(sums: v128, squares: v128, ring: v128, inverse: f32): v128 {
  const mean = f32x4.mul(sums, f32x4.splat(inverse));
  const d = f32x4.sub(squares, f32x4.mul(mean, sums));
  const o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(sums, sums, 1, 2, 0, 3)));
  const c0 = f32x4.replace_lane(f32x4.shuffle(d, o, 0, 4, 6, 6), 3, 0);
  const c1 = f32x4.replace_lane(f32x4.shuffle(d, o, 4, 1, 5, 5), 3, 0);
  const c2 = f32x4.replace_lane(f32x4.shuffle(d, o, 6, 5, 2, 2), 3, 0);
  return wholeAxis(principalDirection(c0, c1, c2, f32x4.splat(0), AXIS_ROUNDS, AXIS_NOISE));
}

/** Sets the ends to where a line through `mean` has the smallest and the largest product with its axis, from four texels' smallest products
 *  and smallest negative ones. */
/* @inline */ export function setEndsAlong(mean: v128, axis: v128, smallest: v128, negative: v128): void {
  const ends = i32x4.min_s(
    i32x4.shuffle(smallest, negative, 0, 1, 4, 5),
    i32x4.shuffle(smallest, negative, 2, 3, 6, 7),
  );
  const found = i32x4.min_s(ends, i32x4.shuffle(ends, ends, 1, 0, 3, 2));
  const alongMean = floatSum(f32x4.mul(axis, mean));
  const length = floatSum(f32x4.mul(axis, axis));
  const toLow = (f32(i32x4.extract_lane(found, 0)) - alongMean) / length;
  const toHigh = (f32(-i32x4.extract_lane(found, 2)) - alongMean) / length;
  lowEnd = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toLow))));
  highEnd = clampEndpoint(f32x4.add(mean, f32x4.mul(axis, f32x4.splat(toHigh))));
}

/** Sets the ends to those of least squares for the weights of `count` texels of the given sums. The weights of other texels are 0. */
/* @inline */ export function refitEnds(planar: usize, sums: v128, count: i32, weights: v128): void {
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
  const other = 4096 * count - 64 * sw - cross;
  // Whole numbers below 2⁵³: exact.
  const spread = f64(other) * f64(sww) - f64(cross) * f64(cross);
  const scale = f32x4.splat(f32(64 / spread));
  const y = f32x4.convert_i32x4_s(parts);
  const x = f32x4.sub(f32x4.mul(sums, f32x4.splat(64)), y);
  const b4 = f32x4.splat(f32(cross));
  const low = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(sww)), x), f32x4.mul(b4, y)), scale);
  const high = f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(f32(other)), y), f32x4.mul(b4, x)), scale);
  // If all weights are equal, both ends are the mean.
  const mean = f32x4.div(sums, f32x4.splat(f32(count)));
  const isPoint = i32x4.splat(-i32(spread === 0));
  lowEnd = v128.bitselect(mean, clampEndpoint(low), isPoint);
  highEnd = v128.bitselect(mean, clampEndpoint(high), isPoint);
}
