// Fits one mode to the loaded block and keeps it where it beats the best so far: start from the principal axis, then
// least squares on the weights found, as long as that helps; at the slow levels a walk over neighbouring ranks.

import {
  modeComponents, modePatternSet, modePlanes, modeRange, modeSubsets, modeWeightBits, rangeLevels,
} from './tables';
import {
  BEST, C_CHANNEL, C_ERROR, C_MODE, C_PATTERN, C_RANKS, ENDS, OTHER, TRIAL, copyCandidate,
} from './state';
import { SUMS } from './load';
import { gather, lineEnds } from './axis';
import { evaluateLine, quantiseEnds, refitLine } from './line';
import { dualEnds, evaluateDual, refitDual } from './dual';
import { evaluateSubsets, refitSubsets } from './subsets';
import { subsetEnds } from './rank';

/** The unquantised line through the whole block, computed once and used by every one-line mode. */
const WHOLE: usize = memory.data(32, 16);

export let bestError: i32 = i32.MAX_VALUE;

function gatherWhole(): void {
  gather(
    16,
    f32x4.convert_i32x4_s(v128.load(SUMS)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 16)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 32)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 48)),
  );
}

export function beginFits(rounds: i32): void {
  bestError = i32.MAX_VALUE;
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

function keep(c: usize, mode: i32): void {
  const error = load<i32>(c, C_ERROR);
  if (error >= bestError) return;
  bestError = error;
  store<i32>(c, mode, C_MODE);
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

/** Walks BEST to neighbouring ranks, one endpoint channel at a time, for as long as a round of all of them helps. */
export function polish(rounds: i32): void {
  const mode = load<i32>(BEST, C_MODE);
  const components = modeComponents(mode);
  const ends = modeSubsets(mode) * 2;
  const top = rangeLevels(modeRange(mode)) - 1;
  const c = TRIAL;
  copyCandidate(c, BEST);
  for (let round = 0; round < rounds; round++) {
    let helped = false;
    for (let end = 0; end < ends; end++)
      for (let i = 0; i < components; i++) {
        const at = c + C_RANKS + (end << 2) + (components == 2 ? i * 3 : i);
        const tied = components == 2 && i == 0;
        for (let step = -1; step <= 1; step += 2) {
          const rank = <i32>load<u8>(at);
          const next = rank + step;
          if (next < 0 || next > top) continue;
          setRank(at, next, tied);
          if (evaluate(c, mode) < bestError) {
            bestError = load<i32>(c, C_ERROR);
            copyCandidate(BEST, c);
            helped = true;
          } else setRank(at, rank, tied);
        }
      }
    if (!helped) break;
  }
}

@inline function setRank(at: usize, rank: i32, tied: bool): void {
  store<u8>(at, rank);
  if (tied) {
    store<u8>(at, rank, 1);
    store<u8>(at, rank, 2);
  }
}
