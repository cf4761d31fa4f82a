// The levels, and how thoroughly they search.

import { fitSubsets } from '../fit/fit-mode';
import { RANKED } from './rank-patterns';

export const DRAFT: i32 = -1;
export const FAST: i32 = 0;
export const NORMAL: i32 = 1;
export const HIGH: i32 = 2;
export const MAX: i32 = 3;

/** Power iterations for an axis. */
export const ROUNDS: i32 = 4;
export const FEWER_ROUNDS: i32 = 3;
/** Rounds of polishing. */
export const POLISH_ONCE: i32 = 1;
export const POLISH_TWICE: i32 = 2;
export const POLISH_MUCH: i32 = 6;
/** Rounds of settling: a round takes a third of the time of polishing once. */
export const SETTLE_ONCE: i32 = 1;
export const SETTLE_TWICE: i32 = 2;
export const NEAR_ROUNDS: i32 = 2;

/** Share of the variance along a line that counts in the ranking of patterns. Steps of 1/3 leave 1/9 of it, steps of 1/7 1/49; ranking is
 *  best with less (0: −0.02 dB, 1/50: −0.01, 1/9: −0.08). */
export const ALONG: f32 = 0.0125;

/** Fits the best-ranked patterns. */
export function fitRanked(mode: i32, count: i32, refits: i32): void {
  for (let i = 0; i < count; i++) fitSubsets(mode, load<i32>(RANKED + (i << 2)), refits, ROUNDS);
}
