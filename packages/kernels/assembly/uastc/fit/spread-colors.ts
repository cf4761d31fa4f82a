// All colors of a block on one line that they lie nearly on: the outer two are laid on every pair of weights that is far enough apart, the others
// where they fall. What no line through a layout can explain is known before its ends are, so that most are never solved.

import { sum } from '../../block/lanes';
import { colorVector, listedCount } from '../search/distinct-colors';
import { mostUnexplained, setLayout, solveChannels, TRIED, unexplained, VALUES } from './line-layout';
import { noteSolution, WEIGHT_2, WEIGHT_3 } from './solve-line';
import { COUNTED, COUNTS, metricOf, ORDER, orderColors } from './sorted-colors';

const WEIGHT_4: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64]);

/** By twice a place among weights 0…64, rounded up: how many middles between neighboring weights lie below. Of weights of two bits, three and four. */
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

// A layout: weights, what they stand for, its three sums, and what it leaves unexplained.
const LAYOUTS: usize = memory.data(15 * 48, 16);
const LAYOUT_BYTES: i32 = 48;
const L_VALUES: usize = 8;
const L_WEIGHTS: usize = 16;
const L_SQUARES: usize = 20;
const L_LEFT: usize = 24;
const L_WEIGHTED: usize = 32;

/** Weights that the outer colors lie apart at least: half of them, but more of four bits. From 8 on, 36 layouts instead of 15 gave flat art 0.05 dB for a tenth of its
 *  time. */
const FAR_4: i32 = 11;

let size: i32 = 0;
let layoutCount: i32 = 0;
/** The layout that leaves the least. */
let promising: i32 = 0;

/** How far along the line from the first color to the last each one lies, of 2. */
const PLACES: usize = memory.data(8 * 8);
/** Places times weights are whole numbers over a length below 2²⁰: what is nearer than this to a whole number is one. */
const ALMOST_NONE: f64 = 1 / 1073741824;
/** Added to a number, this leaves its nearest whole number in the low bits. */
const WHOLE: f64 = 4503599627370496;

/** The next whole number above, or the number itself where it almost is one. */
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

/** Lays the colors between two weights, each on the nearest to its place, the lower of two, and sums the layout up. Weights are put together in a
 *  register: what is stored by bytes cannot be read as a word at once. */
function layBetween(weights: usize, nearest: usize, low: i32, high: i32, at: usize): void {
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

/** Lays all colors along a line of two- to four-bit weights in every way. */
export function spreadColors(channels: i32, bits: i32): void {
  const metric = metricOf(channels);
  size = orderColors((1 << listedCount) - 1, metric);
  placeColors(metric);
  const weights = weightsOf(bits);
  const half = 1 << (bits - 1);
  const far = bits === 4 ? FAR_4 : half;
  let at = LAYOUTS;
  let least: f32 = f32.MAX_VALUE;
  layoutCount = 0;
  for (let low = 0; low < half; low++)
    for (let high = low + far; high < half * 2; high++) {
      layBetween(weights, nearestOf(bits), low, high, at);
      const left = unexplained(metric);
      if (left < least) {
        least = left;
        promising = layoutCount;
      }
      store<f32>(at, left, L_LEFT);
      at += LAYOUT_BYTES;
      layoutCount++;
    }
}

/** Solves the colors as they were spread, into the solution at `to`. Returns its error, or the greatest number where that is beyond `limit`. */
export function solveSpread(channels: i32, range: i32, limit: i32, to: usize): i32 {
  const metric = metricOf(channels);
  let least = limit + 1;
  let found = -1;
  let before: f32 = 0;
  let after = mostUnexplained(limit, metric);
  for (let i = -1; i < layoutCount; i++) {
    const layout = i < 0 ? promising : i;
    if (i === promising) continue;
    const at = LAYOUTS + layout * LAYOUT_BYTES;
    // Of several that are as good the first is taken, whichever was solved first.
    const earlier = layout < found;
    if (load<f32>(at, L_LEFT) > (earlier ? before : after)) continue;
    store<u64>(TRIED, load<u64>(at));
    store<u64>(VALUES, load<u64>(at, L_VALUES));
    setLayout(load<i32>(at, L_WEIGHTS), load<i32>(at, L_SQUARES), v128.load(at, L_WEIGHTED));
    const error = sum(i32x4.mul(solveChannels(size, range), metric));
    if (error > least || (error === least && !earlier)) continue;
    least = error;
    found = layout;
    before = mostUnexplained(error, metric);
    after = error === 0 ? -1 : mostUnexplained(error - 1, metric);
    noteSolution(size, to);
  }
  return found < 0 ? i32.MAX_VALUE : least;
}
