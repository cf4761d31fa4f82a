// Near colors, a few levels apart in every channel, on two planes. Twin of the kernel's near-colors and near-settle.

import { ALL_TEXELS, type Block, type Candidate } from './block.js';
import { at, type Channel, lanes, square } from './lanes.js';
import { decodedLevels, flatPair, NEAR_SPAN, nearPair, OWN_SHARE, type Pair, settlePair } from './near-pairs.js';
import { measure } from './pick-weights.js';

const COLORS = [0, 1, 2] as const;

const levelsOf = ({ texels }: Block, channel: Channel): number[] => texels.map((t) => t[channel]);

/** The difference between the largest and the smallest level of a channel. */
export const levelSpan = (block: Block, channel: Channel): number =>
  Math.max(...levelsOf(block, channel)) - Math.min(...levelsOf(block, channel));

export const isNear = (block: Block): boolean => COLORS.every((channel) => levelSpan(block, channel) <= NEAR_SPAN);

/** The cost of each texel of a channel at each of the four weights. */
type Costs = readonly (readonly number[])[];

function costsOf(block: Block, channel: Channel, pair: Pair, separate: boolean): Costs {
  const decoded = decodedLevels(pair, separate);
  return levelsOf(block, channel).map((v) =>
    decoded.map(({ own, bc7 }) => (OWN_SHARE * square(own - v) + square(bc7 - v)) * block.metric[channel]),
  );
}

/** Costs of two channels. If `reversed`, the second counts from its other endpoint. */
const join = (a: Costs, b: Costs, reversed: boolean): Costs =>
  a.map((costs, t) => costs.map((cost, k) => cost + at(at(b, t), reversed ? 3 - k : k)));

const sumOfCheapest = (costs: Costs): number => costs.reduce((sum, four) => sum + Math.min(...four), 0);
const pick = (costs: Costs): number[] => costs.map((four) => four.indexOf(Math.min(...four)));

const sumOf = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0);

/** Whether one channel decreases as the other increases. */
function isReversed(block: Block, a: Channel, b: Channel): boolean {
  const product = sumOf(block.texels.map((t) => t[a] * t[b]));
  return 16 * product < sumOf(levelsOf(block, a)) * sumOf(levelsOf(block, b));
}

/** The approximate cost of a channel that is coded as constant: its variance, and the distance of the nearest levels from its mean. */
function estimateFlat(block: Block, channel: Channel): number {
  const levels = levelsOf(block, channel);
  const total = sumOf(levels);
  const scatter = sumOf(levels.map(square)) - ((total * total) >> 4);
  return ((OWN_SHARE + 1) * scatter + (flatPair(total).cost >> 3)) * block.metric[channel];
}

/** The cheapest pair near a channel's pair for the given weights. */
function settleChannel(
  block: Block,
  channel: Channel,
  pair: Pair,
  separate: boolean,
  weights: readonly number[],
): Pair {
  const levels = levelsOf(block, channel);
  return settlePair(pair, (tried) => {
    const decoded = decodedLevels(tried, separate);
    return ALL_TEXELS.reduce((sum, t) => {
      const { own, bc7 } = at(decoded, at(weights, t));
      return sum + OWN_SHARE * square(own - at(levels, t)) + square(bc7 - at(levels, t));
    }, 0);
  });
}

/** The separate channel, and the pairs of all three: both others along the first plane, or one of them constant. The cheapest wins. */
function start(block: Block): { separate: 0 | 1 | 2; pairs: [Pair, Pair, Pair] } {
  const pairOf = (channel: Channel, separate: boolean): Pair =>
    nearPair(Math.min(...levelsOf(block, channel)), levelSpan(block, channel), separate);
  const flatOf = (channel: Channel): Pair => flatPair(sumOf(levelsOf(block, channel))).pair;
  const costs = COLORS.map((channel) => costsOf(block, channel, pairOf(channel, false), false));
  let best = Number.POSITIVE_INFINITY;
  let found: { separate: 0 | 1 | 2; pairs: [Pair, Pair, Pair] } | undefined;
  for (const separate of COLORS) {
    const [a, b] = separate === 0 ? ([1, 2] as const) : separate === 1 ? ([0, 2] as const) : ([0, 1] as const);
    const alone = sumOfCheapest(at(costs, separate));
    const reversed = isReversed(block, a, b);
    const second = pairOf(b, false);
    const ways: readonly (readonly [cost: number, first: Pair, second: Pair])[] = [
      [
        sumOfCheapest(join(at(costs, a), at(costs, b), reversed)),
        pairOf(a, false),
        reversed ? [second[1], second[0]] : second,
      ],
      [sumOfCheapest(at(costs, a)) + estimateFlat(block, b), pairOf(a, false), flatOf(b)],
      [estimateFlat(block, a) + sumOfCheapest(at(costs, b)), flatOf(a), second],
    ];
    for (const [cost, first, other] of ways) {
      if (alone + cost >= best) continue;
      best = alone + cost;
      const pairs: [Pair, Pair, Pair] = [first, first, first];
      pairs[separate] = pairOf(separate, true);
      pairs[b] = other;
      found = { separate, pairs };
    }
  }
  if (found === undefined) throw new Error('no separate channel was chosen');
  return found;
}

/** A near block on two planes, settled for up to `rounds`. */
export function nearPlanes(block: Block, rounds: number): Candidate {
  const { separate, pairs } = start(block);
  const others = COLORS.filter((channel) => channel !== separate);
  const weights: [number[], number[]] = [[], []];
  for (let round = 0; ; round++) {
    const costs = COLORS.map((channel) => costsOf(block, channel, pairs[channel], channel === separate));
    weights[0] = pick(join(at(costs, at(others, 0)), at(costs, at(others, 1)), false));
    weights[1] = pick(at(costs, separate));
    if (round === rounds) break;
    let moved = false;
    for (const channel of COLORS) {
      const settled = settleChannel(
        block,
        channel,
        pairs[channel],
        channel === separate,
        weights[channel === separate ? 1 : 0],
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
    channel: separate,
    ends: [{ low: end(0), high: end(1) }],
    weights,
    error: 0,
  };
  measure(block, candidate);
  return candidate;
}
