// Blocks of few colors: what matters is that each is met exactly, which ends on a coarse grid do where they reach beyond the colors. The lines
// of a candidate are laid again, with their outermost colors on every pair of indices that is at least half of them apart.

import { C_INDICES, copyCandidate } from '../block/candidate';
import { PAIRS, PLANAR } from '../block/texels';
import { C_HIGH, C_LOW } from './endpoints';
import { measure, WEIGHTS } from './evaluate';
import { modeIndexBits, modeSubsets, weightTable } from './modes';
import { subsetMask } from './partitions';
import { quantize, quantizePoint, showEnds } from './quantize';
import { refit } from './refit';

/** The index that a subset's only color is laid on. */
const POINT: i32 = 1;
/** How far from the ends of the line the outermost colors are laid. */
const REACH: i32 = 4;
const LAID: usize = memory.data(80, 16);

/* @inline */ function least(bytes: v128): i32 {
  let m = i8x16.min_u(bytes, i64x2.shuffle(bytes, bytes, 1, 0));
  m = i8x16.min_u(m, i32x4.shuffle(m, m, 1, 0, 3, 2));
  m = i8x16.min_u(m, i16x8.shuffle(m, m, 1, 0, 3, 2, 5, 4, 7, 6));
  return min(i8x16.extract_lane_u(m, 0), i8x16.extract_lane_u(m, 1));
}

/** The indices of a subset, `from` to `until`, laid evenly from `low` to `high`. */
function layBetween(indices: v128, mask: v128, from: i32, until: i32, low: i32, high: i32): v128 {
  let found = i8x16.splat(0);
  const span = until - from;
  for (let i = 0; i <= span; i++) {
    const to = low + (2 * i * (high - low) + span) / (2 * span);
    found = v128.or(found, v128.and(i8x16.eq(indices, i8x16.splat(i8(from + i))), i8x16.splat(i8(to))));
  }
  return v128.bitselect(found, indices, mask);
}

/** Quantizes the ends of a subset for the indices tried, and takes them where they are better than `error`. Returns the lesser error. */
function tryLaid(c: usize, error: i32, slot: i32, subset: i32, mask: v128, bits: i32, tried: v128, point: bool): i32 {
  const weights = weightTable(bits);
  v128.store(WEIGHTS, i8x16.swizzle(weights, tried));
  copyCandidate(LAID, c);
  showEnds(LAID);
  refit(subset, PLANAR, mask);
  if (point) quantizePoint(LAID, subset, i8x16.extract_lane_u(weights, 1));
  else quantize(LAID, subset);
  const found = measure(PAIRS, slot, tried, bits);
  if (found >= error) return error;
  v128.store(c, tried, C_INDICES);
  v128.store(c, v128.load(LAID, C_LOW), C_LOW);
  v128.store(c, v128.load(LAID, C_HIGH), C_HIGH);
  return found;
}

/** Improves a candidate of a mode other than 4 and 5, whose grid is set, where it can. Returns its error. */
export function layFewColors(c: usize, mode: i32, slot: i32, before: i32): i32 {
  const bits = modeIndexBits(mode);
  const half = 1 << (bits - 1);
  const reach = min(half, REACH);
  const subsets = modeSubsets(mode);
  let error = before;
  for (let s = 0; s < subsets && error > 0; s++) {
    const mask = subsetMask(slot, s);
    const indices = v128.load(c, C_INDICES);
    const from = least(v128.or(indices, v128.not(mask)));
    const until = 255 - least(v128.not(v128.and(indices, mask)));
    if (from === until) {
      const tried = v128.bitselect(i8x16.splat(i8(POINT)), indices, mask);
      error = tryLaid(c, error, slot, s, mask, bits, tried, true);
      continue;
    }
    for (let low = 0; low < reach; low++)
      for (let high = max(low + half, half * 2 - reach); high < half * 2; high++) {
        const tried = layBetween(indices, mask, from, until, low, high);
        error = tryLaid(c, error, slot, s, mask, bits, tried, false);
      }
  }
  return error;
}
