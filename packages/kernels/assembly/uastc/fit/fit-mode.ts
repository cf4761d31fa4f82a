// Fits one mode to the loaded block, from the principal axes of its texels, and keeps it if it beats the best so far.

import {
  BEST,
  C_ERROR,
  C_MODE,
  C_PARTITION,
  C_PLANE,
  copyCandidate,
  ENDPOINTS,
  OTHER,
  TRIAL,
} from '../../block/candidate';
import { SUMS } from '../load';
import { GRAY_LINE_4, modePatternSet } from '../pack/modes';
import { setSubsetEndpoints } from '../search/rank-patterns';
import { gather, setLineEndpoints } from './axis';
import { costOf, setBc7Share } from './cost';
import { repickWeights } from './pick-weights';
import { setPlaneEndpoints } from './planes';
import { polish } from './polish';
import { evaluate, refine } from './refine';
import { settleEndpoints } from './settle-endpoints';

/** The unquantized line through the whole block, computed once for all one-line modes. */
const WHOLE: usize = memory.data(32, 16);

export let bestError: i32 = i32.MAX_VALUE;
export let bestCost: i32 = i32.MAX_VALUE;

/** Polishing removes up to a third of the error: candidates further behind cannot win. */
const PROMISING: f32 = 1.5;
/** Rounds of polishing for every promising candidate before it is compared; 0 at the fast levels. */
let polishRounds: i32 = 0;

function gatherWhole(): void {
  gather(
    16,
    f32x4.convert_i32x4_s(v128.load(SUMS)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 16)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 32)),
    f32x4.convert_i32x4_s(v128.load(SUMS, 48)),
  );
}

/** Starts a block. `rounds`: power iterations for the axis; `polishes`: rounds of polishing for every promising candidate;
 *  `bc7`: quarters of the BC7 transcode's error that count, `few`: whether the block has few colors, `normal`: whether the level is `normal`. */
export function beginFits(rounds: i32, polishes: i32, bc7: i32, few: bool, normal: bool): void {
  bestError = i32.MAX_VALUE;
  bestCost = i32.MAX_VALUE;
  setBc7Share(bc7, few, normal);
  polishRounds = polishes;
  gatherWhole();
  setLineEndpoints(0, 0, false, rounds);
  v128.store(WHOLE, v128.load(ENDPOINTS));
  v128.store(WHOLE, v128.load(ENDPOINTS, 16), 16);
}

/** Keeps a measured candidate if it costs less than the best. */
export function keep(c: usize, mode: i32): void {
  store<i32>(c, mode, C_MODE);
  if (polishRounds > 0 && f32(load<i32>(c, C_ERROR)) < f32(bestError) * PROMISING) polish(c, polishRounds);
  const error = load<i32>(c, C_ERROR);
  const cost = costOf(c, mode, error, bestCost);
  if (cost >= bestCost) return;
  bestCost = cost;
  bestError = error;
  copyCandidate(BEST, c);
}

/* @inline */ function startFromWhole(): void {
  v128.store(ENDPOINTS, v128.load(WHOLE));
  v128.store(ENDPOINTS, v128.load(WHOLE, 16), 16);
}

/** One line for the whole block. */
export function fitLine(mode: i32, refits: i32): void {
  startFromWhole();
  keep(refine(mode, refits, false), mode);
}

/** One line for the whole block, settled for up to `rounds`, with weights chosen by the decoded error. For near colors. */
export function fitSmoothLine(mode: i32, rounds: i32): void {
  startFromWhole();
  let c = refine(mode, 1, false);
  let o = c === TRIAL ? OTHER : TRIAL;
  let error = repickWeights(c, mode);
  for (let round = 0; round < rounds && error > 0; round++) {
    copyCandidate(o, c);
    if (!settleEndpoints(o, mode)) break;
    const next = repickWeights(o, mode);
    if (next >= error) break;
    error = next;
    const t = c;
    c = o;
    o = t;
  }
  keep(c, mode);
}

/** Opaque gray with odd endpoints only: BC7 gives all channels of an endpoint one low bit, so an even gray would move the
 *  alpha of 255. */
export function fitOddGray(refits: i32): void {
  startFromWhole();
  keep(refine(GRAY_LINE_4, refits, true), GRAY_LINE_4);
}

/** A separate plane for `channel`. */
export function fitPlanes(mode: i32, channel: i32, refits: i32, rounds: i32): void {
  store<i32>(TRIAL, channel, C_PLANE);
  store<i32>(OTHER, channel, C_PLANE);
  gatherWhole();
  setPlaneEndpoints(channel, rounds);
  keep(refine(mode, refits, false), mode);
}

/** A line for each subset of `pattern`. The rows must have been summed for ranking. */
export function fitSubsets(mode: i32, pattern: i32, refits: i32, rounds: i32): void {
  store<i32>(TRIAL, pattern, C_PARTITION);
  store<i32>(OTHER, pattern, C_PARTITION);
  setSubsetEndpoints(modePatternSet(mode), pattern, rounds);
  keep(refine(mode, refits, false), mode);
}

/** Polishes the best candidate, for levels that do not polish each. */
export function polishBest(rounds: i32): void {
  bestCost = polish(BEST, rounds);
  bestError = load<i32>(BEST, C_ERROR);
}

/** Settles the best candidate, which has one subset and is good already, and chooses its weights by the decoded error. */
export function settleAndRepickBest(rounds: i32): void {
  const mode = load<i32>(BEST, C_MODE);
  for (let round = 0; round < rounds && bestCost > 0; round++) {
    copyCandidate(SETTLED, BEST);
    if (!settleEndpoints(SETTLED, mode) && round > 0) return;
    const error = repickWeights(SETTLED, mode);
    const cost = costOf(SETTLED, mode, error, bestCost);
    if (cost >= bestCost) return;
    bestCost = cost;
    bestError = error;
    copyCandidate(BEST, SETTLED);
  }
}

const SETTLED: usize = memory.data(80, 16);

/** Settles the best candidate while that helps. */
export function settleBest(rounds: i32): void {
  const mode = load<i32>(BEST, C_MODE);
  for (let round = 0; round < rounds && bestCost > 0; round++) {
    copyCandidate(SETTLED, BEST);
    if (!settleEndpoints(SETTLED, mode)) return;
    const error = evaluate(SETTLED, mode);
    const cost = costOf(SETTLED, mode, error, bestCost);
    if (cost >= bestCost) return;
    bestCost = cost;
    bestError = error;
    copyCandidate(BEST, SETTLED);
  }
}
