// Colors that are nearly alike, a few levels apart in every channel, on two planes. Twin of the kernel's near and near-settle.

import { ALL_TEXELS, type Block, type Candidate } from './block.js';
import { at, type Channel, lanes, square } from './lanes.js';
import { flatPair, NEAR_SPAN, nearPair, OWN_SHARE, type Pair, settlePair, shownBy } from './near-pairs.js';
import { measure } from './pick-weights.js';

const COLORS = [0, 1, 2] as const;

const levelsOf = ({ texels }: Block, channel: Channel): number[] => texels.map((t) => t[channel]);

/** Levels from the least to the greatest of a channel. */
export const levelSpan = (block: Block, channel: Channel): number =>
  Math.max(...levelsOf(block, channel)) - Math.min(...levelsOf(block, channel));

export const isNear = (block: Block): boolean => COLORS.every((channel) => levelSpan(block, channel) <= NEAR_SPAN);

/** What each texel of a channel costs at each of the four weights. */
type Costs = readonly (readonly number[])[];

function costsOf(block: Block, channel: Channel, pair: Pair, apart: boolean): Costs {
  const shown = shownBy(pair, apart);
  return levelsOf(block, channel).map((v) =>
    shown.map(({ own, bc7 }) => (OWN_SHARE * square(own - v) + square(bc7 - v)) * block.metric[channel]),
  );
}

/** Costs of two channels; reversed, the second takes its weights from the other end. */
const join = (a: Costs, b: Costs, reversed: boolean): Costs =>
  a.map((costs, t) => costs.map((cost, k) => cost + at(at(b, t), reversed ? 3 - k : k)));

const leastCost = (costs: Costs): number => costs.reduce((sum, four) => sum + Math.min(...four), 0);
const pick = (costs: Costs): number[] => costs.map((four) => four.indexOf(Math.min(...four)));

const sumOf = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);

/** Whether one channel falls where the other rises. */
function isReversed(block: Block, a: Channel, b: Channel): boolean {
  const product = sumOf(block.texels.map((t) => t[a] * t[b]));
  return 16 * product < sumOf(levelsOf(block, a)) * sumOf(levelsOf(block, b));
}

/** What a channel costs about where it is flat: its variance, and what the levels about its mean miss it by. */
function estimateFlat(block: Block, channel: Channel): number {
  const levels = levelsOf(block, channel);
  const total = sumOf(levels);
  const scatter = sumOf(levels.map(square)) - ((total * total) >> 4);
  return ((OWN_SHARE + 1) * scatter + (flatPair(total).cost >> 3)) * block.metric[channel];
}

/** The pair about a channel's that costs least with the weights given. */
function settleChannel(block: Block, channel: Channel, pair: Pair, apart: boolean, weights: readonly number[]): Pair {
  const levels = levelsOf(block, channel);
  return settlePair(pair, (tried) => {
    const shown = shownBy(tried, apart);
    return ALL_TEXELS.reduce((sum, t) => {
      const { own, bc7 } = at(shown, at(weights, t));
      return sum + OWN_SHARE * square(own - at(levels, t)) + square(bc7 - at(levels, t));
    }, 0);
  });
}

/** The channel apart, and the pairs of all three: both others along the first plane, or one of them flat, whatever costs least. */
function start(block: Block): { apart: 0 | 1 | 2; pairs: [Pair, Pair, Pair] } {
  const pairOf = (channel: Channel, apart: boolean): Pair =>
    nearPair(Math.min(...levelsOf(block, channel)), levelSpan(block, channel), apart);
  const flatOf = (channel: Channel): Pair => flatPair(sumOf(levelsOf(block, channel))).pair;
  const costs = COLORS.map((channel) => costsOf(block, channel, pairOf(channel, false), false));
  let best = Number.POSITIVE_INFINITY;
  let found: { apart: 0 | 1 | 2; pairs: [Pair, Pair, Pair] } | undefined;
  for (const apart of COLORS) {
    const [a, b] = apart === 0 ? ([1, 2] as const) : apart === 1 ? ([0, 2] as const) : ([0, 1] as const);
    const alone = leastCost(at(costs, apart));
    const reversed = isReversed(block, a, b);
    const second = pairOf(b, false);
    const ways: readonly (readonly [cost: number, first: Pair, second: Pair])[] = [
      [
        leastCost(join(at(costs, a), at(costs, b), reversed)),
        pairOf(a, false),
        reversed ? [second[1], second[0]] : second,
      ],
      [leastCost(at(costs, a)) + estimateFlat(block, b), pairOf(a, false), flatOf(b)],
      [estimateFlat(block, a) + leastCost(at(costs, b)), flatOf(a), second],
    ];
    for (const [cost, first, other] of ways) {
      if (alone + cost >= best) continue;
      best = alone + cost;
      const pairs: [Pair, Pair, Pair] = [first, first, first];
      pairs[apart] = pairOf(apart, true);
      pairs[b] = other;
      found = { apart, pairs };
    }
  }
  if (found === undefined) throw new Error('no channel was set apart');
  return found;
}

/** A near block on two planes, settled for up to `rounds`. */
export function nearPlanes(block: Block, rounds: number): Candidate {
  const { apart, pairs } = start(block);
  const others = COLORS.filter((channel) => channel !== apart);
  const weights: [number[], number[]] = [[], []];
  for (let round = 0; ; round++) {
    const costs = COLORS.map((channel) => costsOf(block, channel, pairs[channel], channel === apart));
    weights[0] = pick(join(at(costs, at(others, 0)), at(costs, at(others, 1)), false));
    weights[1] = pick(at(costs, apart));
    if (round === rounds) break;
    let moved = false;
    for (const channel of COLORS) {
      const settled = settleChannel(
        block,
        channel,
        pairs[channel],
        channel === apart,
        weights[channel === apart ? 1 : 0],
      );
      if (settled[0] !== pairs[channel][0] || settled[1] !== pairs[channel][1]) moved = true;
      pairs[channel] = settled;
    }
    if (!moved) break;
  }
  const end = (which: 0 | 1) => lanes((i) => (i < 3 ? at(at(pairs, i), which) : 0));
  const candidate: Candidate = {
    mode: 6,
    pattern: 0,
    channel: apart,
    ends: [{ low: end(0), high: end(1) }],
    weights,
    error: 0,
  };
  measure(block, candidate);
  return candidate;
}
