// Chooses the weights of a candidate again by the decoded error: if endpoints are a few levels apart, rounding decides, and the nearest weight
// along the line is often not the best. Each texel tries its weight and both neighbors.

import { C_ENDPOINTS, C_ERROR, C_INDICES, C_INDICES2, C_PLANE } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { sum } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { TO_HIGH } from '../pack/endpoints';
import { modeHasAlpha, modePlanes, modeRange, modeWeightBits } from '../pack/modes';
import { rankValue } from '../pack/ranges';
import { weighA, weighB, weighG, weighR, weighted } from '../state';

/** Differences are clamped to this, so that sums of weighted squares fit into sixteen bits. */
const MAX_DIFFERENCE: i16 = 90;

/** Errors of the texels of a plane, sixteen bits each. */
const ERRORS: usize = memory.data(32, 16);

/* @inline */ function squaresOf(p: v128, low: v128, span: v128, w: v128, weigh: i32): v128 {
  const d = i16x8.min_u(i16x8.abs(i16x8.sub(interpolate(low, span, w), p)), i16x8.splat(MAX_DIFFERENCE));
  const square = i16x8.mul(d, d);
  return weighted ? i16x8.mul(square, i16x8.splat(i16(weigh))) : square;
}

/** Sets ERRORS for the channels of a plane (a bit each) with the given weights. */
function measure(c: usize, range: i32, bits: i32, channels: i32, weights: v128): void {
  const values = weightValues(weights, bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  let e0 = i16x8.splat(0);
  let e1 = e0;
  for (let left = channels; left !== 0; left &= left - 1) {
    const i = ctz(left);
    const at = c + C_ENDPOINTS + i;
    const lo = rankValue(range, load<u8>(at));
    const low = i16x8.splat(i16(lo));
    const span = i16x8.splat(i16(rankValue(range, load<u8>(at, TO_HIGH)) - lo));
    const weigh = i === 0 ? weighR : i === 1 ? weighG : i === 2 ? weighB : weighA;
    e0 = i16x8.add_sat_u(e0, squaresOf(v128.load(PLANAR + (i << 5)), low, span, w0, weigh));
    e1 = i16x8.add_sat_u(e1, squaresOf(v128.load(PLANAR + (i << 5), 16), low, span, w1, weigh));
  }
  v128.store(ERRORS, e0);
  v128.store(ERRORS, e1, 16);
}

/* @inline */ function total(e: v128): v128 {
  return i32x4.add(i32x4.extend_low_i16x8_u(e), i32x4.extend_high_i16x8_u(e));
}

function repickPlane(c: usize, range: i32, bits: i32, channels: i32, at: usize): i32 {
  const now = v128.load(at);
  measure(c, range, bits, channels, now);
  let e0 = v128.load(ERRORS);
  let e1 = v128.load(ERRORS, 16);
  let best = now;
  const highest = (1 << bits) - 1;
  const top = i8x16.splat(i8(highest));
  for (let side = 0; side < 2; side++) {
    const one = i8x16.splat(1);
    const tried = side === 0 ? i8x16.sub_sat_u(now, one) : i8x16.min_u(i8x16.add(now, one), top);
    measure(c, range, bits, channels, tried);
    const f0 = v128.load(ERRORS);
    const f1 = v128.load(ERRORS, 16);
    const m0 = i16x8.lt_u(f0, e0);
    const m1 = i16x8.lt_u(f1, e1);
    e0 = i16x8.min_u(e0, f0);
    e1 = i16x8.min_u(e1, f1);
    best = v128.bitselect(tried, best, i8x16.narrow_i16x8_s(m0, m1));
  }
  v128.store(at, best);
  return sum(i32x4.add(total(e0), total(e1)));
}

/** The exact error of some channels (a bit each) with the weights at `at` in the candidate. */
export function planeError(c: usize, range: i32, bits: i32, channels: i32, at: usize): i32 {
  measure(c, range, bits, channels, v128.load(c + at));
  return sum(i32x4.add(total(v128.load(ERRORS)), total(v128.load(ERRORS, 16))));
}

/** Chooses the weights of a candidate again, which has one subset and is good already. Returns its error. */
export function repickWeights(c: usize, mode: i32): i32 {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const channels = modeHasAlpha(mode) ? 15 : 7;
  let error = 0;
  if (modePlanes(mode) === 2) {
    const own = 1 << load<i32>(c, C_PLANE);
    error =
      repickPlane(c, range, bits, channels & ~own, c + C_INDICES) + repickPlane(c, range, bits, own, c + C_INDICES2);
  } else error = repickPlane(c, range, bits, channels, c + C_INDICES);
  store<i32>(c, error, C_ERROR);
  return error;
}
