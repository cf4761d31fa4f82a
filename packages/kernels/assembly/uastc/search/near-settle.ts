// Moves the endpoints of near colors on two planes to the neighboring ranks that suit their weights. A channel has four weights: the number of
// texels of each and their sums are enough to measure a pair of endpoints in a few steps.

import { C_ENDPOINTS, C_INDICES, C_INDICES2 } from '../../block/candidate';
import { sum, sums4 } from '../../block/lanes';
import { PLANAR } from '../../block/texels';
import { TO_HIGH } from '../pack/endpoints';
import { RANGE_160, rangeLevels, rankValue } from '../pack/ranges';
import { bc7Levels, decodedLevels, OWN_SHARE } from './near-pairs';

/* @inline */ function sumWhere(p0: v128, p1: v128, w0: v128, w1: v128, k: i16): v128 {
  const at = i16x8.splat(k);
  const one = i16x8.splat(1);
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.and(p0, i16x8.eq(w0, at)), one),
    i32x4.dot_i16x8_s(v128.and(p1, i16x8.eq(w1, at)), one),
  );
}

/** Sums over the texels of each weight. */
/* @inline */ function sumByWeight(p0: v128, p1: v128, w0: v128, w1: v128): v128 {
  return sums4(
    sumWhere(p0, p1, w0, w1, 0),
    sumWhere(p0, p1, w0, w1, 1),
    sumWhere(p0, p1, w0, w1, 2),
    sumWhere(p0, p1, w0, w1, 3),
  );
}

/** The cost of a pair, minus the constant squares of texels. */
/* @inline */ function pairCost(low: i32, high: i32, separate: bool, counts: v128, twice: v128): i32 {
  const own = decodedLevels(rankValue(RANGE_160, low), rankValue(RANGE_160, high));
  const bc7 = bc7Levels(rankValue(RANGE_160, low), rankValue(RANGE_160, high), separate);
  return sum(
    i32x4.add(
      i32x4.mul(i32x4.mul(own, i32x4.sub(i32x4.mul(own, counts), twice)), i32x4.splat(OWN_SHARE)),
      i32x4.mul(bc7, i32x4.sub(i32x4.mul(bc7, counts), twice)),
    ),
  );
}

function settleChannel(at: usize, separate: bool, counts: v128, twice: v128): bool {
  const top = rangeLevels(RANGE_160) - 1;
  const low = i32(load<u8>(at, C_ENDPOINTS));
  const high = i32(load<u8>(at + TO_HIGH, C_ENDPOINTS));
  let best = pairCost(low, high, separate, counts, twice);
  let found = low | (high << 8);
  for (let l = max(low - 1, 0); l <= min(low + 1, top); l++)
    for (let h = max(high - 1, 0); h <= min(high + 1, top); h++) {
      const cost = pairCost(l, h, separate, counts, twice);
      if (cost >= best) continue;
      best = cost;
      found = l | (h << 8);
    }
  store<u8>(at, u8(found), C_ENDPOINTS);
  store<u8>(at + TO_HIGH, u8(found >> 8), C_ENDPOINTS);
  return found !== (low | (high << 8));
}

/** Settles a candidate whose second plane is `channel`. Returns true if any endpoint moved. */
export function settleNear(c: usize, channel: i32): bool {
  const one = i16x8.splat(1);
  let moved = false;
  for (let plane = 0; plane < 2; plane++) {
    const weights = v128.load(c + (plane === 0 ? C_INDICES : C_INDICES2));
    const w0 = i16x8.extend_low_i8x16_u(weights);
    const w1 = i16x8.extend_high_i8x16_u(weights);
    const counts = sumByWeight(one, one, w0, w1);
    for (let i = 0; i < 3; i++) {
      if ((i === channel) !== (plane === 1)) continue;
      const at = PLANAR + (i << 5);
      const sums = sumByWeight(v128.load(at), v128.load(at, 16), w0, w1);
      if (settleChannel(c + i, i === channel, counts, i32x4.add(sums, sums))) moved = true;
    }
  }
  return moved;
}
