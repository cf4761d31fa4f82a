// Blocks of two near colors, which are frequent in smooth pictures. On a line of three-bit weights with odd endpoints they are nearly always exact,
// also in BC7, where an odd endpoint keeps its bits and an alpha of 255. The endpoints for a pair of weights depend only on one channel, so
// they are remembered.

import { BEST, C_ENDPOINTS, C_ERROR, C_INDICES, C_MODE } from '../../block/candidate';
import { byteMask } from '../../block/lanes';
import { RGB_LINE_3 } from '../pack/modes';
import { colorTexels, colorVector } from './distinct-colors';

/** Maximum difference of the colors in a channel. */
const REACH: i32 = 3;
const WAYS: i32 = 7;
/** Pairs of weights to try, the most useful first: the index of the first and of the second color. Then the weights of UASTC and of BC7. */
const PAIRS: i32 = 16;
const FIRST: usize = memory.data<u8>([1, 0, 2, 1, 4, 5, 3, 1, 3, 4, 1, 0, 3, 2, 2, 1]);
const SECOND: usize = memory.data<u8>([2, 1, 3, 3, 5, 6, 5, 4, 6, 6, 5, 2, 7, 6, 4, 6]);
const WEIGHTS: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64]);
const BC7_WEIGHTS: usize = memory.data<u8>([0, 9, 17, 26, 38, 47, 55, 64]);
/** The cost of a difference of 1 in UASTC; in BC7 it costs 1. Only pairs that are exact in UASTC are used. */
const OWN_SHARE: i32 = 5;
const MAX_COST: i32 = OWN_SHARE - 1;
/** Maximum difference of endpoints. */
const MAX_SPAN: i32 = 30;

/** Per value and difference, for each pair of weights: the least cost, and its endpoints. Filled when first needed. */
const COSTS: usize = memory.data(256 * 7 * 16, 16);
const LOWS: usize = memory.data(256 * 7 * 16);
const HIGHS: usize = memory.data(256 * 7 * 16);
const SEEN: usize = memory.data(256 * 7);

/* @inline */ function off(low: i32, span: i32, at: i32, wanted: i32): i32 {
  const x = (low << 6) + span * i32(load<u8>(WEIGHTS + at));
  const own = ((x + ((x + 32) >> 8)) >> 6) - wanted;
  const bc7 = (((low << 6) + span * i32(load<u8>(BC7_WEIGHTS + at)) + 32) >> 6) - wanted;
  return own * own * OWN_SHARE + bc7 * bc7;
}

/** Searches the endpoints of a channel for one pair of weights. */
function searchPair(entry: i32, pair: i32, value: i32, difference: i32): void {
  const first = i32(load<u8>(FIRST + pair));
  const second = i32(load<u8>(SECOND + pair));
  const from = i32(load<u8>(WEIGHTS + first));
  const weightSpan = i32(load<u8>(WEIGHTS + second)) - from;
  const slot = (entry << 4) + pair;
  let minimum = 255;
  for (let span = -MAX_SPAN; span <= MAX_SPAN; span += 2) {
    if (abs(span * weightSpan - (difference << 6)) > 64) continue;
    const start = (value + ((-span * from) >> 6)) | 1;
    for (let low = start - 2; low <= start; low += 2) {
      if (low < 1 || low > 255 || low + span < 1 || low + span > 255) continue;
      const cost = off(low, span, first, value) + off(low, span, second, value + difference);
      if (cost >= minimum) continue;
      minimum = cost;
      store<u8>(LOWS + slot, low);
      store<u8>(HIGHS + slot, low + span);
    }
  }
  store<u8>(COSTS + slot, minimum);
}

/** The entry of a value and a difference. */
function entryOf(value: i32, difference: i32): i32 {
  const entry = value * WAYS + difference + REACH;
  if (load<u8>(SEEN + entry) === 0) {
    store<u8>(SEEN + entry, 1);
    for (let pair = 0; pair < PAIRS; pair++) searchPair(entry, pair, value, difference);
  }
  return entry << 4;
}

/** Sets BEST for the two colors of an opaque block. Returns false if they are too far apart, or not exact this way. */
export function fitTwoNearColors(): bool {
  const first = colorVector(0);
  const differences = i32x4.sub(colorVector(1), first);
  if (v128.any_true(i32x4.gt_s(i32x4.abs(differences), i32x4.splat(REACH)))) return false;
  // No odd endpoint gives black: a channel that is black everywhere rules this out.
  if (!i32x4.all_true(v128.or(first, i32x4.abs(differences)))) return false;
  const r = entryOf(i32x4.extract_lane(first, 0), i32x4.extract_lane(differences, 0));
  const g = entryOf(i32x4.extract_lane(first, 1), i32x4.extract_lane(differences, 1));
  const b = entryOf(i32x4.extract_lane(first, 2), i32x4.extract_lane(differences, 2));
  const costs = i8x16.add_sat_u(i8x16.add_sat_u(v128.load(COSTS + r), v128.load(COSTS + g)), v128.load(COSTS + b));
  for (let cost = 0; cost <= MAX_COST; cost++) {
    const found = i8x16.bitmask(i8x16.eq(costs, i8x16.splat(i8(cost))));
    if (found === 0) continue;
    const pair = ctz(found);
    storeEndpoints(C_ENDPOINTS, LOWS + pair, r, g, b);
    storeEndpoints(C_ENDPOINTS + 4, HIGHS + pair, r, g, b);
    const ofSecond = byteMask(colorTexels(1));
    const low = i8x16.splat(load<i8>(FIRST + pair));
    const high = i8x16.splat(load<i8>(SECOND + pair));
    v128.store(BEST, v128.bitselect(high, low, ofSecond), C_INDICES);
    store<i32>(BEST, 0, C_ERROR);
    store<i32>(BEST, RGB_LINE_3, C_MODE);
    return true;
  }
  return false;
}

/* @inline */ function storeEndpoints(to: usize, from: usize, r: i32, g: i32, b: i32): void {
  store<u8>(BEST + to, load<u8>(from + r));
  store<u8>(BEST + to, load<u8>(from + g), 1);
  store<u8>(BEST + to, load<u8>(from + b), 2);
  store<u8>(BEST + to, 255, 3);
}
