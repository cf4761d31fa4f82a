// Ranks partition patterns without fitting them: by the error that would remain off the best line of each subset, plus what coarse weights leave
// along it. Sums of any subset come from tables of the sixteen subsets of each row.

import { ENDPOINTS } from '../../block/candidate';
import { floatSums4 } from '../../block/lanes';
import { gather, setLineEndpoints } from '../fit/axis';
import { SET_A, SET_B } from '../pack/modes';
import { patternBits, patternCount, patternMasks, SIZE_A } from '../pack/patterns';
import { weighA, weighB, weighG, weighR, weighted } from '../state';
import { buildTables, setCross, setRing, setSquares, setSums, sumSet } from './moments';
import { scoreFour } from './rank-two-subsets';

/** The best patterns found, least score first. */
export const RANKED: usize = memory.data(4 * 8);
const SCORES: usize = memory.data(4 * 8);
let kept: i32 = 0;

/** Fitted lines of patterns with two subsets, 64 bytes each, and a bit for each that is valid. */
const LINES: usize = memory.data(64 * 64, 16);
let hasLines: u64 = 0;

/** Prepares ranking and fitting of subsets for the loaded block. */
export function buildRows(alpha: bool): void {
  buildTables(alpha);
  hasLines = 0;
}

/** Score of a subset by its moments: the trace of its scatter minus most of its Frobenius norm, which is the largest eigenvalue if texels are near a
 *  line. `along` is the share of it that counts. */
/* @inline */ function scoreOf(first: v128, squares: v128, ring: v128, cross: v128, count: i32, along: f32): f32 {
  const mean = f32x4.mul(first, f32x4.splat(f32(1) / f32(count)));
  let d = f32x4.sub(squares, f32x4.mul(mean, first));
  let o = f32x4.sub(ring, f32x4.mul(mean, f32x4.shuffle(first, first, 1, 2, 3, 0)));
  let x = f32x4.sub(cross, f32x4.mul(mean, f32x4.shuffle(first, first, 2, 3, 0, 1)));
  if (weighted) {
    const w = f32x4(f32(weighR), f32(weighG), f32(weighB), f32(weighA));
    d = f32x4.mul(d, w);
    o = f32x4.mul(o, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 1, 2, 3, 0))));
    x = f32x4.mul(x, f32x4.sqrt(f32x4.mul(w, f32x4.shuffle(w, w, 2, 3, 0, 1))));
  }
  const oo = f32x4.mul(o, o);
  const all = f32x4.add(f32x4.add(f32x4.mul(d, d), f32x4.mul(x, x)), f32x4.add(oo, oo));
  const s = floatSums4(d, all, d, all);
  const trace = f32x4.extract_lane(s, 0);
  const norm = sqrt<f32>(f32x4.extract_lane(s, 1));
  return max(trace - norm, 0) + norm * along;
}

/* @inline */ function scoreSet(count: i32, along: f32): f32 {
  return scoreOf(setSums, setSquares, setRing, setCross, count, along);
}

/** Score of a pattern of three subsets. */
function scoreThirds(pattern: i32, along: f32): f32 {
  const bits = patternBits(SET_B, pattern);
  const rest = ~(bits | (bits >> 16)) & 0xffff;
  sumSet(bits & 0xffff);
  let score = scoreSet(popcnt(bits & 0xffff), along);
  sumSet(bits >> 16);
  score += scoreSet(popcnt(bits >> 16), along);
  sumSet(rest);
  return score + scoreSet(popcnt(rest), along);
}

/* @inline */ function rank(pattern: i32, score: f32, keep: i32): void {
  let at = kept;
  while (at > 0 && load<f32>(SCORES + ((at - 1) << 2)) > score) {
    if (at < keep) {
      store<f32>(SCORES + (at << 2), load<f32>(SCORES + ((at - 1) << 2)));
      store<i32>(RANKED + (at << 2), load<i32>(RANKED + ((at - 1) << 2)));
    }
    at--;
  }
  if (at >= keep) return;
  store<f32>(SCORES + (at << 2), score);
  store<i32>(RANKED + (at << 2), pattern);
  if (kept < keep) kept++;
}

/** Ranks the patterns of a set by expected squared error; keeps the best `keep` in RANKED. */
export function rankPatterns(set: i32, along: f32, keep: i32): void {
  kept = 0;
  const count = patternCount(set);
  if (set === SET_B) {
    for (let pattern = 0; pattern < count; pattern++) rank(pattern, scoreThirds(pattern, along), keep);
    return;
  }
  for (let pattern = 0; pattern < count; pattern += 4) {
    const scores = scoreFour(set, pattern, along);
    rank(pattern, f32x4.extract_lane(scores, 0), keep);
    rank(pattern + 1, f32x4.extract_lane(scores, 1), keep);
    if (pattern + 2 < count) rank(pattern + 2, f32x4.extract_lane(scores, 2), keep);
    if (pattern + 3 < count) rank(pattern + 3, f32x4.extract_lane(scores, 3), keep);
  }
}

function fitSet(bits: u32, subset: i32, masks: usize, invert: bool, rounds: i32): void {
  sumSet(bits);
  gather(f32(popcnt(bits)), setSums, setSquares, setRing, setCross);
  setLineEndpoints(subset, masks, invert, rounds);
}

/* @inline */ function copyLines(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
}

/** Sets ENDPOINTS of every subset of a pattern. Modes with the same patterns share the lines: `rounds` must be the same. */
export function setSubsetEndpoints(set: i32, pattern: i32, rounds: i32): void {
  const bits = patternBits(set, pattern);
  const masks = patternMasks(set, pattern);
  if (set !== SET_B) {
    const slot = pattern + (set === SET_A ? 0 : SIZE_A);
    const lines = LINES + (slot << 6);
    if ((hasLines >> slot) & 1) {
      copyLines(ENDPOINTS, lines);
      return;
    }
    fitSet(bits, 1, masks + 32, false, rounds);
    fitSet(~bits & 0xffff, 0, masks + 32, true, rounds);
    copyLines(lines, ENDPOINTS);
    hasLines |= u64(1) << slot;
    return;
  }
  fitSet(bits & 0xffff, 1, masks + 32, false, rounds);
  fitSet(bits >> 16, 2, masks + 128, false, rounds);
  for (let row: usize = 0; row < 64; row += 16)
    v128.store(REST + row, v128.not(v128.or(v128.load(masks + row, 32), v128.load(masks + row, 128))));
  fitSet(~(bits | (bits >> 16)) & 0xffff, 0, REST, false, rounds);
}

const REST: usize = memory.data(64, 16);
