// Near colors, a few levels apart in every channel, as in skies, skin and shadows, on two planes. Four weights can reproduce such levels exactly,
// but seldom with the endpoints nearest to the smallest and largest level: the best pair for every range of levels comes from a table. Every
// step also counts the BC7 error, whose endpoints are even coarser.

import { C_ENDPOINTS, C_ERROR, C_INDICES, C_INDICES2, C_PLANE, TRIAL } from '../../block/candidate';
import { sum } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { bestError, keep } from '../fit/fit-mode';
import { planeError } from '../fit/pick-weights';
import { SUMS } from '../load';
import { TO_HIGH } from '../pack/endpoints';
import { RGB_PLANES_2 } from '../pack/modes';
import { RANGE_160, rankValue } from '../pack/ranges';
import { weighB, weighG, weighR, weighted } from '../state';
import { levelSpan, minLevels } from './level-range';
import { bc7Levels, decodedLevels, flatCost, flatPair, NEAR_SPAN, nearPair, OWN_SHARE } from './near-pairs';
import { settleNear } from './near-settle';

/** Whether no channel of the loaded block spans more than a few levels. */
export function isNearColors(): bool {
  return levelSpan(0) <= NEAR_SPAN && levelSpan(1) <= NEAR_SPAN && levelSpan(2) <= NEAR_SPAN;
}

/* @inline */ function pairOf(channel: i32, separate: bool): i32 {
  return nearPair((minLevels >> (channel << 3)) & 255, levelSpan(channel), separate);
}

/** The cost of each texel of a channel at each of the four weights: channel × 128 + weight × 32. */
const COSTS: usize = memory.data(3 * 128, 16);

/* @inline */ function storeCost(to: usize, p: v128, own: v128, bc7: v128, weigh: v128): void {
  const d = i16x8.sub(p, own);
  const e = i16x8.sub(p, bc7);
  const cost = i16x8.add(i16x8.mul(i16x8.mul(d, d), i16x8.splat(i16(OWN_SHARE))), i16x8.mul(e, e));
  v128.store(to, weighted ? i16x8.mul(cost, weigh) : cost);
}

/** Sets COSTS of a channel for the given endpoints. */
function costChannel(channel: i32, low: i32, high: i32, separate: bool): void {
  const own = decodedLevels(rankValue(RANGE_160, low), rankValue(RANGE_160, high));
  const bc7 = bc7Levels(rankValue(RANGE_160, low), rankValue(RANGE_160, high), separate);
  const owns = i16x8.narrow_i32x4_s(own, bc7);
  const at = PLANAR + (channel << 5);
  const p0 = v128.load(at);
  const p1 = v128.load(at, 16);
  const weigh = i16x8.splat(i16(channel === 0 ? weighR : channel === 1 ? weighG : weighB));
  const to = COSTS + (channel << 7);
  const u0 = i16x8.splat(i16x8.extract_lane_s(owns, 0));
  const b0 = i16x8.splat(i16x8.extract_lane_s(owns, 4));
  const u1 = i16x8.splat(i16x8.extract_lane_s(owns, 1));
  const b1 = i16x8.splat(i16x8.extract_lane_s(owns, 5));
  const u2 = i16x8.splat(i16x8.extract_lane_s(owns, 2));
  const b2 = i16x8.splat(i16x8.extract_lane_s(owns, 6));
  const u3 = i16x8.splat(i16x8.extract_lane_s(owns, 3));
  const b3 = i16x8.splat(i16x8.extract_lane_s(owns, 7));
  storeCost(to, p0, u0, b0, weigh);
  storeCost(to + 16, p1, u0, b0, weigh);
  storeCost(to + 32, p0, u1, b1, weigh);
  storeCost(to + 48, p1, u1, b1, weigh);
  storeCost(to + 64, p0, u2, b2, weigh);
  storeCost(to + 80, p1, u2, b2, weigh);
  storeCost(to + 96, p0, u3, b3, weigh);
  storeCost(to + 112, p1, u3, b3, weigh);
}

/* @inline */ function sumCosts(e0: v128, e1: v128): i32 {
  const one = i16x8.splat(1);
  return sum(i32x4.add(i32x4.dot_i16x8_s(e0, one), i32x4.dot_i16x8_s(e1, one)));
}

/* @inline */ function cheapestOf(at: usize): v128 {
  return i16x8.min_s(i16x8.min_s(v128.load(at), v128.load(at, 32)), i16x8.min_s(v128.load(at, 64), v128.load(at, 96)));
}

/** The cost of a channel with separate weights. */
/* @inline */ function separateCost(channel: i32): i32 {
  return sumCosts(cheapestOf(COSTS + (channel << 7)), cheapestOf(COSTS + (channel << 7) + 16));
}

/** Costs of two channels at weight `k` for eight texels. If `reversed`, the second counts from its other endpoint. */
/* @inline */ function both(a: usize, b: usize, k: usize, reversed: bool): v128 {
  return i16x8.add(v128.load(a + (k << 5)), v128.load(b + ((reversed ? 3 - k : k) << 5)));
}

/* @inline */ function cheapestOfBoth(a: usize, b: usize, reversed: bool): v128 {
  return i16x8.min_s(
    i16x8.min_s(both(a, b, 0, reversed), both(a, b, 1, reversed)),
    i16x8.min_s(both(a, b, 2, reversed), both(a, b, 3, reversed)),
  );
}

/* @inline */ function bothCost(a: i32, b: i32, reversed: bool): i32 {
  const first = COSTS + (a << 7);
  const second = COSTS + (b << 7);
  return sumCosts(cheapestOfBoth(first, second, reversed), cheapestOfBoth(first + 16, second + 16, reversed));
}

/** Whether one channel decreases as the other increases. */
/* @inline */ function isReversed(a: i32, b: i32): bool {
  const product = a === 0 ? (b === 1 ? load<i32>(SUMS, 32) : load<i32>(SUMS, 48)) : load<i32>(SUMS, 36);
  return product << 4 < load<i32>(SUMS + (a << 2)) * load<i32>(SUMS + (b << 2));
}

/** The approximate cost of a channel that is coded as constant: its variance, and the distance of the nearest levels from its mean. */
function estimateFlat(channel: i32): i32 {
  const total = load<i32>(SUMS + (channel << 2));
  const scatter = load<i32>(SUMS + (channel << 2), 16) - ((total * total) >> 4);
  return (
    ((OWN_SHARE + 1) * scatter + (flatCost(total) >> 3)) * (channel === 0 ? weighR : channel === 1 ? weighG : weighB)
  );
}

/** The first of the cheapest weights of eight texels. */
/* @inline */ function firstCheapest(c0: v128, c1: v128, c2: v128, c3: v128): v128 {
  let best = i16x8.min_s(c0, c1);
  let at = v128.and(i16x8.lt_s(c1, c0), i16x8.splat(1));
  at = v128.bitselect(i16x8.splat(2), at, i16x8.lt_s(c2, best));
  best = i16x8.min_s(best, c2);
  return v128.bitselect(i16x8.splat(3), at, i16x8.lt_s(c3, best));
}

/* @inline */ function pickSeparate(channel: i32): v128 {
  const a = COSTS + (channel << 7);
  return i8x16.narrow_i16x8_u(
    firstCheapest(v128.load(a), v128.load(a, 32), v128.load(a, 64), v128.load(a, 96)),
    firstCheapest(v128.load(a, 16), v128.load(a, 48), v128.load(a, 80), v128.load(a, 112)),
  );
}

/* @inline */ function pickEight(a: usize, b: usize): v128 {
  return firstCheapest(both(a, b, 0, false), both(a, b, 1, false), both(a, b, 2, false), both(a, b, 3, false));
}

/* @inline */ function pickBoth(a: i32, b: i32): v128 {
  const first = COSTS + (a << 7);
  const second = COSTS + (b << 7);
  return i8x16.narrow_i16x8_u(pickEight(first, second), pickEight(first + 16, second + 16));
}

/* @inline */ function setEndpoints(channel: i32, pair: i32, reversed: bool): void {
  store<u8>(TRIAL + channel, u8(reversed ? pair >> 8 : pair), C_ENDPOINTS);
  store<u8>(TRIAL + channel + TO_HIGH, u8(reversed ? pair : pair >> 8), C_ENDPOINTS);
}

/* @inline */ function costEndpoints(channel: i32, separate: bool): void {
  costChannel(
    channel,
    load<u8>(TRIAL + channel, C_ENDPOINTS),
    load<u8>(TRIAL + channel + TO_HIGH, C_ENDPOINTS),
    separate,
  );
}

/** How the two channels of the first plane begin: both along it, or one of them constant. */
const BOTH: i32 = 0;
const FIRST: i32 = 1;
const SECOND: i32 = 2;

/** Returns the channel of the second plane, and << 2 how the first plane begins: the cheapest combination. */
/* @inline */ function chooseStart(): i32 {
  for (let i = 0; i < 3; i++) {
    const pair = pairOf(i, false);
    costChannel(i, pair & 255, pair >> 8, false);
  }
  const alone0 = separateCost(0);
  const alone1 = separateCost(1);
  const alone2 = separateCost(2);
  const flat0 = estimateFlat(0);
  const flat1 = estimateFlat(1);
  const flat2 = estimateFlat(2);
  let best = i32.MAX_VALUE;
  let channel = 0;
  let way = BOTH;
  for (let separate = 0; separate < 3; separate++) {
    const a = separate === 0 ? 1 : 0;
    const b = separate === 2 ? 1 : 2;
    const alone = separate === 0 ? alone0 : separate === 1 ? alone1 : alone2;
    let cost = alone + bothCost(a, b, isReversed(a, b));
    if (cost < best) {
      best = cost;
      channel = separate;
      way = BOTH;
    }
    cost = alone + (a === 0 ? alone0 : alone1) + (b === 2 ? flat2 : flat1);
    if (cost < best) {
      best = cost;
      channel = separate;
      way = FIRST;
    }
    cost = alone + (a === 0 ? flat0 : flat1) + (b === 2 ? alone2 : alone1);
    if (cost < best) {
      best = cost;
      channel = separate;
      way = SECOND;
    }
  }
  return channel | (way << 2);
}

/** Fits a block of near colors on two planes: with the cheapest separate channel and start, settled for up to `rounds`. */
export function fitNearColors(rounds: i32): void {
  const start = chooseStart();
  const channel = start & 3;
  const way = start >> 2;
  const a = channel === 0 ? 1 : 0;
  const b = channel === 2 ? 1 : 2;
  setEndpoints(channel, pairOf(channel, true), false);
  setEndpoints(a, way === SECOND ? flatPair(load<i32>(SUMS + (a << 2))) : pairOf(a, false), false);
  setEndpoints(
    b,
    way === FIRST ? flatPair(load<i32>(SUMS + (b << 2))) : pairOf(b, false),
    way === BOTH && isReversed(a, b),
  );
  store<i32>(TRIAL, channel, C_PLANE);
  for (let round = 0; ; round++) {
    costEndpoints(a, false);
    costEndpoints(b, false);
    costEndpoints(channel, true);
    v128.store(TRIAL, pickBoth(a, b), C_INDICES);
    v128.store(TRIAL, pickSeparate(channel), C_INDICES2);
    if (round === rounds || !settleNear(TRIAL, channel)) break;
  }
  const error =
    planeError(TRIAL, RANGE_160, 2, 7 & ~(1 << channel), C_INDICES) +
    planeError(TRIAL, RANGE_160, 2, 1 << channel, C_INDICES2);
  store<i32>(TRIAL, error, C_ERROR);
  // An exact block stays exact.
  if (bestError > 0 || error === 0) keep(TRIAL, RGB_PLANES_2);
}
