// The best endpoints and weights for up to three colors on one line, by trying every layout.

import { sum } from '../../block/lanes';
import { colorVector, listedCount } from '../search/distinct-colors';
import {
  decodeBetween,
  maxUnexplained,
  rankValues,
  setLayout,
  solveChannels,
  solvedHigh,
  solvedLow,
  TRIED,
  unexplained,
  VALUES,
} from './line-layout';
import { COUNTED, COUNTS, metricOf, ORDER, orderColors } from './sorted-colors';

// A solution: ranks of the low and the high endpoint (R G B A each), the weight index of each color, the squared error of a texel of each.
export const S_RANKS: usize = 0;
export const S_WEIGHTS: usize = 8;
export const S_ERRORS: usize = 16;
export const S_SIZE: i32 = 48;

/** Minimum distance of the outer two colors on three-bit weights: of two colors, and of three. */
const FAR_3_PAIR: i32 = 4;
const FAR_3: i32 = 7;

export const WEIGHT_2: usize = memory.data<u8>([0, 21, 43, 64]);
export const WEIGHT_3: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64]);

const MAX_SIZE: i32 = 3;
/** Every ascending layout of one to three colors on weights of two or three bits: weight indices and weights, a byte per color. */
const WAYS: usize = memory.data(6 * 128);
const WAYS_BYTES: i32 = 128;
const WAY_BYTES: usize = 8;
const W_VALUES: usize = 4;
/** Bytes of each list. */
const WAYS_ENDS: usize = memory.data(6 * 4);

/* @inline */ function listAt(size: i32, bits: i32): i32 {
  return (size - 1) * 2 + bits - 2;
}

/** Lists the layouts whose outer two colors are at least `far` apart. */
function listWays(size: i32, bits: i32): void {
  const weights = bits === 3 ? WEIGHT_3 : WEIGHT_2;
  // One color can be anywhere; by symmetry half of the line is enough.
  const top = size === 1 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  const far = size === 1 ? 0 : bits < 3 ? 1 : size === 2 ? FAR_3_PAIR : FAR_3;
  const start = WAYS + listAt(size, bits) * WAYS_BYTES;
  let at = start;
  for (let first = 0; first <= top; first++)
    for (let second = size > 1 ? first : 0; second <= (size > 1 ? top : 0); second++)
      for (let third = size > 2 ? second : 0; third <= (size > 2 ? top : 0); third++) {
        if ((size === 1 ? first : size === 2 ? second : third) - first < far) continue;
        store<u32>(at, first | (second << 8) | (third << 16));
        store<u32>(
          at,
          load<u8>(weights + first) | (u32(load<u8>(weights + second)) << 8) | (u32(load<u8>(weights + third)) << 16),
          W_VALUES,
        );
        at += WAY_BYTES;
      }
  store<u32>(WAYS_ENDS + (listAt(size, bits) << 2), u32(at - start));
}

export function buildWays(): void {
  for (let size = 1; size <= MAX_SIZE; size++) {
    listWays(size, 2);
    listWays(size, 3);
  }
}

/** Solves the colors of `set` (a bit each, at most three) in `channels` for a line of two- or three-bit weights, into the solution at `to`.
 *  Returns its error. */
export function solveLine(set: i32, channels: i32, range: i32, bits: i32, to: usize): i32 {
  const metric = metricOf(channels);
  const size = orderColors(set, metric);
  const n0 = i32(load<u8>(COUNTS));
  const n1 = size > 1 ? i32(load<u8>(COUNTS, 1)) : 0;
  const n2 = size > 2 ? i32(load<u8>(COUNTS, 2)) : 0;
  const none = i32x4.splat(0);
  const c0 = v128.load(COUNTED);
  const c1 = size > 1 ? v128.load(COUNTED, 16) : none;
  const c2 = size > 2 ? v128.load(COUNTED, 32) : none;
  let minimum = i32.MAX_VALUE;
  let within: f32 = f32.MAX_VALUE;
  let at = WAYS + listAt(size, bits) * WAYS_BYTES;
  const end = at + load<u32>(WAYS_ENDS + (listAt(size, bits) << 2));
  for (; at < end && minimum > 0; at += WAY_BYTES) {
    const values = load<u32>(at, W_VALUES);
    const v0 = i32(values & 255);
    const v1 = i32((values >> 8) & 255);
    const v2 = i32(values >> 16);
    setLayout(
      n0 * v0 + n1 * v1 + n2 * v2,
      n0 * v0 * v0 + n1 * v1 * v1 + n2 * v2 * v2,
      i32x4.add(
        i32x4.add(i32x4.mul(c0, i32x4.splat(v0)), i32x4.mul(c1, i32x4.splat(v1))),
        i32x4.mul(c2, i32x4.splat(v2)),
      ),
    );
    // Two colors are always on a line.
    if (size > 2 && unexplained(metric) > within) continue;
    store<u32>(TRIED, load<u32>(at));
    store<u32>(VALUES, values);
    const error = sum(i32x4.mul(solveChannels(size, range), metric));
    if (error >= minimum) continue;
    minimum = error;
    if (size > 2) within = maxUnexplained(max(error - 1, 0), metric);
    storeSolution(size, to);
  }
  storeErrors(set, metric, range, bits === 3 ? WEIGHT_3 : WEIGHT_2, to);
  return minimum;
}

/** Stores the solved ranks and the weights on trial. */
/* @inline */ export function storeSolution(size: i32, to: usize): void {
  const packed = i16x8.narrow_i32x4_u(solvedLow, solvedHigh);
  store<u64>(to, i64x2.extract_lane(i8x16.narrow_i16x8_u(packed, packed), 0), S_RANKS);
  for (let i = 0; i < size; i++) store<u8>(to + load<u8>(ORDER + i), load<u8>(TRIED + i), S_WEIGHTS);
}

/** Stores the error of a texel of each color. */
function storeErrors(set: i32, metric: v128, range: i32, weights: usize, to: usize): void {
  const ranks = v128.load8x8_u(to + S_RANKS);
  const low = rankValues(range, i32x4.extend_low_i16x8_u(ranks));
  const span = i32x4.sub(rankValues(range, i32x4.extend_high_i16x8_u(ranks)), low);
  for (let color = 0; color < listedCount; color++) {
    if (!((set >> color) & 1)) continue;
    const weight = load<u8>(weights + load<u8>(to + color, S_WEIGHTS));
    const d = i32x4.sub(decodeBetween(low, span, weight), colorVector(color));
    store<i32>(to + (color << 2), sum(i32x4.mul(i32x4.mul(d, d), metric)), S_ERRORS);
  }
}
