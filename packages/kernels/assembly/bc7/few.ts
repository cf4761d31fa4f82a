// Blocks of few colors: each color should be exact, which endpoints on a coarse grid achieve if they are beyond the colors. A candidate's
// lines are fitted again with their outermost colors at every pair of indices that is at least half the line apart.

import { C_INDICES, copyCandidate } from '../block/candidate';
import { maxByte, minByte } from '../block/lanes';
import { PAIRS, PLANAR } from '../block/texels';
import { C_HIGH, C_LOW } from './endpoints';
import { measure, WEIGHTS } from './evaluate';
import { modeIndexBits, modeSubsets, weightTable } from './modes';
import { subsetMask } from './partitions';
import { decodeEndpoints, quantize, quantizePoint } from './quantize';
import { refit } from './refit';

/** The index for a subset's only color. */
const POINT: i32 = 1;
/** How many indices from the ends of the line the outermost colors may be. */
const REACH: i32 = 4;
const PLACED: usize = memory.data(80, 16);

/** Spreads the indices of a subset, `from` to `until`, evenly from `low` to `high`. */
function spreadIndices(indices: v128, mask: v128, from: i32, until: i32, low: i32, high: i32): v128 {
  let found = i8x16.splat(0);
  const span = until - from;
  for (let i = 0; i <= span; i++) {
    const to = low + (2 * i * (high - low) + span) / (2 * span);
    found = v128.or(found, v128.and(i8x16.eq(indices, i8x16.splat(i8(from + i))), i8x16.splat(i8(to))));
  }
  return v128.bitselect(found, indices, mask);
}

/** Fits the endpoints of a subset to the given indices, and keeps them if they are better than `error`. Returns the smaller error. */
function tryIndices(
  c: usize,
  error: i32,
  slot: i32,
  subset: i32,
  mask: v128,
  bits: i32,
  tried: v128,
  point: bool,
): i32 {
  const weights = weightTable(bits);
  v128.store(WEIGHTS, i8x16.swizzle(weights, tried));
  copyCandidate(PLACED, c);
  decodeEndpoints(PLACED);
  refit(subset, PLANAR, mask);
  if (point) quantizePoint(PLACED, subset, i8x16.extract_lane_u(weights, 1));
  else quantize(PLACED, subset);
  const found = measure(PAIRS, slot, tried, bits);
  if (found >= error) return error;
  v128.store(c, tried, C_INDICES);
  v128.store(c, v128.load(PLACED, C_LOW), C_LOW);
  v128.store(c, v128.load(PLACED, C_HIGH), C_HIGH);
  return found;
}

/** Improves a candidate of a mode other than 4 and 5, whose grid is set. Returns its error. */
export function placeFewColors(c: usize, mode: i32, slot: i32, before: i32): i32 {
  const bits = modeIndexBits(mode);
  const half = 1 << (bits - 1);
  const reach = min(half, REACH);
  const subsets = modeSubsets(mode);
  let error = before;
  for (let s = 0; s < subsets && error > 0; s++) {
    const mask = subsetMask(slot, s);
    const indices = v128.load(c, C_INDICES);
    const from = minByte(v128.or(indices, v128.not(mask)));
    const until = maxByte(v128.and(indices, mask));
    if (from === until) {
      const tried = v128.bitselect(i8x16.splat(i8(POINT)), indices, mask);
      error = tryIndices(c, error, slot, s, mask, bits, tried, true);
      continue;
    }
    for (let low = 0; low < reach; low++)
      for (let high = max(low + half, half * 2 - reach); high < half * 2; high++) {
        const tried = spreadIndices(indices, mask, from, until, low, high);
        error = tryIndices(c, error, slot, s, mask, bits, tried, false);
      }
  }
  return error;
}
