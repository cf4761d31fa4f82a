// Moves the endpoints of a candidate to the neighboring ranks that suit its weights: every channel of every subset is a separate search of nine
// pairs with the exact decoder. Weights stay as they are.

import { C_ENDPOINTS, C_INDICES, C_INDICES2, C_PARTITION, C_PLANE } from '../../block/candidate';
import { interpolate, weightValues } from '../../block/interpolate';
import { sums4 } from '../../block/lanes';
import { isOpaque, PLANAR } from '../../block/texels';
import { setRank, TO_HIGH } from '../pack/endpoints';
import {
  GRAY,
  modeComponents,
  modePatternSet,
  modePlanes,
  modeRange,
  modeSubsets,
  modeWeightBits,
} from '../pack/modes';
import { patternMasks } from '../pack/patterns';
import { rangeLevels, rankValue } from '../pack/ranges';

/* @inline */ function pairError(
  p0: v128,
  p1: v128,
  m0: v128,
  m1: v128,
  w0: v128,
  w1: v128,
  low: i32,
  high: i32,
): v128 {
  const lo = i16x8.splat(i16(low));
  const span = i16x8.splat(i16(high - low));
  const d0 = v128.and(i16x8.sub(interpolate(lo, span, w0), p0), m0);
  const d1 = v128.and(i16x8.sub(interpolate(lo, span, w1), p1), m1);
  return i32x4.add(i32x4.dot_i16x8_s(d0, d0), i32x4.dot_i16x8_s(d1, d1));
}

/** Searches the nine pairs around the ranks at `at`. Returns true if the ranks changed. */
function settleChannel(
  at: usize,
  range: i32,
  gray: bool,
  p0: v128,
  p1: v128,
  m0: v128,
  m1: v128,
  w0: v128,
  w1: v128,
): bool {
  const top = rangeLevels(range) - 1;
  const rank = i32(load<u8>(at));
  const rankHigh = i32(load<u8>(at, TO_HIGH));
  const l0 = rankValue(range, rank);
  const h0 = rankValue(range, rankHigh);
  const l1 = rankValue(range, max(rank - 1, 0));
  const l2 = rankValue(range, min(rank + 1, top));
  const h1 = rankValue(range, max(rankHigh - 1, 0));
  const h2 = rankValue(range, min(rankHigh + 1, top));
  const now = pairError(p0, p1, m0, m1, w0, w1, l0, h0);
  const one = sums4(
    pairError(p0, p1, m0, m1, w0, w1, l1, h0),
    pairError(p0, p1, m0, m1, w0, w1, l2, h0),
    pairError(p0, p1, m0, m1, w0, w1, l0, h1),
    pairError(p0, p1, m0, m1, w0, w1, l0, h2),
  );
  const two = sums4(
    pairError(p0, p1, m0, m1, w0, w1, l1, h1),
    pairError(p0, p1, m0, m1, w0, w1, l2, h2),
    pairError(p0, p1, m0, m1, w0, w1, l1, h2),
    pairError(p0, p1, m0, m1, w0, w1, l2, h1),
  );
  // With the pair's index in the low bits, the minimum is the first of the best.
  const keys = i32x4.min_s(
    i32x4.add(i32x4.shl(one, 4), i32x4(1, 2, 3, 4)),
    i32x4.add(i32x4.shl(two, 4), i32x4(5, 6, 7, 8)),
  );
  const still = sums4(now, now, now, now);
  let minimum = i32x4.min_s(keys, i32x4.shl(still, 4));
  minimum = i32x4.min_s(minimum, i32x4.shuffle(minimum, minimum, 2, 3, 0, 1));
  const place = min(i32x4.extract_lane(minimum, 0), i32x4.extract_lane(minimum, 1)) & 15;
  if (place === 0) return false;
  const low = i32(load<i8>(LOW_STEPS + place));
  const high = i32(load<i8>(HIGH_STEPS + place));
  setRank(at, min(max(rank + low, 0), top), gray);
  setRank(at + TO_HIGH, min(max(rankHigh + high, 0), top), gray);
  return true;
}

const LOW_STEPS: usize = memory.data<i8>([0, -1, 1, 0, 0, -1, 1, -1, 1]);
const HIGH_STEPS: usize = memory.data<i8>([0, 0, 0, -1, 1, -1, 1, 1, -1]);

/** Settles the ranks of a candidate. Returns true if any changed. */
export function settleEndpoints(c: usize, mode: i32): bool {
  const range = modeRange(mode);
  const bits = modeWeightBits(mode);
  const components = modeComponents(mode);
  const subsets = modeSubsets(mode);
  const own = modePlanes(mode) === 2 ? load<i32>(c, C_PLANE) : -1;
  const values = weightValues(v128.load(c, C_INDICES), bits);
  const w0 = i16x8.extend_low_i8x16_u(values);
  const w1 = i16x8.extend_high_i8x16_u(values);
  const values2 = weightValues(v128.load(c, C_INDICES2), bits);
  const x0 = i16x8.extend_low_i8x16_u(values2);
  const x1 = i16x8.extend_high_i8x16_u(values2);
  const masks = subsets > 1 ? patternMasks(modePatternSet(mode), load<i32>(c, C_PARTITION)) : 0;
  let moved = false;
  for (let s = 0; s < subsets; s++) {
    let m0 = i32x4.splat(-1);
    let m1 = m0;
    if (subsets > 1) {
      m0 = v128.load(masks);
      m1 = v128.load(masks, 16);
      if (subsets > 2) {
        const t0 = v128.load(masks, 96);
        const t1 = v128.load(masks, 112);
        if (s === 2) {
          m0 = t0;
          m1 = t1;
        } else if (s === 0) {
          m0 = v128.or(m0, t0);
          m1 = v128.or(m1, t1);
        }
      }
      if (s === 0) {
        m0 = v128.not(m0);
        m1 = v128.not(m1);
      }
    }
    const ranks = c + C_ENDPOINTS + (s << 3);
    for (let i = 0; i < 4; i++) {
      const gray = components === GRAY && i === 0;
      if (i === 3 ? components === 3 || isOpaque : components === GRAY && i > 0) continue;
      const at = PLANAR + (i << 5);
      const apart = i === own;
      if (
        settleChannel(
          ranks + i,
          range,
          gray,
          v128.load(at),
          v128.load(at, 16),
          m0,
          m1,
          apart ? x0 : w0,
          apart ? x1 : w1,
        )
      )
        moved = true;
    }
  }
  return moved;
}
