// Cubic splines → linear keys that stay near the curve. Spans are divided until the straight way between two keys is close to
// the spline at their quarters. By + − × ÷ and square roots only: equal on every machine.

/** Keys a second that are enough for anything that is seen. */
const MOST_PER_SECOND = 240;
/** Of the values' range. */
const CLOSE = 1e-5;
/** A thousandth of a degree, as a distance between unit quaternions. */
const CLOSE_TURN = 8.7e-6;
/** What may be lost between the points that are looked at. */
const MARGIN = 0.8;
/** Relative to the largest value: nearer is not told apart in 32 bits. */
const ROUNDING = 2 ** -22;

export interface Spline {
  readonly times: Float32Array;
  /** In-tangent, value and out-tangent of each key, `width` numbers each. */
  readonly values: Float32Array;
  readonly width: number;
  /** Values are unit quaternions. */
  readonly turns: boolean;
}

export interface LinearKeys {
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Whether more keys a second were wanted than there may be. */
  readonly isLimited: boolean;
}

/** `tolerance`: where it is larger than what is kept anyway. */
export function linearKeys(spline: Spline, tolerance: number): LinearKeys {
  const limit = limitOf(spline, tolerance);
  const times: number[] = [];
  const values: number[] = [];
  let isLimited = false;
  const count = spline.times.length;
  for (let key = 0; key < count; key++) {
    const inside = key + 1 < count ? divide(spline, key, limit) : NONE;
    isLimited ||= inside.isLimited;
    for (const time of [spline.times[key] ?? 0, ...inside.times]) {
      times.push(time);
      for (const n of valueAt(spline, key, time)) values.push(n);
    }
  }
  return { times: Float32Array.from(times), values: Float32Array.from(values), isLimited };
}

interface Division {
  /** Between the ends, in order. */
  readonly times: readonly number[];
  readonly isLimited: boolean;
}

const NONE: Division = { times: [], isLimited: false };

/** Halves the span behind a key where it must; where halves are not enough, as many equal parts as there may be. */
function divide(spline: Spline, key: number, limit: number): Division {
  const [from, to] = [spline.times[key] ?? 0, spline.times[key + 1] ?? 0];
  const times: number[] = [];
  const open: [number, number][] = [[from, to]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [start, end] = span;
    const middle = Math.fround((start + end) / 2);
    if (errorOf(spline, key, start, end) > limit && middle > start && middle < end) {
      if ((end - start) / 2 < 1 / MOST_PER_SECOND) return equalParts(spline, key, limit);
      open.push([middle, end], [start, middle]);
    } else if (end !== to) times.push(end);
  }
  return { times, isLimited: false };
}

function equalParts(spline: Spline, key: number, limit: number): Division {
  const [from, to] = [spline.times[key] ?? 0, spline.times[key + 1] ?? 0];
  const parts = Math.floor((to - from) * MOST_PER_SECOND);
  const times: number[] = [];
  let isLimited = parts < 2;
  let start = from;
  for (let i = 1; i <= parts; i++) {
    const end = i === parts ? to : Math.fround(from + ((to - from) * i) / parts);
    if (end <= start) continue;
    isLimited ||= errorOf(spline, key, start, end) > limit;
    if (end < to) times.push(end);
    start = end;
  }
  return { times, isLimited };
}

/** The largest distance, at the quarters of a span, between the spline and the straight way. */
function errorOf(spline: Spline, key: number, start: number, end: number): number {
  const a = valueAt(spline, key, start);
  const b = valueAt(spline, key, end);
  const half = between(a, b, spline.turns);
  const straight = [between(a, half, spline.turns), half, between(half, b, spline.turns)];
  let worst = 0;
  for (const [i, point] of straight.entries())
    worst = Math.max(worst, distance(point, valueAt(spline, key, start + ((end - start) * (i + 1)) / 4), spline.turns));
  return worst;
}

/** Halfway, the short way round for turns: the half of a slerp is the sum, made a unit again. */
function between(a: Float32Array, b: Float32Array, turns: boolean): Float32Array {
  const sign = turns && dot(a, b) < 0 ? -1 : 1;
  const sum = a.map((n, i) => (n + sign * (b[i] ?? 0)) / 2);
  return turns ? unit(sum) : sum;
}

function distance(a: Float32Array, b: Float32Array, turns: boolean): number {
  const sign = turns && dot(a, b) < 0 ? -1 : 1;
  let largest = 0;
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs((a[i] ?? 0) - sign * (b[i] ?? 0));
    largest = Math.max(largest, difference);
    square += difference * difference;
  }
  return turns ? Math.sqrt(square) : largest;
}

function limitOf(spline: Spline, tolerance: number): number {
  if (spline.turns) return Math.max(CLOSE_TURN, tolerance) * MARGIN;
  const { times, width } = spline;
  const low = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let key = 0; key < times.length; key++) {
    const [start, end] = [times[key] ?? 0, times[key + 1] ?? times[key] ?? 0];
    for (let quarter = 0; quarter < 4; quarter++)
      for (const [i, n] of valueAt(spline, key, start + ((end - start) * quarter) / 4).entries()) {
        low[i] = Math.min(low[i] ?? 0, n);
        high[i] = Math.max(high[i] ?? 0, n);
      }
  }
  const range = high.reduce((most, n, i) => Math.max(most, n - (low[i] ?? 0)), 0);
  const size = high.reduce((most, n, i) => Math.max(most, Math.abs(n), Math.abs(low[i] ?? 0)), 0);
  return Math.max(range * CLOSE, tolerance, size * ROUNDING) * MARGIN;
}

/** At a time between two keys, as glTF defines it, rounded as it will be stored. */
function valueAt({ times, values, width, turns }: Spline, key: number, time: number): Float32Array {
  const at = key * 3 * width;
  const start = times[key] ?? 0;
  const span = (times[key + 1] ?? start) - start;
  const t = span > 0 ? (time - start) / span : 0;
  const t2 = t * t;
  const t3 = t2 * t;
  const out = new Float64Array(width);
  for (let i = 0; i < width; i++) {
    const value = values[at + width + i] ?? 0;
    const leaving = (values[at + width * 2 + i] ?? 0) * span;
    const next = span > 0 ? (values[at + width * 4 + i] ?? 0) : 0;
    const arriving = span > 0 ? (values[at + width * 3 + i] ?? 0) * span : 0;
    out[i] =
      (2 * t3 - 3 * t2 + 1) * value + (t3 - 2 * t2 + t) * leaving + (3 * t2 - 2 * t3) * next + (t3 - t2) * arriving;
  }
  return Float32Array.from(turns ? unit(out) : out);
}

function unit<T extends Float32Array | Float64Array>(q: T): T {
  let square = 0;
  for (const n of q) square += n * n;
  const length = Math.sqrt(square);
  if (length > 0) for (let i = 0; i < q.length; i++) q[i] = (q[i] ?? 0) / length;
  return q;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
