// The modes with two or three subsets: one line per subset.
// All sixteen texels are processed at once; masks select the endpoints of each texel's subset.

import { C_ERROR, C_INDICES, C_PARTITION, ENDPOINTS } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { dot2, squaredDifferences, sum, sums4 } from '../../block/lanes';
import { PAIRS, PLANAR } from '../../block/texels';
import { lowA, lowB, lowG, lowR, readEndpoints, spanA, spanB, spanG, spanR } from '../pack/endpoints';
import { SET_B } from '../pack/modes';
import { patternMasks } from '../pack/patterns';
import { nearestWeights, weightSteps } from '../pack/weights';
import { pair, weighA, weighB, weighG, weighR, weighted } from '../state';

/** Per subset: pairs RG and BA of the axis, projection of the low endpoint, steps per unit. */
const LINES: usize = memory.data(192, 16);
/** Per subset and channel: low value and span as i16x8 splats (subset × 128 + channel × 32). */
const LEVELS: usize = memory.data(384, 16);

function prepareSubset(c: usize, subset: i32, range: i32, steps: i32, alpha: bool): void {
  readEndpoints(c, subset, range, alpha);
  const r = lowR;
  const g = lowG;
  const b = lowB;
  const a = lowA;
  const dr = spanR;
  const dg = spanG;
  const db = spanB;
  const da = spanA;
  const pr = dr * weighR;
  const pg = dg * weighG;
  const pb = db * weighB;
  const pa = da * weighA;
  const length = pr * dr + pg * dg + pb * db + pa * da;
  const line = LINES + (subset << 6);
  v128.store(line, pair(pr, pg));
  v128.store(line, pair(pb, pa), 16);
  v128.store(line, i32x4.splat(pr * r + pg * g + pb * b + pa * a), 32);
  v128.store(line, f32x4.splat(length > 0 ? f32(steps) / f32(length) : 0), 48);
  const levels = LEVELS + (subset << 7);
  v128.store(levels, i16x8.splat(i16(r)));
  v128.store(levels, i16x8.splat(i16(dr)), 16);
  v128.store(levels, i16x8.splat(i16(g)), 32);
  v128.store(levels, i16x8.splat(i16(dg)), 48);
  v128.store(levels, i16x8.splat(i16(b)), 64);
  v128.store(levels, i16x8.splat(i16(db)), 80);
  v128.store(levels, i16x8.splat(i16(a)), 96);
  v128.store(levels, i16x8.splat(i16(da)), 112);
}

/** Selects the value of each lane's subset; `stride` is the distance between subsets. */
/* @inline */ function pick(at: usize, stride: usize, one: v128, two: v128, three: bool): v128 {
  const v = v128.bitselect(v128.load(at + stride), v128.load(at), one);
  return three ? v128.bitselect(v128.load(at + stride * 2), v, two) : v;
}

/* @inline */ function projectRow(row: usize, masks: usize, three: bool): v128 {
  const one = v128.load(masks + row, 32);
  const two = three ? v128.load(masks + row, 128) : one;
  const t = i32x4.sub(
    i32x4.add(
      i32x4.dot_i16x8_s(v128.load(PAIRS + row), pick(LINES, 64, one, two, three)),
      i32x4.dot_i16x8_s(v128.load(PAIRS + row, 64), pick(LINES + 16, 64, one, two, three)),
    ),
    pick(LINES + 32, 64, one, two, three),
  );
  const scaled = f32x4.mul(f32x4.convert_i32x4_s(t), pick(LINES + 48, 64, one, two, three));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(scaled, f32x4.splat(0.5)));
}

/* @inline */ function channelError(channel: i32, masks: usize, three: bool, w0: v128, w1: v128, weigh: i32): v128 {
  const levels = LEVELS + (channel << 5);
  const one0 = v128.load(masks);
  const one1 = v128.load(masks, 16);
  const two0 = three ? v128.load(masks, 96) : one0;
  const two1 = three ? v128.load(masks, 112) : one1;
  const at = PLANAR + (channel << 5);
  const error = i32x4.add(
    squaredDifferences(
      v128.load(at),
      interpolate(pick(levels, 128, one0, two0, three), pick(levels + 16, 128, one0, two0, three), w0),
    ),
    squaredDifferences(
      v128.load(at, 16),
      interpolate(pick(levels, 128, one1, two1, three), pick(levels + 16, 128, one1, two1, three), w1),
    ),
  );
  return weighted ? i32x4.mul(error, i32x4.splat(weigh)) : error;
}

export function evaluateSubsets(c: usize, set: i32, range: i32, bits: i32, alpha: bool): i32 {
  const three = set === SET_B;
  const steps = weightSteps(bits);
  prepareSubset(c, 0, range, steps, alpha);
  prepareSubset(c, 1, range, steps, alpha);
  if (three) prepareSubset(c, 2, range, steps, alpha);
  const masks = patternMasks(set, load<i32>(c, C_PARTITION));
  const w = i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(projectRow(0, masks, three), projectRow(16, masks, three)),
    i16x8.narrow_i32x4_s(projectRow(32, masks, three), projectRow(48, masks, three)),
  );
  const weights = nearestWeights(w, bits);
  v128.store(c, weights, C_INDICES);
  const values = weightValues(weights, bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let error = channelError(0, masks, three, w0, w1, weighR);
  error = i32x4.add(error, channelError(1, masks, three, w0, w1, weighG));
  error = i32x4.add(error, channelError(2, masks, three, w0, w1, weighB));
  if (alpha) error = i32x4.add(error, channelError(3, masks, three, w0, w1, weighA));
  const total = sum(error);
  store<i32>(c, total, C_ERROR);
  return total;
}

/** Sets ENDPOINTS of one subset by least squares for its weights; to the mean if they are all equal. */
/* @inline */ function refitSubset(subset: i32, m0: v128, m1: v128, w0: v128, w1: v128): void {
  const one = i16x8.splat(1);
  const o0 = v128.and(m0, one);
  const o1 = v128.and(m1, one);
  const v0 = v128.and(m0, w0);
  const v1 = v128.and(m1, w1);
  const s = sums4(dot2(v0, v1, one, one), dot2(v0, v1, v0, v1), dot2(o0, o1, one, one), i32x4.splat(0));
  const sw = i32x4.extract_lane(s, 0);
  const count = i32x4.extract_lane(s, 2);
  const spread = count * i32x4.extract_lane(s, 1) - sw * sw;
  const r0 = v128.load(PLANAR);
  const r1 = v128.load(PLANAR, 16);
  const g0 = v128.load(PLANAR, 32);
  const g1 = v128.load(PLANAR, 48);
  const b0 = v128.load(PLANAR, 64);
  const b1 = v128.load(PLANAR, 80);
  const a0 = v128.load(PLANAR, 96);
  const a1 = v128.load(PLANAR, 112);
  const sums = f32x4.convert_i32x4_s(
    sums4(dot2(o0, o1, r0, r1), dot2(o0, o1, g0, g1), dot2(o0, o1, b0, b1), dot2(o0, o1, a0, a1)),
  );
  const wp = f32x4.convert_i32x4_s(
    sums4(dot2(v0, v1, r0, r1), dot2(v0, v1, g0, g1), dot2(v0, v1, b0, b1), dot2(v0, v1, a0, a1)),
  );
  const weight = f32x4.splat(f32(sw));
  const inverse = spread === 0 ? f32(0) : f32(1) / f32(spread);
  const slope = f32x4.mul(
    f32x4.sub(f32x4.mul(wp, f32x4.splat(f32(count))), f32x4.mul(sums, weight)),
    f32x4.splat(inverse),
  );
  const lo = f32x4.mul(f32x4.sub(sums, f32x4.mul(slope, weight)), f32x4.splat(f32(1) / f32(count)));
  v128.store(ENDPOINTS + (subset << 5), lo);
  v128.store(ENDPOINTS + (subset << 5), f32x4.add(lo, f32x4.mul(slope, f32x4.splat(64))), 16);
}

export function refitSubsets(c: usize, set: i32, bits: i32): void {
  const masks = patternMasks(set, load<i32>(c, C_PARTITION));
  const values = weightValues(v128.load(c, C_INDICES), bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const one0 = v128.load(masks);
  const one1 = v128.load(masks, 16);
  let rest0 = v128.not(one0);
  let rest1 = v128.not(one1);
  refitSubset(1, one0, one1, w0, w1);
  if (set === SET_B) {
    const two0 = v128.load(masks, 96);
    const two1 = v128.load(masks, 112);
    refitSubset(2, two0, two1, w0, w1);
    rest0 = v128.andnot(rest0, two0);
    rest1 = v128.andnot(rest1, two1);
  }
  refitSubset(0, rest0, rest1, w0, w1);
}
