// What every shape of mode can do (round its endpoints, be measured, be fitted to its weights), and the one loop that improves a
// candidate by it: least squares on the weights found, for as long as that helps.

import { C_ENDPOINTS, ENDPOINTS, OTHER, TRIAL } from '../../block/candidate';
import { modeHasAlpha, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits } from '../pack/modes';
import { evaluateLine, quantizeEnds, refitLine } from './line';
import { evaluateDual, refitDual } from './planes';
import { evaluateSubsets, refitSubsets } from './subsets';

/** Rounds ENDPOINTS to the ranks of a mode. */
export function quantize(c: usize, mode: i32): void {
  const range = modeRange(mode);
  const subsets = modeSubsets(mode);
  for (let s = 0; s < subsets; s++) quantizeEnds(c, s, range);
}

/** Rounds ENDPOINTS to odd grays of full range, opaque. */
function quantizeOdd(c: usize): void {
  const lo = i32(max(load<f32>(ENDPOINTS), 0)) | 1;
  const hi = i32(max(load<f32>(ENDPOINTS, 16), 0)) | 1;
  store<u32>(c, (min(lo, 255) * 0x10101) | 0xff000000, C_ENDPOINTS);
  store<u32>(c, (min(hi, 255) * 0x10101) | 0xff000000, C_ENDPOINTS + 4);
}

/** Picks the weights for a candidate's ranks and returns its exact error. */
export function evaluate(c: usize, mode: i32): i32 {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeHasAlpha(mode);
  if (modePlanes(mode) === 2) return evaluateDual(c, range, bits, alpha);
  if (modeSubsets(mode) > 1) return evaluateSubsets(c, modePatternSet(mode), range, bits, alpha);
  return evaluateLine(c, range, bits, alpha);
}

/** Fits ENDPOINTS to a candidate's weights; false where they are all alike. */
export function refit(c: usize, mode: i32): bool {
  const bits = modeWeightBits(mode);
  if (modePlanes(mode) === 2) return refitDual(c, bits);
  if (modeSubsets(mode) === 1) return refitLine(c, bits);
  refitSubsets(c, modePatternSet(mode), bits);
  return true;
}

/* @inline */ function sameRanks(a: usize, b: usize, subsets: i32): bool {
  if (load<u64>(a, C_ENDPOINTS) !== load<u64>(b, C_ENDPOINTS)) return false;
  if (subsets > 1 && load<u64>(a, C_ENDPOINTS + 8) !== load<u64>(b, C_ENDPOINTS + 8)) return false;
  return subsets < 3 || load<u64>(a, C_ENDPOINTS + 16) === load<u64>(b, C_ENDPOINTS + 16);
}

/** Starts from ENDPOINTS and refits up to `refits` times. Returns the better of TRIAL and OTHER, which both must hold the pattern or the
 *  channel of the second plane. `odd` allows odd grays only. */
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
