// All colors of a block on one line, if they are nearly on it: the outer two at every pair of weights that is far enough apart, the others at
// the nearest weights. The variance that no line with a layout explains is known before its endpoints, so most layouts are never solved.

import { sum } from '../../block/lanes';
import { colorVector, listedCount } from '../search/distinct-colors';
import { maxUnexplained, setLayout, solveChannels, TRIED, unexplained, VALUES } from './line-layout';
import { storeSolution, WEIGHT_2, WEIGHT_3 } from './solve-line';
import { COUNTED, COUNTS, metricOf, ORDER, orderColors } from './sorted-colors';

const WEIGHT_4: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64]);

/** By twice a position among weights 0…64, rounded up: the index of the nearest weight. For weights of two, three and four bits. */
const NEAREST: usize = memory.data(3 * 129);
const PLACE_COUNT: i32 = 129;

/* @inline */ function weightsOf(bits: i32): usize {
  return bits === 4 ? WEIGHT_4 : bits === 3 ? WEIGHT_3 : WEIGHT_2;
}
/* @inline */ function nearestOf(bits: i32): usize {
  return NEAREST + (bits - 2) * PLACE_COUNT;
}

export function buildNearest(): void {
  for (let bits = 2; bits <= 4; bits++) {
    const weights = weightsOf(bits);
    let below = 0;
    for (let place = 0; place < PLACE_COUNT; place++) {
      while (below < (1 << bits) - 1 && i32(load<u8>(weights + below)) + i32(load<u8>(weights + below, 1)) < place)
        below++;
      store<u8>(nearestOf(bits) + place, below);
    }
  }
}

// A layout: weight indices, weights, its three sums, and its unexplained variance.
const LAYOUTS: usize = memory.data(15 * 48, 16);
const LAYOUT_BYTES: i32 = 48;
const L_VALUES: usize = 8;
const L_WEIGHTS: usize = 16;
const L_SQUARES: usize = 20;
const L_LEFT: usize = 24;
const L_WEIGHTED: usize = 32;

/** Minimum distance of the outer colors on four-bit weights; on others it is half the line. 8 (36 layouts instead of 15) gave flat art 0.05 dB
 *  for a tenth of its time. */
const FAR_4: i32 = 11;

let size: i32 = 0;
let layoutCount: i32 = 0;
/** The layout with the least unexplained variance. */
let promising: i32 = 0;

/** The position of each color from the first (0) to the last (2). */
const PLACES: usize = memory.data(8 * 8);
/** Positions times weights are integers divided by a length below 2²⁰: a number this close to an integer is one. */
const ALMOST_NONE: f64 = 1 / 1073741824;
/** Adding this to a number leaves the nearest integer in the low bits. */
const WHOLE: f64 = 4503599627370496;

/** Rounds up to an integer, tolerating ALMOST_NONE. */
/* @inline */ function roundUp(x: f64): i32 {
  return i32(reinterpret<i64>(x + (0.5 - ALMOST_NONE) + WHOLE));
}

function placeColors(metric: v128): void {
  const first = colorVector(load<u8>(ORDER));
  const line = i32x4.sub(colorVector(load<u8>(ORDER + size - 1)), first);
  const along = i32x4.mul(line, metric);
  const scale = 2 / f64(sum(i32x4.mul(along, line)));
  for (let i = 0; i < size; i++)
    store<f64>(
      PLACES + (i << 3),
      f64(sum(i32x4.mul(along, i32x4.sub(colorVector(load<u8>(ORDER + i)), first)))) * scale,
    );
}

/** Lays out the colors between two weights, each at the weight nearest to its position (the lower of two), and sums the layout. Weights are
 *  collected in a register: a word written by bytes is slow to read back. */
function layOutBetween(weights: usize, nearest: usize, low: i32, high: i32, at: usize): void {
  const from = i32(load<u8>(weights + low));
  const to = i32(load<u8>(weights + high));
  const span = f64(to - from);
  const last = size - 1;
  let tried = u64(low) | (u64(high) << (last << 3));
  let values = u64(from) | (u64(to) << (last << 3));
  let sw = i32(load<u8>(COUNTS)) * from;
  let sww = sw * from;
  let weighted = i32x4.mul(v128.load(COUNTED), i32x4.splat(from));
  for (let i = 1; i < size; i++) {
    let value = to;
    if (i < last) {
      const weight = load<u8>(nearest + 2 * from + roundUp(load<f64>(PLACES + (i << 3)) * span));
      value = i32(load<u8>(weights + weight));
      tried |= u64(weight) << (i << 3);
      values |= u64(value) << (i << 3);
    }
    const part = i32(load<u8>(COUNTS + i)) * value;
    sw += part;
    sww += part * value;
    weighted = i32x4.add(weighted, i32x4.mul(v128.load(COUNTED + (i << 4)), i32x4.splat(value)));
  }
  store<u64>(at, tried);
  store<u64>(at, values, L_VALUES);
  store<i32>(at, sw, L_WEIGHTS);
  store<i32>(at, sww, L_SQUARES);
  v128.store(at, weighted, L_WEIGHTED);
  setLayout(sw, sww, weighted);
}

/** Lists all layouts of the colors on a line of two- to four-bit weights. */
export function spreadColors(channels: i32, bits: i32): void {
  const metric = metricOf(channels);
  size = orderColors((1 << listedCount) - 1, metric);
  placeColors(metric);
  const weights = weightsOf(bits);
  const half = 1 << (bits - 1);
  const far = bits === 4 ? FAR_4 : half;
  let at = LAYOUTS;
  let minimum: f32 = f32.MAX_VALUE;
  layoutCount = 0;
  for (let low = 0; low < half; low++)
    for (let high = low + far; high < half * 2; high++) {
      layOutBetween(weights, nearestOf(bits), low, high, at);
      const left = unexplained(metric);
      if (left < minimum) {
        minimum = left;
        promising = layoutCount;
      }
      store<f32>(at, left, L_LEFT);
      at += LAYOUT_BYTES;
      layoutCount++;
    }
}

/** Solves the best of the listed layouts, into the solution at `to`. Returns its error, or i32.MAX_VALUE if that is above `limit`. */
export function solveSpread(channels: i32, range: i32, limit: i32, to: usize): i32 {
  const metric = metricOf(channels);
  let minimum = limit + 1;
  let found = -1;
  let before: f32 = 0;
  let after = maxUnexplained(limit, metric);
  for (let i = -1; i < layoutCount; i++) {
    const layout = i < 0 ? promising : i;
    if (i === promising) continue;
    const at = LAYOUTS + layout * LAYOUT_BYTES;
    // Of equally good layouts the first wins, independent of the order of solving.
    const earlier = layout < found;
    if (load<f32>(at, L_LEFT) > (earlier ? before : after)) continue;
    store<u64>(TRIED, load<u64>(at));
    store<u64>(VALUES, load<u64>(at, L_VALUES));
    setLayout(load<i32>(at, L_WEIGHTS), load<i32>(at, L_SQUARES), v128.load(at, L_WEIGHTED));
    const error = sum(i32x4.mul(solveChannels(size, range), metric));
    if (error > minimum || (error === minimum && !earlier)) continue;
    minimum = error;
    found = layout;
    before = maxUnexplained(error, metric);
    after = error === 0 ? -1 : maxUnexplained(error - 1, metric);
    storeSolution(size, to);
  }
  return found < 0 ? i32.MAX_VALUE : minimum;
}
