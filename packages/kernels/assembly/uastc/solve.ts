// The best endpoints and weights for a few colours on one line, by trying every way to lay them along it.

import { sum } from './state';
import { listedCount, colorVector } from './colors';
import { ORDER, metricOf, orderColors } from './sorted-colors';
import { TRIED, VALUES, foundHigh, foundLow, mostUnexplained, rankValues, shownBetween, solveChannels, sumLayout, unexplained } from './layout';

// A solution: ranks of the low and the high end (R G B A each), the weight of each colour, the squared error of a texel of each.
export const S_RANKS: usize = 0;
export const S_WEIGHTS: usize = 8;
export const S_ERRORS: usize = 16;
export const S_SIZE: i32 = 48;

/** Three-bit weights are laid out at least this far apart; more than two of them from end to end. */
const FAR_3_PAIR: i32 = 4;
const FAR_3: i32 = 7;

export const WEIGHT_2: usize = memory.data<u8>([0, 21, 43, 64]);
export const WEIGHT_3: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64]);

/** The next way to lay `size` colours along the weights without turning back. False after the last. */
function nextLayout(size: i32, top: i32): bool {
  let at = size - 1;
  while (at >= 0 && load<u8>(TRIED + at) == top) at--;
  if (at < 0) return false;
  const weight = load<u8>(TRIED + at) + 1;
  for (let i = at; i < size; i++) store<u8>(TRIED + i, weight);
  return true;
}

/** Solves the colours of `set` (a bit each) over `channels` for a line of two- or three-bit weights, into the solution at `to`.
 *  Returns its error. */
export function solveLine(set: i32, channels: i32, range: i32, bits: i32, to: usize): i32 {
  const metric = metricOf(channels);
  const size = orderColors(set, metric);
  const weights = bits == 3 ? WEIGHT_3 : WEIGHT_2;
  // One colour may lie anywhere; by symmetry half of the line is enough.
  const top = size == 1 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  const far = size == 1 ? 0 : bits < 3 ? 1 : size == 2 ? FAR_3_PAIR : FAR_3;
  let least = i32.MAX_VALUE;
  let within: f32 = f32.MAX_VALUE;
  store<u64>(TRIED, 0);
  do {
    if (<i32>load<u8>(TRIED + size - 1) - <i32>load<u8>(TRIED) < far) continue;
    for (let i = 0; i < size; i++) store<u8>(VALUES + i, load<u8>(weights + load<u8>(TRIED + i)));
    sumLayout(size);
    // Two colours lie on any line.
    if (size > 2 && unexplained(metric) > within) continue;
    const error = sum(i32x4.mul(solveChannels(size, range), metric));
    if (error >= least) continue;
    least = error;
    if (size > 2) within = mostUnexplained(max(error - 1, 0), metric);
    noteSolution(size, to);
  } while (least > 0 && nextLayout(size, top));
  noteErrors(set, metric, range, weights, to);
  return least;
}

/** Notes the ranks last found and the weights in trial. */
@inline export function noteSolution(size: i32, to: usize): void {
  const packed = i16x8.narrow_i32x4_u(foundLow, foundHigh);
  store<u64>(to, i64x2.extract_lane(i8x16.narrow_i16x8_u(packed, packed), 0), S_RANKS);
  for (let i = 0; i < size; i++) store<u8>(to + load<u8>(ORDER + i), load<u8>(TRIED + i), S_WEIGHTS);
}

/** Notes what a texel of each colour is off by. */
function noteErrors(set: i32, metric: v128, range: i32, weights: usize, to: usize): void {
  const ranks = v128.load8x8_u(to + S_RANKS);
  const low = rankValues(range, i32x4.extend_low_i16x8_u(ranks));
  const span = i32x4.sub(rankValues(range, i32x4.extend_high_i16x8_u(ranks)), low);
  for (let color = 0; color < listedCount; color++) {
    if (!((set >> color) & 1)) continue;
    const weight = load<u8>(weights + load<u8>(to + color, S_WEIGHTS));
    const d = i32x4.sub(shownBetween(low, span, weight), colorVector(color));
    store<i32>(to + (color << 2), sum(i32x4.mul(i32x4.mul(d, d), metric)), S_ERRORS);
  }
}
