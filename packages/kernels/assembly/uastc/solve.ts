// The best endpoints and weights for a few colours on one line, by trying every way to lay them along it: for given weights each
// channel is a small least-squares problem of its own, solved and rounded in whole ranks. Four channels are one vector.

import { RANGE_256, nearestRank, rangeLevels, rankValue } from './ranges';
import { sum, weighA, weighB, weighG, weighR } from './state';
import { listedCount, colorTexels, colorVector } from './colors';

// A solution: ranks of the low and the high end (R G B A each), the weight of each colour, the squared error of a texel of each.
export const S_RANKS: usize = 0;
export const S_WEIGHTS: usize = 8;
export const S_ERRORS: usize = 16;
export const S_SIZE: i32 = 48;

/** Ranges of fewer levels than this have neighbouring ranks tried too. */
const COARSE: i32 = 64;
/** Three-bit weights are laid out at least this far apart; more than two of them from end to end. */
const FAR_3_PAIR: i32 = 4;
const FAR_3: i32 = 7;

const WEIGHT_2: usize = memory.data<u8>([0, 21, 43, 64]);
const WEIGHT_3: usize = memory.data<u8>([0, 9, 18, 27, 37, 46, 55, 64]);
const WEIGHT_4: usize = memory.data<u8>([0, 4, 8, 12, 17, 21, 25, 29, 35, 39, 43, 47, 52, 56, 60, 64]);

/** The colours on the line from one end to the other, how many texels each has, and the weights in trial. */
const ORDER: usize = memory.data(8);
const COUNTS: usize = memory.data(8);
const TRIED: usize = memory.data(8);
/** The same colours as vectors, and each times how many texels it has. */
const SORTED: usize = memory.data(16 * 8, 16);
const COUNTED: usize = memory.data(16 * 8, 16);
const VALUES: usize = memory.data(8);

/** What each channel's error counts for; 0 where the line does not hold the channel (a bit each). */
function metricOf(channels: i32): v128 {
  return i32x4(
    channels & 1 ? weighR : 0,
    channels & 2 ? weighG : 0,
    channels & 4 ? weighB : 0,
    channels & 8 ? weighA : 0,
  );
}

@inline function distance(a: i32, b: i32, metric: v128): i32 {
  const d = i32x4.sub(colorVector(a), colorVector(b));
  return sum(i32x4.mul(i32x4.mul(d, d), metric));
}

/** Puts the colours of a set in order: from one of the two that are farthest apart to the other. Returns how many there are. */
function orderColors(set: i32, metric: v128): i32 {
  let first = ctz(set);
  let last = first;
  let most = 0;
  for (let a = 0; a < listedCount; a++)
    for (let b = a + 1; b < listedCount; b++) {
      if (!((set >> a) & (set >> b) & 1)) continue;
      const d = distance(a, b, metric);
      if (d <= most) continue;
      most = d;
      first = a;
      last = b;
    }
  let size = 0;
  for (let color = 0; color < listedCount; color++) {
    if (!((set >> color) & 1)) continue;
    const place = placeOf(color, first, last, metric);
    let at = size;
    while (at > 0 && placeOf(load<u8>(ORDER + at - 1), first, last, metric) > place) {
      store<u8>(ORDER + at, load<u8>(ORDER + at - 1));
      at--;
    }
    store<u8>(ORDER + at, color);
    size++;
  }
  for (let i = 0; i < size; i++) {
    const color = load<u8>(ORDER + i);
    const count = popcnt(colorTexels(color));
    store<u8>(COUNTS + i, count);
    v128.store(SORTED + (i << 4), colorVector(color));
    v128.store(COUNTED + (i << 4), i32x4.mul(colorVector(color), i32x4.splat(count)));
  }
  return size;
}

/** Grows with a colour's place along the line: |c − first|² − |c − last|². */
@inline function placeOf(color: i32, first: i32, last: i32, metric: v128): i32 {
  return distance(color, first, metric) - distance(color, last, metric);
}

/** The next way to lay `size` colours along the weights without turning back. False after the last. */
function nextLayout(size: i32, top: i32): bool {
  let at = size - 1;
  while (at >= 0 && load<u8>(TRIED + at) == top) at--;
  if (at < 0) return false;
  const weight = load<u8>(TRIED + at) + 1;
  for (let i = at; i < size; i++) store<u8>(TRIED + i, weight);
  return true;
}

@inline function toBytes(x: v128): v128 {
  const rounded = i32x4.trunc_sat_f32x4_s(f32x4.add(x, f32x4.splat(0.5)));
  return i32x4.min_s(i32x4.max_s(rounded, i32x4.splat(0)), i32x4.splat(255));
}

@inline function nearestRanks(range: i32, values: v128): v128 {
  if (range == RANGE_256) return values;
  return i32x4(
    nearestRank(range, i32x4.extract_lane(values, 0)),
    nearestRank(range, i32x4.extract_lane(values, 1)),
    nearestRank(range, i32x4.extract_lane(values, 2)),
    nearestRank(range, i32x4.extract_lane(values, 3)),
  );
}

@inline function rankValues(range: i32, ranks: v128): v128 {
  if (range == RANGE_256) return ranks;
  return i32x4(
    rankValue(range, i32x4.extract_lane(ranks, 0)),
    rankValue(range, i32x4.extract_lane(ranks, 1)),
    rankValue(range, i32x4.extract_lane(ranks, 2)),
    rankValue(range, i32x4.extract_lane(ranks, 3)),
  );
}

/** The exact decoder in lanes of 32 bits. */
@inline function shownBetween(low: v128, span: v128, weight: i32): v128 {
  const x = i32x4.add(i32x4.shl(low, 6), i32x4.mul(span, i32x4.splat(weight)));
  return i32x4.shr_u(i32x4.add(x, i32x4.shr_u(i32x4.add(x, i32x4.splat(32)), 8)), 6);
}

let foundLow: v128 = i32x4.splat(0);
let foundHigh: v128 = i32x4.splat(0);

/** The best ranks of every channel for the weights in trial; returns the squared errors of all texels, a channel each. */
function solveChannels(size: i32, range: i32, total: v128): v128 {
  let all = 0;
  let sw = 0;
  let sww = 0;
  let weighted = i32x4.splat(0);
  for (let i = 0; i < size; i++) {
    const value = <i32>load<u8>(VALUES + i);
    const part = <i32>load<u8>(COUNTS + i) * value;
    all += load<u8>(COUNTS + i);
    sw += part;
    sww += part * value;
    weighted = i32x4.add(weighted, i32x4.mul(v128.load(COUNTED + (i << 4)), i32x4.splat(value)));
  }
  const spread = all * sww - sw * sw;
  const start =
    spread == 0
      ? f32x4.div(f32x4.convert_i32x4_s(total), f32x4.splat(f32(all)))
      : f32x4.div(
          f32x4.convert_i32x4_s(i32x4.sub(i32x4.mul(total, i32x4.splat(sww)), i32x4.mul(weighted, i32x4.splat(sw)))),
          f32x4.splat(f32(spread)),
        );
  const top = rangeLevels(range) - 1;
  const middle = nearestRanks(range, toBytes(start));
  const reach = top < COARSE ? 1 : 0;
  const pull = i32x4.splat(64 * sw - sww);
  const drive = i32x4.shl(weighted, 6);
  let least = i32x4.splat(i32.MAX_VALUE);
  for (let step = -reach; step <= reach; step++) {
    const ranks = i32x4.min_s(i32x4.max_s(i32x4.add(middle, i32x4.splat(step)), i32x4.splat(0)), i32x4.splat(top));
    const low = rankValues(range, ranks);
    const rise = f32x4.convert_i32x4_s(i32x4.sub(drive, i32x4.mul(low, pull)));
    const highRanks = sww == 0 ? ranks : nearestRanks(range, toBytes(f32x4.div(rise, f32x4.splat(f32(sww)))));
    const span = i32x4.sub(rankValues(range, highRanks), low);
    let error = i32x4.splat(0);
    for (let i = 0; i < size; i++) {
      const d = i32x4.sub(shownBetween(low, span, load<u8>(VALUES + i)), v128.load(SORTED + (i << 4)));
      error = i32x4.add(error, i32x4.mul(i32x4.mul(d, d), i32x4.splat(load<u8>(COUNTS + i))));
    }
    const better = i32x4.lt_s(error, least);
    least = v128.bitselect(error, least, better);
    foundLow = v128.bitselect(ranks, foundLow, better);
    foundHigh = v128.bitselect(highRanks, foundHigh, better);
  }
  return least;
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
  let total = i32x4.splat(0);
  for (let i = 0; i < size; i++)
    total = i32x4.add(total, v128.load(COUNTED + (i << 4)));
  let least = i32.MAX_VALUE;
  store<u64>(TRIED, 0);
  do {
    if (<i32>load<u8>(TRIED + size - 1) - <i32>load<u8>(TRIED) < far) continue;
    for (let i = 0; i < size; i++) store<u8>(VALUES + i, load<u8>(weights + load<u8>(TRIED + i)));
    const error = sum(i32x4.mul(solveChannels(size, range, total), metric));
    if (error >= least) continue;
    least = error;
    noteSolution(size, to);
  } while (least > 0 && nextLayout(size, top));
  noteErrors(set, metric, range, weights, to);
  return least;
}

/** How far along the line from the first colour to the last each one lies, of `lineLength`. */
const PLACES: usize = memory.data(4 * 8);
let lineLength: i32 = 0;

function placeColors(size: i32, metric: v128): void {
  const first = colorVector(load<u8>(ORDER));
  const line = i32x4.sub(colorVector(load<u8>(ORDER + size - 1)), first);
  const along = i32x4.mul(line, metric);
  lineLength = sum(i32x4.mul(along, line));
  for (let i = 0; i < size; i++)
    store<i32>(PLACES + (i << 2), sum(i32x4.mul(along, i32x4.sub(colorVector(load<u8>(ORDER + i)), first))));
}

/** Lays the colours between two weights, each on the nearest to its place. */
function layBetween(size: i32, weights: usize, low: i32, high: i32): void {
  const from = <i32>load<u8>(weights + low);
  const span = <i32>load<u8>(weights + high) - from;
  // Places grow from colour to colour, and so do the weights nearest to them.
  let weight = low;
  for (let i = 0; i < size; i++) {
    const wanted = from * lineLength + load<i32>(PLACES + (i << 2)) * span;
    while (weight < high) {
      const off = abs(<i32>load<u8>(weights + weight) * lineLength - wanted);
      if (abs(<i32>load<u8>(weights + weight + 1) * lineLength - wanted) >= off) break;
      weight++;
    }
    store<u8>(TRIED + i, weight);
    store<u8>(VALUES + i, load<u8>(weights + weight));
  }
}

/** Solves all colours on one line of two- to four-bit weights that they lie nearly on: the outer two are laid on every pair of weights
 *  that is at least half of them apart, the others where they fall. Into the solution at `to`; returns its error. */
export function solveSpread(channels: i32, range: i32, bits: i32, to: usize): i32 {
  const metric = metricOf(channels);
  const set = (1 << listedCount) - 1;
  const size = orderColors(set, metric);
  const weights = bits == 4 ? WEIGHT_4 : bits == 3 ? WEIGHT_3 : WEIGHT_2;
  placeColors(size, metric);
  let total = i32x4.splat(0);
  for (let i = 0; i < size; i++)
    total = i32x4.add(total, v128.load(COUNTED + (i << 4)));
  const half = 1 << (bits - 1);
  let least = i32.MAX_VALUE;
  for (let low = 0; low < half && least > 0; low++)
    for (let high = low + half; high < half * 2 && least > 0; high++) {
      layBetween(size, weights, low, high);
      const error = sum(i32x4.mul(solveChannels(size, range, total), metric));
      if (error >= least) continue;
      least = error;
      noteSolution(size, to);
    }
  noteErrors(set, metric, range, weights, to);
  return least;
}

/** Notes the ranks last found and the weights in trial. */
@inline function noteSolution(size: i32, to: usize): void {
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
