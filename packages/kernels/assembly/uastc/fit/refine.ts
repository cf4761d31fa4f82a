// The operations of all shapes of modes (quantize, evaluate, refit), and the loop that improves a candidate: least squares on the weights
// found, while that helps.

import { C_ENDPOINTS, ENDPOINTS, OTHER, TRIAL } from '../../block/candidate';
import { modeHasAlpha, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits } from '../pack/modes';
import { evaluateLine, quantizeEndpoints, refitLine } from './line';
import { evaluatePlanes, refitPlanes } from './planes';
import { evaluateSubsets, refitSubsets } from './subsets';

/** Rounds ENDPOINTS to the ranks of a mode. */
export function quantize(c: usize, mode: i32): void {
  const range = modeRange(mode);
  const subsets = modeSubsets(mode);
  for (let s = 0; s < subsets; s++) quantizeEndpoints(c, s, range);
}

/** Rounds ENDPOINTS to odd grays of full range, opaque. */
function quantizeOdd(c: usize): void {
  const lo = i32(max(load<f32>(ENDPOINTS), 0)) | 1;
  const hi = i32(max(load<f32>(ENDPOINTS, 16), 0)) | 1;
  store<u32>(c, (min(lo, 255) * 0x10101) | 0xff000000, C_ENDPOINTS);
  store<u32>(c, (min(hi, 255) * 0x10101) | 0xff000000, C_ENDPOINTS + 4);
}

/** Chooses the weights for a candidate's ranks. Returns its exact error. */
export function evaluate(c: usize, mode: i32): i32 {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeHasAlpha(mode);
  if (modePlanes(mode) === 2) return evaluatePlanes(c, range, bits, alpha);
  if (modeSubsets(mode) > 1) return evaluateSubsets(c, modePatternSet(mode), range, bits, alpha);
  return evaluateLine(c, range, bits, alpha);
}

/** Fits ENDPOINTS to a candidate's weights. Returns false if they are all equal. */
export function refit(c: usize, mode: i32): bool {
  const bits = modeWeightBits(mode);
  if (modePlanes(mode) === 2) return refitPlanes(c, bits);
  if (modeSubsets(mode) === 1) return refitLine(c, bits);
  refitSubsets(c, modePatternSet(mode), bits);
  return true;
}

/* @inline */ function sameRanks(a: usize, b: usize, subsets: i32): bool {
  if (load<u64>(a, C_ENDPOINTS) !== load<u64>(b, C_ENDPOINTS)) return false;
  if (subsets > 1 && load<u64>(a, C_ENDPOINTS + 8) !== load<u64>(b, C_ENDPOINTS + 8)) return false;
  return subsets < 3 || load<u64>(a, C_ENDPOINTS + 16) === load<u64>(b, C_ENDPOINTS + 16);
}

/** Starts from ENDPOINTS and refits up to `refits` times. Returns the better of TRIAL and OTHER. Both must have the pattern or the channel of
 *  the second plane set. `odd` allows only odd grays. */
export function refine(mode: i32, refits: i32, odd: bool): usize {
  const subsets = modeSubsets(mode);
  let c = TRIAL;
  let o = OTHER;
  if (odd) quantizeOdd(c);
  else quantize(c, mode);
  let error = evaluate(c, mode);
  for (let i = 0; i < refits; i++) {
    if (!refit(c, mode)) break;
    if (odd) quantizeOdd(o);
    else quantize(o, mode);
    if (sameRanks(c, o, subsets)) break;
    const next = evaluate(o, mode);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  return c;
}
