// Least squares: the best endpoints for the weights of texels.

import { ENDPOINTS } from '../block/candidate';
import { dot2, sums4 } from '../block/lanes';
import { WEIGHTS } from './evaluate';
import { colorWeights, isAlphaWeighted } from './metric';

/** Sets ENDPOINTS for the texels of `mask` and WEIGHTS. Colors are weighed by `colorWeights`, alpha is not. */
export function refit(subset: i32, planar: usize, mask: v128): void {
  const to = ENDPOINTS + (usize(subset) << 5);
  solve(to, planar, v128.and(mask, colorWeights));
  if (!isAlphaWeighted) return;
  solve(ALPHA_ENDPOINTS, planar, v128.and(mask, i8x16.splat(1)));
  store<f32>(to, load<f32>(ALPHA_ENDPOINTS, 12), 12);
  store<f32>(to, load<f32>(ALPHA_ENDPOINTS, 28), 28);
}
const ALPHA_ENDPOINTS: usize = memory.data(32, 16);

/** Solves the endpoints. `counts`: the weight of each texel, a byte each. */
function solve(to: usize, planar: usize, counts: v128): void {
  const weights = v128.load(WEIGHTS);
  const w0 = i16x8.extend_low_i8x16_u(weights);
  const w1 = i16x8.extend_high_i8x16_u(weights);
  const in0 = i16x8.extend_low_i8x16_u(counts);
  const in1 = i16x8.extend_high_i8x16_u(counts);
  const p0 = i16x8.mul(w0, in0);
  const p1 = i16x8.mul(w1, in1);
  const r0 = v128.load(planar);
  const r1 = v128.load(planar, 16);
  const g0 = v128.load(planar, 32);
  const g1 = v128.load(planar, 48);
  const b0 = v128.load(planar, 64);
  const b1 = v128.load(planar, 80);
  const a0 = v128.load(planar, 96);
  const a1 = v128.load(planar, 112);
  const totals = sums4(dot2(r0, r1, in0, in1), dot2(g0, g1, in0, in1), dot2(b0, b1, in0, in1), dot2(a0, a1, in0, in1));
  const parts = sums4(dot2(r0, r1, p0, p1), dot2(g0, g1, p0, p1), dot2(b0, b1, p0, p1), dot2(a0, a1, p0, p1));
  const one = i16x8.splat(1);
  const scalars = sums4(dot2(in0, in1, one, one), dot2(p0, p1, one, one), dot2(w0, w1, p0, p1), p0);
  const count = i32x4.extract_lane(scalars, 0);
  const sw = i32x4.extract_lane(scalars, 1);
  const sww = i32x4.extract_lane(scalars, 2);
  const cross = 64 * sw - sww;
  const other = 4096 * count - 64 * sw - cross;
  // Whole numbers below 2⁵³: exact.
  const spread = f64(other) * f64(sww) - f64(cross) * f64(cross);
  if (spread === 0) {
    const mean = f32x4.div(f32x4.convert_i32x4_s(totals), f32x4.splat(f32(count)));
    v128.store(to, mean);
    v128.store(to, mean, 16);
    return;
  }
  const scale = f32x4.splat(f32(64 / spread));
  const x = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shl(totals, 6), parts));
  const y = f32x4.convert_i32x4_s(parts);
  const b = f32x4.splat(f32(cross));
  const low = f32x4.sub(f32x4.mul(f32x4.splat(f32(sww)), x), f32x4.mul(b, y));
  const high = f32x4.sub(f32x4.mul(f32x4.splat(f32(other)), y), f32x4.mul(b, x));
  v128.store(to, clampEndpoint(f32x4.mul(low, scale)));
  v128.store(to, clampEndpoint(f32x4.mul(high, scale)), 16);
}

/* @inline */ function clampEndpoint(v: v128): v128 {
  return f32x4.pmin(f32x4.pmax(v, f32x4.splat(0)), f32x4.splat(255));
}
