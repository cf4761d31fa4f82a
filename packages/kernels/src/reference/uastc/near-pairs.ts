// The best ends for a few neighboring levels on a line of four weights, of the 160 levels that two planes of color have. Twin of the kernel's
// near-pairs; looked for anew each time.

import { at, square } from './lanes.js';
import { rangeOf } from './ranges.js';
import { interpolate } from './shapes.js';

/** Levels from the least to the greatest, at most. */
export const NEAR_SPAN = 7;
/** What is shown counts this often, what BC7 shows once. */
export const OWN_SHARE = 12;

/** Ranks of the low and the high end. */
export type Pair = readonly [low: number, high: number];

const WEIGHTS = [0, 21, 43, 64] as const;

const sevenBits = (v: number): number => {
  const q = Math.floor((v * 127 + 127) / 255);
  return (q << 1) | (q >> 6);
};

/** What a pair shows at the four weights, and what BC7 makes of it: seven bits, but eight for the channel apart. */
export function shownBy(pair: Pair, apart: boolean): readonly { readonly own: number; readonly bc7: number }[] {
  const { values } = rangeOf(160);
  const [low, high] = [at(values, pair[0]), at(values, pair[1])];
  const [from, to] = apart ? [low, high] : [sevenBits(low), sevenBits(high)];
  return WEIGHTS.map((w) => ({
    own: interpolate(low, high - low, w),
    bc7: (from * 64 + 32 + (to - from) * w) >> 6,
  }));
}

/** The first pair that costs least, low ends first. */
function leastPair(lows: Pair, highs: Pair, costOf: (pair: Pair) => number): { pair: Pair; cost: number } {
  const top = rangeOf(160).values.length - 1;
  let best: { pair: Pair; cost: number } = { pair: [0, 0], cost: Number.POSITIVE_INFINITY };
  for (let low = Math.max(lows[0], 0); low <= Math.min(lows[1], top); low++)
    for (let high = Math.max(highs[0], 0); high <= Math.min(highs[1], top); high++) {
      const cost = costOf([low, high]);
      if (cost < best.cost) best = { pair: [low, high], cost };
    }
  return best;
}

/** The pair for `level` … `level` + `span`: each level counts once, at the weight that costs least. */
export function nearPair(level: number, span: number, apart: boolean): Pair {
  const { nearest } = rangeOf(160);
  const low = at(nearest, level);
  const high = at(nearest, level + span);
  return leastPair([low - 2, low + 1], [high - 1, high + 2], (pair) => {
    const shown = shownBy(pair, apart);
    let cost = 0;
    for (let v = level; v <= level + span; v++)
      cost += Math.min(...shown.map(({ own, bc7 }) => OWN_SHARE * square(own - v) + square(bc7 - v)));
    return cost;
  }).pair;
}

/** The pair for a channel that is flat, and what it costs in sixteenths of a level squared, for eight texels: the middle weights are taken three times as often
 *  as the ends. `total` is the sum of sixteen levels. */
export function flatPair(total: number): { readonly pair: Pair; readonly cost: number } {
  const quarters = total >> 2;
  const near = at(rangeOf(160).nearest, (quarters + 2) >> 2);
  return leastPair([near - 1, near + 1], [near - 1, near + 1], (pair) =>
    pair[1] < pair[0]
      ? Number.POSITIVE_INFINITY
      : shownBy(pair, false).reduce(
          (sum, { own, bc7 }, k) =>
            sum + (OWN_SHARE * square(4 * own - quarters) + square(4 * bc7 - quarters)) * (k === 0 || k === 3 ? 1 : 3),
          0,
        ),
  );
}

/** The pair about a given one that costs least; the given one where none costs less. */
export function settlePair(pair: Pair, costOf: (pair: Pair) => number): Pair {
  const found = leastPair([pair[0] - 1, pair[0] + 1], [pair[1] - 1, pair[1] + 1], costOf);
  return found.cost < costOf(pair) ? found.pair : pair;
}
