// Converts cubic splines to linear keys near the curve. Segments are divided until the straight line between two keys is close to the
// spline at its quarter points. Uses only + − × ÷ and square roots, for equal results on every machine.

/** Maximum keys per second: enough for any visible motion. */
const MAX_KEYS_PER_SECOND = 240;
/** Relative to the values' range. */
const RANGE_TOLERANCE = 1e-5;
/** A thousandth of a degree, as a distance between unit quaternions. */
const ROTATION_TOLERANCE = 8.7e-6;
/** Safety factor for errors between the points that are checked. */
const MARGIN = 0.8;
/** Relative to the largest value: smaller differences are lost in 32 bits. */
const ROUNDING = 2 ** -22;

export interface Spline {
  readonly times: Float32Array;
  /** In-tangent, value and out-tangent of each key, `width` numbers each. */
  readonly values: Float32Array;
  readonly width: number;
  /** Whether values are unit quaternions. */
  readonly isRotation: boolean;
}

export interface LinearKeys {
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Whether the limit of keys per second prevented a closer fit. */
  readonly isLimited: boolean;
}

/** `tolerance`: used if it is larger than the built-in ones. */
export function splineToLinearKeys(spline: Spline, tolerance: number): LinearKeys {
  const limit = limitOf(spline, tolerance);
  const times: number[] = [];
  const values: number[] = [];
  let isLimited = false;
  const count = spline.times.length;
  for (let key = 0; key < count; key++) {
    const division = key + 1 < count ? divideSegment(spline, key, limit) : NO_DIVISION;
    isLimited ||= division.isLimited;
    for (const time of [spline.times[key] ?? 0, ...division.times]) {
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

const NO_DIVISION: Division = { times: [], isLimited: false };

/** Halves the segment after a key as needed. If halving exceeds the key limit, uses as many equal parts as the limit allows. */
function divideSegment(spline: Spline, key: number, limit: number): Division {
  const [from, to] = [spline.times[key] ?? 0, spline.times[key + 1] ?? 0];
  const times: number[] = [];
  const stack: [number, number][] = [[from, to]];
  for (let segment = stack.pop(); segment !== undefined; segment = stack.pop()) {
    const [start, end] = segment;
    const midpoint = Math.fround((start + end) / 2);
    if (errorOf(spline, key, start, end) > limit && midpoint > start && midpoint < end) {
      if ((end - start) / 2 < 1 / MAX_KEYS_PER_SECOND) return divideEqually(spline, key, limit);
      stack.push([midpoint, end], [start, midpoint]);
    } else if (end !== to) times.push(end);
  }
  return { times, isLimited: false };
}

function divideEqually(spline: Spline, key: number, limit: number): Division {
  const [from, to] = [spline.times[key] ?? 0, spline.times[key + 1] ?? 0];
  const parts = Math.floor((to - from) * MAX_KEYS_PER_SECOND);
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

/** The largest distance between the spline and the straight line, at the quarter points of a segment. */
function errorOf(spline: Spline, key: number, start: number, end: number): number {
  const a = valueAt(spline, key, start);
  const b = valueAt(spline, key, end);
  const half = midpointOf(a, b, spline.isRotation);
  const straight = [midpointOf(a, half, spline.isRotation), half, midpointOf(half, b, spline.isRotation)];
  let worst = 0;
  for (const [i, point] of straight.entries())
    worst = Math.max(
      worst,
      distance(point, valueAt(spline, key, start + ((end - start) * (i + 1)) / 4), spline.isRotation),
    );
  return worst;
}

/** The midpoint, along the shorter arc for rotations: the midpoint of a slerp is the normalized sum. */
function midpointOf(a: Float32Array, b: Float32Array, isRotation: boolean): Float32Array {
  const sign = isRotation && dot(a, b) < 0 ? -1 : 1;
  const sum = a.map((n, i) => (n + sign * (b[i] ?? 0)) / 2);
  return isRotation ? normalize(sum) : sum;
}

function distance(a: Float32Array, b: Float32Array, isRotation: boolean): number {
  const sign = isRotation && dot(a, b) < 0 ? -1 : 1;
  let largest = 0;
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs((a[i] ?? 0) - sign * (b[i] ?? 0));
    largest = Math.max(largest, difference);
    square += difference * difference;
  }
  return isRotation ? Math.sqrt(square) : largest;
}

function limitOf(spline: Spline, tolerance: number): number {
  if (spline.isRotation) return Math.max(ROTATION_TOLERANCE, tolerance) * MARGIN;
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
  const range = high.reduce((max, n, i) => Math.max(max, n - (low[i] ?? 0)), 0);
  const size = high.reduce((max, n, i) => Math.max(max, Math.abs(n), Math.abs(low[i] ?? 0)), 0);
  return Math.max(range * RANGE_TOLERANCE, tolerance, size * ROUNDING) * MARGIN;
}

/** The spline's value at a time between two keys, as glTF defines it, rounded to 32 bits. */
function valueAt({ times, values, width, isRotation }: Spline, key: number, time: number): Float32Array {
  const at = key * 3 * width;
  const start = times[key] ?? 0;
  const span = (times[key + 1] ?? start) - start;
  const t = span > 0 ? (time - start) / span : 0;
  const t2 = t * t;
  const t3 = t2 * t;
  const out = new Float64Array(width);
  for (let i = 0; i < width; i++) {
    const value = values[at + width + i] ?? 0;
    const outTangent = (values[at + width * 2 + i] ?? 0) * span;
    const next = span > 0 ? (values[at + width * 4 + i] ?? 0) : 0;
    const inTangent = span > 0 ? (values[at + width * 3 + i] ?? 0) * span : 0;
    out[i] =
      (2 * t3 - 3 * t2 + 1) * value + (t3 - 2 * t2 + t) * outTangent + (3 * t2 - 2 * t3) * next + (t3 - t2) * inTangent;
  }
  return Float32Array.from(isRotation ? normalize(out) : out);
}

function normalize<T extends Float32Array | Float64Array>(q: T): T {
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
