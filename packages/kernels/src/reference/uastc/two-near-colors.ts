// Two near colors, exact on a line of three-bit weights with odd endpoints, which BC7 keeps unchanged. Twin of the kernel's
// two-near-colors.

import type { Candidate } from './block.js';
import type { BlockColor } from './distinct-colors.js';
import { at, type Channel, type Lanes, square } from './lanes.js';
import { WEIGHT_VALUES } from './ranges.js';
import { interpolate } from './shapes.js';

/** Maximum difference of the colors in a channel. */
const REACH = 3;
/** Weights of the first and the second color, the most useful first. */
const PAIRS = [
  [1, 2],
  [0, 1],
  [2, 3],
  [1, 3],
  [4, 5],
  [5, 6],
  [3, 5],
  [1, 4],
  [3, 6],
  [4, 6],
  [1, 5],
  [0, 2],
  [3, 7],
  [2, 6],
  [2, 4],
  [1, 6],
] as const;
const WEIGHTS = at(WEIGHT_VALUES, 3);
const BC7_WEIGHTS = [0, 9, 17, 26, 38, 47, 55, 64];
/** The cost of a difference of 1 in UASTC; in BC7 it costs 1. Only pairs that are exact in UASTC are used. */
const OWN_SHARE = 5;

interface Found {
  readonly cost: number;
  readonly low: number;
  readonly high: number;
}

/** The cost of a channel at one weight. */
function off(low: number, span: number, weight: number, wanted: number): number {
  const own = interpolate(low, span, at(WEIGHTS, weight)) - wanted;
  const decoded = ((low * 64 + span * at(BC7_WEIGHTS, weight) + 32) >> 6) - wanted;
  return OWN_SHARE * square(own) + square(decoded);
}

/** The best odd endpoints of a channel for a pair of weights. */
function searchEnds([first, second]: readonly [number, number], value: number, difference: number): Found {
  const from = at(WEIGHTS, first);
  const apart = at(WEIGHTS, second) - from;
  let best: Found = { cost: 255, low: 0, high: 0 };
  for (let span = -30; span <= 30; span += 2) {
    if (Math.abs(span * apart - 64 * difference) > 64) continue;
    const middle = (value + ((-span * from) >> 6)) | 1;
    for (const low of [middle - 2, middle]) {
      const high = low + span;
      if (Math.min(low, high) < 1 || Math.max(low, high) > 255) continue;
      const cost = off(low, span, first, value) + off(low, span, second, value + difference);
      if (cost < best.cost) best = { cost, low, high };
    }
  }
  return best;
}

/** A candidate that is exact, and nearly exact in BC7; undefined if there is none. */
export function fitTwoNearColors([first, second]: readonly BlockColor[]): Candidate | undefined {
  if (first === undefined || second === undefined) return undefined;
  const channels = [0, 1, 2] as const;
  const apart = (i: Channel): number => second.value[i] - first.value[i];
  if (channels.some((i) => Math.abs(apart(i)) > REACH || (first.value[i] === 0 && apart(i) === 0))) return undefined;
  let best: { cost: number; pair: (typeof PAIRS)[number]; ends: Found[] } | undefined;
  for (const pair of PAIRS) {
    const ends = channels.map((i) => searchEnds(pair, first.value[i], apart(i)));
    const cost = ends.reduce((all, end) => all + end.cost, 0);
    if (cost < (best?.cost ?? OWN_SHARE)) best = { cost, pair, ends };
  }
  if (best === undefined) return undefined;
  const { pair, ends } = best;
  const ranks = (end: 'low' | 'high'): Lanes => [at(ends, 0)[end], at(ends, 1)[end], at(ends, 2)[end], 255];
  const weights: number[] = [];
  for (const t of first.texels) weights[t] = pair[0];
  for (const t of second.texels) weights[t] = pair[1];
  const pairOfEnds = [{ low: ranks('low'), high: ranks('high') }];
  return { mode: 5, pattern: 0, channel: 0, ends: pairOfEnds, weights: [weights, []], error: 0 };
}
