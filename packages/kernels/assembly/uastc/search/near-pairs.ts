// The best endpoints for a few neighboring levels on a line of four weights, in the range of 160 levels of the color plane mode. Searched once,
// when first needed: a pair depends only on its levels.

import { sum } from '../../block/lanes';
import { sevenBits } from '../fit/bc7-endpoints';
import { nearestRank, RANGE_160, rangeLevels, rankValue } from '../pack/ranges';

/** Maximum difference of levels. */
export const NEAR_SPAN: i32 = 7;

/** The factor of the UASTC error; the BC7 error counts once. With 8, smooth colors lose 0.05 dB and their BC7 gains 0.15. */
export const OWN_SHARE: i32 = 12;

/** Ranks of low and high, a byte each, by level and span: of channels that share their weights, which have seven bits in BC7, then of the
 *  separate one, which has eight. 0 means not searched yet: only black has the pair 0, 0, which is searched every time. */
const NEAR_PAIRS: usize = memory.data(2 * 256 * 8 * 2, 16);
/** Ranks of constant channels by quarters of a level, and the cost of the pair for eight texels, in sixteenths. */
const FLAT_PAIRS: usize = memory.data(1024 * 2, 16);
const FLAT_COSTS: usize = memory.data(1024 * 2, 16);

/** The decoded levels of a pair of endpoints at the four weights. */
/* @inline */ export function decodedLevels(low: i32, high: i32): v128 {
  const x = i32x4.add(i32x4.splat(low << 6), i32x4.mul(i32x4.splat(high - low), i32x4(0, 21, 43, 64)));
  return i32x4.shr_u(i32x4.add(x, i32x4.shr_u(i32x4.add(x, i32x4.splat(32)), 8)), 6);
}

/** The same after transcoding to BC7. */
/* @inline */ export function bc7Levels(low: i32, high: i32, separate: bool): v128 {
  const from = separate ? low : sevenBits(low);
  const to = separate ? high : sevenBits(high);
  const x = i32x4.add(i32x4.splat((from << 6) + 32), i32x4.mul(i32x4.splat(to - from), i32x4(0, 21, 43, 64)));
  return i32x4.shr_u(x, 6);
}

/** The cost of a pair: each level counts once, at its cheapest weight. */
function pairCost(low: i32, high: i32, level: i32, span: i32, separate: bool): i32 {
  const own = decodedLevels(low, high);
  const bc7 = bc7Levels(low, high, separate);
  let cost = 0;
  for (let v = level; v <= level + span; v++) {
    const d = i32x4.sub(own, i32x4.splat(v));
    const e = i32x4.sub(bc7, i32x4.splat(v));
    let minimum = i32x4.add(i32x4.mul(i32x4.mul(d, d), i32x4.splat(OWN_SHARE)), i32x4.mul(e, e));
    minimum = i32x4.min_s(minimum, i32x4.shuffle(minimum, minimum, 2, 3, 0, 1));
    cost += min(i32x4.extract_lane(minimum, 0), i32x4.extract_lane(minimum, 1));
  }
  return cost;
}

/** The pair of endpoints for `level` … `level` + `span`. */
export function nearPair(level: i32, span: i32, separate: bool): i32 {
  const at = NEAR_PAIRS + (((i32(separate) << 11) | (level << 3) | span) << 1);
  const known = i32(load<u16>(at));
  if (known !== 0) return known;
  const top = rangeLevels(RANGE_160) - 1;
  const nearLow = nearestRank(RANGE_160, level);
  const nearHigh = nearestRank(RANGE_160, level + span);
  let best = i32.MAX_VALUE;
  let found = 0;
  for (let low = max(nearLow - 2, 0); low <= min(nearLow + 1, top); low++)
    for (let high = max(nearHigh - 1, 0); high <= min(nearHigh + 2, top); high++) {
      const cost = pairCost(rankValue(RANGE_160, low), rankValue(RANGE_160, high), level, span, separate);
      if (cost >= best) continue;
      best = cost;
      found = low | (high << 8);
    }
  store<u16>(at, u16(found));
  return found;
}

/** Searches the pair of a constant channel: inner weights count three times as much as outer ones. `total` is the sum of sixteen levels. */
function searchFlat(total: i32): void {
  const quarters = total >> 2;
  const top = rangeLevels(RANGE_160) - 1;
  const near = nearestRank(RANGE_160, (quarters + 2) >> 2);
  const mean = i32x4.splat(quarters);
  const counts = i32x4(1, 3, 3, 1);
  let best = i32.MAX_VALUE;
  let found = 0;
  for (let low = max(near - 1, 0); low <= min(near + 1, top); low++)
    for (let high = low; high <= min(near + 1, top); high++) {
      const d = i32x4.sub(i32x4.shl(decodedLevels(rankValue(RANGE_160, low), rankValue(RANGE_160, high)), 2), mean);
      const e = i32x4.sub(i32x4.shl(bc7Levels(rankValue(RANGE_160, low), rankValue(RANGE_160, high), false), 2), mean);
      const squares = i32x4.add(i32x4.mul(i32x4.mul(d, d), i32x4.splat(OWN_SHARE)), i32x4.mul(e, e));
      const cost = sum(i32x4.mul(squares, counts));
      if (cost >= best) continue;
      best = cost;
      found = low | (high << 8);
    }
  store<u16>(FLAT_PAIRS + (quarters << 1), u16(found));
  store<u16>(FLAT_COSTS + (quarters << 1), u16(best));
}

/** The pair of endpoints for a constant channel. */
export function flatPair(total: i32): i32 {
  const at = FLAT_PAIRS + ((total >> 2) << 1);
  if (load<u16>(at) === 0) searchFlat(total);
  return load<u16>(at);
}

/** The cost of that pair for eight texels, in sixteenths of a squared level. */
export function flatCost(total: i32): i32 {
  if (load<u16>(FLAT_PAIRS + ((total >> 2) << 1)) === 0) searchFlat(total);
  return load<u16>(FLAT_COSTS + ((total >> 2) << 1));
}
