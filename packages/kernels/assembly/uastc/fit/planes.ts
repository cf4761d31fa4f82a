// The plane modes: one channel has separate weights.

import { C_ERROR, C_INDICES, C_INDICES2, C_PLANE, ENDPOINTS } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { dot2, squaredDifferences, sum, sums4 } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { SUMS } from '../load';
import { lowA, lowB, lowG, lowR, readEndpoints, spanA, spanB, spanG, spanR } from '../pack/endpoints';
import { weightSteps } from '../pack/weights';
import { pair, weighA, weighB, weighG, weighR, weighted } from '../state';
import { dropChannel, setLineEndpoints } from './axis';
import { project } from './line';

/** Sets ENDPOINTS for a separate plane of `channel`: its range of values, and the best line through the others. */
export function setPlaneEndpoints(channel: i32, rounds: i32): void {
  dropChannel(channel);
  setLineEndpoints(0, 0, false, rounds);
  const at = PLANAR + (channel << 5);
  const low = i16x8.min_s(v128.load(at), v128.load(at, 16));
  const high = i16x8.max_s(v128.load(at), v128.load(at, 16));
  let l = i16x8.min_s(low, i16x8.shuffle(low, low, 4, 5, 6, 7, 0, 1, 2, 3));
  let h = i16x8.max_s(high, i16x8.shuffle(high, high, 4, 5, 6, 7, 0, 1, 2, 3));
  l = i16x8.min_s(l, i16x8.shuffle(l, l, 2, 3, 0, 1, 4, 5, 6, 7));
  h = i16x8.max_s(h, i16x8.shuffle(h, h, 2, 3, 0, 1, 4, 5, 6, 7));
  const first = ENDPOINTS + (channel << 2);
  store<f32>(first, f32(min(i16x8.extract_lane_s(l, 0), i16x8.extract_lane_s(l, 1))));
  store<f32>(first, f32(max(i16x8.extract_lane_s(h, 0), i16x8.extract_lane_s(h, 1))), 16);
}

/* @inline */ function channelError(at: usize, lo: i32, span: i32, w0: v128, w1: v128, weigh: i32): v128 {
  const l = i16x8.splat(i16(lo));
  const s = i16x8.splat(i16(span));
  const error = i32x4.add(
    squaredDifferences(v128.load(PLANAR + at), interpolate(l, s, w0)),
    squaredDifferences(v128.load(PLANAR + at, 16), interpolate(l, s, w1)),
  );
  return weighted ? i32x4.mul(error, i32x4.splat(weigh)) : error;
}

export function evaluatePlanes(c: usize, range: i32, bits: i32, alpha: bool): i32 {
  const channel = load<i32>(c, C_PLANE);
  readEndpoints(c, 0, range, alpha);
  const r = lowR;
  const g = lowG;
  const b = lowB;
  const a = lowA;
  const dr = spanR;
  const dg = spanG;
  const db = spanB;
  const da = spanA;
  const pr = channel === 0 ? 0 : dr * weighR;
  const pg = channel === 1 ? 0 : dg * weighG;
  const pb = channel === 2 ? 0 : db * weighB;
  const pa = channel === 3 ? 0 : da * weighA;
  const length = pr * dr + pg * dg + pb * db + pa * da;
  const steps = f32(weightSteps(bits));
  const scale: f32 = length > 0 ? steps / f32(length) : 0;
  const weights = project(pair(pr, pg), pair(pb, pa), pr * r + pg * g + pb * b + pa * a, scale, bits);
  const own = channel === 0 ? dr : channel === 1 ? dg : channel === 2 ? db : da;
  const start = channel === 0 ? r : channel === 1 ? g : channel === 2 ? b : a;
  const ownScale: f32 = own !== 0 ? steps / f32(own * own) : 0;
  const weights2 = project(
    pair(channel === 0 ? own : 0, channel === 1 ? own : 0),
    pair(channel === 2 ? own : 0, channel === 3 ? own : 0),
    own * start,
    ownScale,
    bits,
  );
  v128.store(c, weights, C_INDICES);
  v128.store(c, weights2, C_INDICES2);
  const values = weightValues(weights, bits);
  const values2 = weightValues(weights2, bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const x0 = i16x8.extend_low_i8x16_u(values2);
  const x1 = i16x8.extend_high_i8x16_u(values2);
  let error = channelError(0, r, dr, channel === 0 ? x0 : w0, channel === 0 ? x1 : w1, weighR);
  error = i32x4.add(error, channelError(32, g, dg, channel === 1 ? x0 : w0, channel === 1 ? x1 : w1, weighG));
  error = i32x4.add(error, channelError(64, b, db, channel === 2 ? x0 : w0, channel === 2 ? x1 : w1, weighB));
  if (alpha)
    error = i32x4.add(error, channelError(96, a, da, channel === 3 ? x0 : w0, channel === 3 ? x1 : w1, weighA));
  const total = sum(error);
  store<i32>(c, total, C_ERROR);
  return total;
}

/* @inline */ function weightedSum(at: usize, w0: v128, w1: v128): v128 {
  return dot2(w0, w1, v128.load(PLANAR + at), v128.load(PLANAR + at, 16));
}

/** Sets ENDPOINTS of both planes by least squares. A plane whose weights are all equal gets its mean. */
export function refitPlanes(c: usize, bits: i32): bool {
  const sums = f32x4.convert_i32x4_s(v128.load(SUMS));
  const channel = load<i32>(c, C_PLANE);
  const values = weightValues(v128.load(c, C_INDICES), bits);
  const values2 = weightValues(v128.load(c, C_INDICES2), bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const x0 = i16x8.extend_low_i8x16_u(values2);
  const x1 = i16x8.extend_high_i8x16_u(values2);
  const one = i16x8.splat(1);
  const s = sums4(dot2(w0, w1, one, one), dot2(w0, w1, w0, w1), dot2(x0, x1, one, one), dot2(x0, x1, x0, x1));
  const n = i32x4.extract_lane(s, 0);
  const m = i32x4.extract_lane(s, 2);
  const spread = 16 * i32x4.extract_lane(s, 1) - n * n;
  const spread2 = 16 * i32x4.extract_lane(s, 3) - m * m;
  if (spread === 0 && spread2 === 0) return false;
  const wp = f32x4.convert_i32x4_s(
    sums4(
      weightedSum(0, channel === 0 ? x0 : w0, channel === 0 ? x1 : w1),
      weightedSum(32, channel === 1 ? x0 : w0, channel === 1 ? x1 : w1),
      weightedSum(64, channel === 2 ? x0 : w0, channel === 2 ? x1 : w1),
      weightedSum(96, channel === 3 ? x0 : w0, channel === 3 ? x1 : w1),
    ),
  );
  const lane = i32x4.eq(i32x4(0, 1, 2, 3), i32x4.splat(channel));
  const weight = v128.bitselect(f32x4.splat(f32(m)), f32x4.splat(f32(n)), lane);
  const inverse = v128.bitselect(
    f32x4.splat(spread2 === 0 ? 0 : f32(1) / f32(spread2)),
    f32x4.splat(spread === 0 ? 0 : f32(1) / f32(spread)),
    lane,
  );
  const slope = f32x4.mul(f32x4.sub(f32x4.mul(wp, f32x4.splat(16)), f32x4.mul(sums, weight)), inverse);
  const lo = f32x4.mul(f32x4.sub(sums, f32x4.mul(slope, weight)), f32x4.splat(0.0625));
  v128.store(ENDPOINTS, lo);
  v128.store(ENDPOINTS, f32x4.add(lo, f32x4.mul(slope, f32x4.splat(64))), 16);
  return true;
}
