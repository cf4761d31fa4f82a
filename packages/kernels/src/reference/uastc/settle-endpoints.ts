// Moves the endpoints of a candidate to the neighboring ranks that suit its weights, one channel of a subset at a time. Twin of the
// kernel's settle-endpoints.

import { ALL_TEXELS, type Block, type Candidate, modeOf } from './block.js';
import { at, CHANNELS, type Channel, clamp, lanes, square } from './lanes.js';
import { rangeOf, WEIGHT_VALUES } from './ranges.js';
import { interpolate, subsetsOf, usesSecondPlane } from './shapes.js';

/** Steps of the low and the high rank, in order of preference. */
const STEPS = [
  [0, 0],
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
] as const;

/** Settles one channel of a subset. Returns whether it changed. */
function settleChannel(block: Block, c: Candidate, subset: number, channel: Channel): boolean {
  const { levels, weightBits, components } = modeOf(c.mode);
  const { values } = rangeOf(levels);
  const weights = c.weights[usesSecondPlane(c, channel) ? 1 : 0];
  const inSubset = ALL_TEXELS.filter((t) => at(subsetsOf(c), t) === subset);
  const ends = at(c.ends, subset);
  const near = (rank: number, step: number): number => clamp(rank + step, 0, values.length - 1);
  const errorOf = ([low, high]: readonly [number, number]): number => {
    const from = at(values, near(ends.low[channel], low));
    const span = at(values, near(ends.high[channel], high)) - from;
    return inSubset.reduce((sum, t) => {
      const weight = at(at(WEIGHT_VALUES, weightBits), at(weights, t));
      return sum + square(interpolate(from, span, weight) - at(block.texels, t)[channel]);
    }, 0);
  };
  const errors = STEPS.map(errorOf);
  const place = errors.indexOf(Math.min(...errors));
  if (place === 0) return false;
  const [low, high] = at(STEPS, place);
  const moves = (i: Channel): boolean => i === channel || (components === 2 && channel === 0 && i < 3);
  const { low: lows, high: highs } = ends;
  ends.low = lanes((i) => (moves(i) ? near(lows[i], low) : lows[i]));
  ends.high = lanes((i) => (moves(i) ? near(highs[i], high) : highs[i]));
  return true;
}

/** Settles the ranks of a candidate in place. Returns whether any changed. */
export function settle(block: Block, c: Candidate): boolean {
  const { components, subsets } = modeOf(c.mode);
  const codes = (i: Channel): boolean => (i === 3 ? components !== 3 && !block.opaque : i === 0 || components !== 2);
  let moved = false;
  for (let subset = 0; subset < subsets; subset++)
    for (const channel of CHANNELS) if (codes(channel) && settleChannel(block, c, subset, channel)) moved = true;
  return moved;
}
