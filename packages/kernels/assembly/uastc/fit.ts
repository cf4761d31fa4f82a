// Fits one mode to the loaded block and keeps it where it beats the best so far: start from the principal axis, then
// least squares on the weights found, as long as that helps; at the slow levels a walk over neighbouring ranks.

import {
  RANGE_256, modeComponents, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits, rangeLevels,
} from './tables';
import {
  BEST, C_CHANNEL, C_ERROR, C_MODE, C_PATTERN, C_RANKS, ENDS, OTHER, TRIAL, copyCandidate,
} from './state';
import { SUMS, isGrey, isOpaque } from './load';
import { gather, lineEnds } from './axis';
import { evaluateLine, quantiseEnds, refitLine } from './line';
import { dualEnds, evaluateDual, refitDual } from './dual';
import { evaluateSubsets, refitSubsets } from './subsets';
import { bc7Error } from './bc7-cost';
import { subsetEnds } from './rank';

/** The unquantised line through the whole block, computed once and used by every one-line mode. */
const WHOLE: usize = memory.data(32, 16);

export let bestError: i32 = i32.MAX_VALUE;
/** Four times the error, plus the share of the BC7 transcode's error that is counted. */
export let bestCost: i32 = i32.MAX_VALUE;
let bc7Share: i32 = 0;

/** Above this error the loss in BC7 is estimated: by mode, what coarser endpoints and weights add about. */
const ROUGH: i32 = 80;
const ROUGH_GREY: i32 = 600;
const ADDED_IN_BC7: usize = memory.data<u8>([12, 8, 10, 95, 8, 12, 14, 95, 0, 10, 12, 14, 12, 14, 12, 12, 25, 14, 40]);
/** Polishing takes off up to a third of the error: candidates further behind cannot win. */
const PROMISING: f32 = 1.5;

function gatherWhole(): void {
  gather(
    16,
    f32x4.convert_i32x4_s(v128.load(SUMS)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 16)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 32)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 48)),
  );
}

/** Starts a block. `polishes`: rounds of polishing for every promising candidate; `bc7`: quarters of the BC7 transcode's error
 *  that count. */
export function beginFits(rounds: i32, polishes: i32, bc7: i32): void {
  bestError = i32.MAX_VALUE;
  bestCost = i32.MAX_VALUE;
  bc7Share = bc7;
  polishEach = polishes;
  gatherWhole();
  lineEnds(0, 0, false, rounds);
  v128.store(WHOLE, v128.load(ENDS));
  v128.store(WHOLE, v128.load(ENDS, 16), 16);
}

@inline function sameRanks(a: usize, b: usize, subsets: i32): bool {
  if (load<u64>(a, C_RANKS) != load<u64>(b, C_RANKS)) return false;
  if (subsets > 1 && load<u64>(a, C_RANKS + 8) != load<u64>(b, C_RANKS + 8)) return false;
  return subsets < 3 || load<u64>(a, C_RANKS + 16) == load<u64>(b, C_RANKS + 16);
}

/** Rounds of polishing that every promising candidate gets before it is compared; 0 at the quick levels. */
let polishEach: i32 = 0;

/** What a candidate of this error counts for. Where the error is large BC7 adds little to it, and where it is hopeless nothing
 *  needs to be known: the exact BC7 error is taken only for what may win a good block. */
function costOf(c: usize, mode: i32, error: i32, limit: i32): i32 {
  if (bc7Share == 0) return error << 2;
  if (error > (isGrey ? ROUGH_GREY : ROUGH)) return (4 + bc7Share) * error + bc7Share * load<u8>(ADDED_IN_BC7 + mode);
  if (error << 2 >= limit) return limit;
  return (error << 2) + bc7Share * bc7Error(c, mode, modeComponents(mode) == 3 ? 3 : 4);
}

function keep(c: usize, mode: i32): void {
  store<i32>(c, mode, C_MODE);
  if (polishEach > 0 && f32(load<i32>(c, C_ERROR)) < f32(bestError) * PROMISING) polish(c, polishEach);
  const error = load<i32>(c, C_ERROR);
  const cost = costOf(c, mode, error, bestCost);
  if (cost >= bestCost) return;
  bestCost = cost;
  bestError = error;
  copyCandidate(BEST, c);
}

/** One line for the whole block. */
export function fitLine(mode: i32, refits: i32): void {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeComponents(mode) != 3;
  let c = TRIAL;
  let o = OTHER;
  v128.store(ENDS, v128.load(WHOLE));
  v128.store(ENDS, v128.load(WHOLE, 16), 16);
  quantiseEnds(c, 0, range);
  let error = evaluateLine(c, range, bits, alpha);
  for (let i = 0; i < refits; i++) {
    if (!refitLine(c, bits)) break;
    quantiseEnds(o, 0, range);
    if (sameRanks(c, o, 1)) break;
    const next = evaluateLine(o, range, bits, alpha);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  keep(c, mode);
}

/** Opaque grey with odd endpoints only: BC7 gives all channels of an endpoint one low bit, so an even grey would move the
 *  alpha of 255. */
export function fitOddGrey(refits: i32): void {
  let c = TRIAL;
  let o = OTHER;
  v128.store(ENDS, v128.load(WHOLE));
  v128.store(ENDS, v128.load(WHOLE, 16), 16);
  quantiseOdd(c);
  let error = evaluateLine(c, RANGE_256, 4, true);
  for (let i = 0; i < refits; i++) {
    if (!refitLine(c, 4)) break;
    quantiseOdd(o);
    if (sameRanks(c, o, 1)) break;
    const next = evaluateLine(o, RANGE_256, 4, true);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  keep(c, 15);
}

function quantiseOdd(c: usize): void {
  const lo = i32(max(load<f32>(ENDS), 0)) | 1;
  const hi = i32(max(load<f32>(ENDS, 16), 0)) | 1;
  store<u32>(c, (min(lo, 255) * 0x10101) | 0xff000000, C_RANKS);
  store<u32>(c, (min(hi, 255) * 0x10101) | 0xff000000, C_RANKS + 4);
}

/** A plane of its own for `channel`. */
export function fitDual(mode: i32, channel: i32, refits: i32, rounds: i32): void {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeComponents(mode) != 3;
  let c = TRIAL;
  let o = OTHER;
  store<i32>(c, channel, C_CHANNEL);
  store<i32>(o, channel, C_CHANNEL);
  gatherWhole();
  dualEnds(channel, rounds);
  quantiseEnds(c, 0, range);
  let error = evaluateDual(c, range, bits, alpha);
  for (let i = 0; i < refits; i++) {
    if (!refitDual(c, bits)) break;
    quantiseEnds(o, 0, range);
    if (sameRanks(c, o, 1)) break;
    const next = evaluateDual(o, range, bits, alpha);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  keep(c, mode);
}

/** A line for each subset of `pattern`. The rows must have been summed for ranking. */
export function fitSubsets(mode: i32, pattern: i32, refits: i32, rounds: i32): void {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeComponents(mode) != 3;
  const set = modePatternSet(mode);
  const subsets = modeSubsets(mode);
  let c = TRIAL;
  let o = OTHER;
  store<i32>(c, pattern, C_PATTERN);
  store<i32>(o, pattern, C_PATTERN);
  subsetEnds(set, pattern, rounds);
  for (let s = 0; s < subsets; s++) quantiseEnds(c, s, range);
  let error = evaluateSubsets(c, set, range, bits, alpha);
  for (let i = 0; i < refits; i++) {
    refitSubsets(c, set, bits);
    for (let s = 0; s < subsets; s++) quantiseEnds(o, s, range);
    if (sameRanks(c, o, subsets)) break;
    const next = evaluateSubsets(o, set, range, bits, alpha);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  keep(c, mode);
}

function evaluate(c: usize, mode: i32): i32 {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const alpha = modeComponents(mode) != 3;
  if (modePlanes(mode) == 2) return evaluateDual(c, range, bits, alpha);
  if (modeSubsets(mode) > 1) return evaluateSubsets(c, modePatternSet(mode), range, bits, alpha);
  return evaluateLine(c, range, bits, alpha);
}

/** Polishes the best candidate of a level that does not polish each. */
export function polishBest(rounds: i32): void {
  polish(BEST, rounds);
  bestError = load<i32>(BEST, C_ERROR);
}

const WALK: usize = memory.data(80, 16);

/** Walks a candidate to neighbouring ranks, one endpoint channel at a time, for as long as a round of all of them helps;
 *  where there are several rounds also both ends of a channel together. */
function polish(c: usize, rounds: i32): void {
  const mode = load<i32>(c, C_MODE);
  const components = modeComponents(mode);
  // Opaque alpha is exact already.
  const moving = components == 2 && isOpaque ? 1 : components;
  const subsets = modeSubsets(mode);
  copyCandidate(WALK, c);
  walkCost = costOf(c, mode, load<i32>(c, C_ERROR), i32.MAX_VALUE);
  for (let round = 0; round < rounds && walkCost > 0; round++) {
    const before = walkCost;
    for (let s = 0; s < subsets; s++)
      for (let i = 0; i < moving; i++) {
        const at = WALK + C_RANKS + (s << 3) + (components == 2 ? i * 3 : i);
        const tied = components == 2 && i == 0;
        step(c, mode, at, -1, 0, tied);
        step(c, mode, at, 1, 0, tied);
        step(c, mode, at, 0, -1, tied);
        step(c, mode, at, 0, 1, tied);
        if (rounds <= 2) continue;
        step(c, mode, at, -1, -1, tied);
        step(c, mode, at, 1, 1, tied);
        step(c, mode, at, -1, 1, tied);
        step(c, mode, at, 1, -1, tied);
      }
    if (walkCost == before) break;
  }
}

let walkCost: i32 = 0;

/** Moves the low and the high rank at `at`, keeps the move in `c` where it pays, else takes it back. */
function step(c: usize, mode: i32, at: usize, low: i32, high: i32, tied: bool): void {
  const top = rangeLevels(modeRange(mode)) - 1;
  const lo = <i32>load<u8>(at);
  const hi = <i32>load<u8>(at, 4);
  if (lo + low < 0 || lo + low > top || hi + high < 0 || hi + high > top) return;
  setRank(at, lo + low, tied);
  setRank(at + 4, hi + high, tied);
  const cost = costOf(WALK, mode, evaluate(WALK, mode), walkCost);
  if (cost < walkCost) {
    walkCost = cost;
    copyCandidate(c, WALK);
    return;
  }
  setRank(at, lo, tied);
  setRank(at + 4, hi, tied);
}

@inline function setRank(at: usize, rank: i32, tied: bool): void {
  store<u8>(at, rank);
  if (tied) {
    store<u8>(at, rank, 1);
    store<u8>(at, rank, 2);
  }
}
