// The best endpoints for a few neighboring levels on a line of four weights, in the range of 160 levels of the color plane mode. Twin of
// the kernel's near-pairs; searched again each time.

import { at, square } from './lanes.js';
import { rangeOf } from './ranges.js';
import { interpolate } from './shapes.js';

/** Maximum difference of levels. */
export const NEAR_SPAN = 7;
/** The factor of the UASTC error; the BC7 error counts once. */
export const OWN_SHARE = 12;

/** Ranks of the low and the high endpoint. */
export type Pair = readonly [low: number, high: number];

const WEIGHTS = [0, 21, 43, 64] as const;

const sevenBits = (v: number): number => {
  const q = Math.floor((v * 127 + 127) / 255);
  return (q << 1) | (q >> 6);
};

/** The decoded levels of a pair at the four weights, in UASTC and in BC7, which has seven bits, and eight for the separate channel. */
export function decodedLevels(
  pair: Pair,
  separate: boolean,
): readonly { readonly own: number; readonly bc7: number }[] {
  const { values } = rangeOf(160);
  const [low, high] = [at(values, pair[0]), at(values, pair[1])];
  const [from, to] = separate ? [low, high] : [sevenBits(low), sevenBits(high)];
  return WEIGHTS.map((w) => ({
    own: interpolate(low, high - low, w),
    bc7: (from * 64 + 32 + (to - from) * w) >> 6,
  }));
}

/** The first of the cheapest pairs. */
function cheapestPair(lows: Pair, highs: Pair, costOf: (pair: Pair) => number): { pair: Pair; cost: number } {
  const top = rangeOf(160).values.length - 1;
  let best: { pair: Pair; cost: number } = { pair: [0, 0], cost: Number.POSITIVE_INFINITY };
  for (let low = Math.max(lows[0], 0); low <= Math.min(lows[1], top); low++)
    for (let high = Math.max(highs[0], 0); high <= Math.min(highs[1], top); high++) {
      const cost = costOf([low, high]);
      if (cost < best.cost) best = { pair: [low, high], cost };
    }
  return best;
}

/** The pair for `level` … `level` + `span`: each level counts once, at its cheapest weight. */
export function nearPair(level: number, span: number, separate: boolean): Pair {
  const { nearest } = rangeOf(160);
  const low = at(nearest, level);
  const high = at(nearest, level + span);
  return cheapestPair([low - 2, low + 1], [high - 1, high + 2], (pair) => {
    const decoded = decodedLevels(pair, separate);
    let cost = 0;
    for (let v = level; v <= level + span; v++)
      cost += Math.min(...decoded.map(({ own, bc7 }) => OWN_SHARE * square(own - v) + square(bc7 - v)));
    return cost;
  }).pair;
}

/** The pair for a constant channel, and its cost for eight texels in sixteenths of a squared level: inner weights count three times as
 *  much as outer ones. `total` is the sum of sixteen levels. */
export function flatPair(total: number): { readonly pair: Pair; readonly cost: number } {
  const quarters = total >> 2;
  const near = at(rangeOf(160).nearest, (quarters + 2) >> 2);
  return cheapestPair([near - 1, near + 1], [near - 1, near + 1], (pair) =>
    pair[1] < pair[0]
      ? Number.POSITIVE_INFINITY
      : decodedLevels(pair, false).reduce(
          (sum, { own, bc7 }, k) =>
            sum + (OWN_SHARE * square(4 * own - quarters) + square(4 * bc7 - quarters)) * (k === 0 || k === 3 ? 1 : 3),
          0,
        ),
  );
}

/** The cheapest pair near a given one; the given one if none is cheaper. */
export function settlePair(pair: Pair, costOf: (pair: Pair) => number): Pair {
  const found = cheapestPair([pair[0] - 1, pair[0] + 1], [pair[1] - 1, pair[1] + 1], costOf);
  return found.cost < costOf(pair) ? found.pair : pair;
}
