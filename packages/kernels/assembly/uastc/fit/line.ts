// The line modes: one pair of endpoints for all sixteen texels.

import { C_ENDPOINTS, C_ERROR, C_INDICES, ENDPOINTS } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { dot2, squaredDifferences, sum, sums4 } from '../../block/lanes';
import { PAIRS, PLANAR } from '../../block/texels';
import { SUMS } from '../load';
import { lowA, lowB, lowG, lowR, readEndpoints, spanA, spanB, spanG, spanR } from '../pack/endpoints';
import { nearestRank } from '../pack/ranges';
import { nearestWeights, weightSteps } from '../pack/weights';
import { pair, toByteRange, weighA, weighB, weighG, weighR, weighted } from '../state';

/* @inline */ function nearestOf(range: i32, values: v128): u32 {
  return (
    nearestRank(range, i32x4.extract_lane(values, 0)) |
    (nearestRank(range, i32x4.extract_lane(values, 1)) << 8) |
    (nearestRank(range, i32x4.extract_lane(values, 2)) << 16) |
    (nearestRank(range, i32x4.extract_lane(values, 3)) << 24)
  );
}

/** Rounds ENDPOINTS of a subset to the range. Written as one word: a word written by bytes is slow to read back. */
export function quantizeEndpoints(c: usize, subset: i32, range: i32): void {
  const low = nearestOf(range, toByteRange(v128.load(ENDPOINTS + (subset << 5))));
  const high = nearestOf(range, toByteRange(v128.load(ENDPOINTS + (subset << 5), 16)));
  store<u64>(c + (subset << 3), u64(low) | (u64(high) << 32), C_ENDPOINTS);
}

/** The nearest weight indices of all texels on a line. Its product with the axis is `base` at the start; `scale` is steps per unit. */
/* @inline */ export function project(rg: v128, ba: v128, base: i32, scale: f32, bits: i32): v128 {
  const b = i32x4.splat(base);
  const s = f32x4.splat(scale);
  const half = f32x4.splat(0.5);
  const t0 = i32x4.sub(
    i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 64), ba)),
    b,
  );
  const t1 = i32x4.sub(
    i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 16), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 80), ba)),
    b,
  );
  const t2 = i32x4.sub(
    i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 32), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 96), ba)),
    b,
  );
  const t3 = i32x4.sub(
    i32x4.add(i32x4.dot_i16x8_s(v128.load(PAIRS, 48), rg), i32x4.dot_i16x8_s(v128.load(PAIRS, 112), ba)),
    b,
  );
  const w0 = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(t0), s), half));
  const w1 = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(t1), s), half));
  const w2 = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(t2), s), half));
  const w3 = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(t3), s), half));
  const w = i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(w0, w1), i16x8.narrow_i32x4_s(w2, w3));
  return nearestWeights(w, bits);
}

/** The squared error of a channel, which starts at `at` in PLANAR, as four partial sums. */
/* @inline */ function channelError(at: usize, low: i32, span: i32, w0: v128, w1: v128, weight: i32): v128 {
  const from = i16x8.splat(i16(low));
  const step = i16x8.splat(i16(span));
  const error = i32x4.add(
    squaredDifferences(v128.load(PLANAR + at), interpolate(from, step, w0)),
    squaredDifferences(v128.load(PLANAR + at, 16), interpolate(from, step, w1)),
  );
  return weighted ? i32x4.mul(error, i32x4.splat(weight)) : error;
}

/** Chooses the weights for a candidate's endpoints and measures the exact decoded error. */
export function evaluateLine(c: usize, range: i32, bits: i32, alpha: bool): i32 {
  readEndpoints(c, 0, range, alpha);
  const r = lowR;
  const g = lowG;
  const b = lowB;
  const a = lowA;
  const dr = spanR;
  const dg = spanG;
  const db = spanB;
  const da = spanA;
  let pr = dr;
  let pg = dg;
  let pb = db;
  let pa = da;
  if (weighted) {
    pr *= weighR;
    pg *= weighG;
    pb *= weighB;
    pa *= weighA;
  }
  const length = pr * dr + pg * dg + pb * db + pa * da;
  const scale: f32 = length > 0 ? f32(weightSteps(bits)) / f32(length) : 0;
  const weights = project(pair(pr, pg), pair(pb, pa), pr * r + pg * g + pb * b + pa * a, scale, bits);
  v128.store(c, weights, C_INDICES);
  const values = weightValues(weights, bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let error = channelError(0, r, dr, w0, w1, weighR);
  error = i32x4.add(error, channelError(32, g, dg, w0, w1, weighG));
  error = i32x4.add(error, channelError(64, b, db, w0, w1, weighB));
  if (alpha) error = i32x4.add(error, channelError(96, a, da, w0, w1, weighA));
  const total = sum(error);
  store<i32>(c, total, C_ERROR);
  return total;
}

/** Sets ENDPOINTS by least squares for a candidate's weights. Returns false if all weights are equal. */
export function refitLine(c: usize, bits: i32): bool {
  const sums = f32x4.convert_i32x4_s(v128.load(SUMS));
  const values = weightValues(v128.load(c, C_INDICES), bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const one = i16x8.splat(1);
  const n = dot2(w0, w1, one, one);
  const nn = dot2(w0, w1, w0, w1);
  const s = sums4(n, nn, n, nn);
  const sw = i32x4.extract_lane(s, 0);
  const spread = 16 * i32x4.extract_lane(s, 1) - sw * sw;
  if (spread === 0) return false;
  const wp = f32x4.convert_i32x4_s(
    sums4(
      dot2(w0, w1, v128.load(PLANAR), v128.load(PLANAR, 16)),
      dot2(w0, w1, v128.load(PLANAR, 32), v128.load(PLANAR, 48)),
      dot2(w0, w1, v128.load(PLANAR, 64), v128.load(PLANAR, 80)),
      dot2(w0, w1, v128.load(PLANAR, 96), v128.load(PLANAR, 112)),
    ),
  );
  const weight = f32x4.splat(f32(sw));
  const slope = f32x4.div(f32x4.sub(f32x4.mul(wp, f32x4.splat(16)), f32x4.mul(sums, weight)), f32x4.splat(f32(spread)));
  const lo = f32x4.mul(f32x4.sub(sums, f32x4.mul(slope, weight)), f32x4.splat(0.0625));
  v128.store(ENDPOINTS, lo);
  v128.store(ENDPOINTS, f32x4.add(lo, f32x4.mul(slope, f32x4.splat(64))), 16);
  return true;
}
