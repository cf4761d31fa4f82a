// The line through a set of texels: their principal axis, and their extent along it. Twin of the kernel's axis.

import type { Metric } from './block.js';
import { PLAIN_METRIC } from './block.js';
import {
  add,
  at,
  CHANNELS,
  type Channel,
  clamp,
  divide,
  f32,
  type Lanes,
  lanes,
  multiply,
  roundHalfEven,
  splat,
  subtract,
  total,
} from './lanes.js';

/** First and second moments: sums, squares, RG GB BA AR and RB GA BR AG. Whole numbers that are exact as floats. */
export interface Moments {
  readonly count: number;
  readonly first: Lanes;
  readonly squares: Lanes;
  readonly ring: Lanes;
  readonly cross: Lanes;
}

const next = (v: Lanes): Lanes => [v[1], v[2], v[3], v[0]];
const opposite = (v: Lanes): Lanes => [v[2], v[3], v[0], v[1]];

export function momentsOf(texels: readonly Lanes[]): Moments {
  const sum = (of: (texel: Lanes) => Lanes): Lanes => texels.reduce((s, t) => add(s, of(t)), splat(0));
  return {
    count: texels.length,
    first: sum((t) => t),
    squares: sum((t) => multiply(t, t)),
    ring: sum((t) => multiply(t, next(t))),
    cross: sum((t) => multiply(t, opposite(t))),
  };
}

/** Central second moments under the metric: squares, RG GB BA AR, RB GA BR AG. */
export function scatterOf(m: Moments, metric: Metric): { squares: Lanes; ring: Lanes; cross: Lanes; mean: Lanes } {
  const mean = multiply(m.first, splat(f32(1 / m.count)));
  const squares = subtract(m.squares, multiply(mean, m.first));
  const ring = subtract(m.ring, multiply(mean, next(m.first)));
  const cross = subtract(m.cross, multiply(mean, opposite(m.first)));
  if (metric === PLAIN_METRIC) return { squares, ring, cross, mean };
  const root = (v: Lanes): Lanes => lanes((i) => Math.sqrt(v[i]));
  return {
    squares: multiply(squares, metric),
    ring: multiply(ring, root(multiply(metric, next(metric)))),
    cross: multiply(cross, root(multiply(metric, opposite(metric)))),
    mean,
  };
}

/** Columns of the scatter matrix; those of `dropped`, which a second plane codes, are empty. */
function columnsOf(m: Moments, metric: Metric, dropped: Channel | undefined): { columns: Lanes[]; mean: Lanes } {
  const { squares: d, ring: o, cross: x, mean } = scatterOf(m, metric);
  const columns: Lanes[] = [
    [d[0], o[0], x[0], o[3]],
    [o[0], d[1], o[1], x[1]],
    [x[0], o[1], d[2], o[2]],
    [o[3], x[1], o[2], d[3]],
  ];
  if (dropped === undefined) return { columns, mean };
  const without = columns.map((column, i) => lanes((c) => (c === dropped || i === dropped ? 0 : column[c])));
  return { columns: without, mean };
}

/** A scatter below this is rounding noise of equal texels. */
const NOISE = 0.03125;
const AXIS_LENGTH = 4096;

/** Principal axis scaled to integers, by power iteration from the column of the largest variance. Returns undefined if the texels
 *  do not differ. */
function principalAxis(columns: readonly Lanes[], metric: Metric, rounds: number): Lanes | undefined {
  const variance = (i: Channel): number => at(columns, i)[i];
  const widest = CHANNELS.reduce((best, i) => (variance(i) > variance(best) ? i : best));
  if (!(variance(widest) > NOISE)) return undefined;
  const scale = splat(f32(1 / variance(widest)));
  let v = multiply(at(columns, widest), scale);
  for (let i = 0; i < rounds; i++) {
    const part = (c: Channel): Lanes => multiply(at(columns, c), splat(v[c]));
    v = multiply(add(add(part(0), part(1)), add(part(2), part(3))), scale);
  }
  if (metric !== PLAIN_METRIC)
    v = multiply(
      v,
      lanes((i) => Math.sqrt(metric[i])),
    );
  const top = Math.max(...v.map(Math.abs));
  const whole = multiply(v, splat(f32(AXIS_LENGTH / top)));
  return lanes((i) => roundHalfEven(whole[i]));
}

/** Unquantized endpoints of a line. */
export interface Line {
  readonly low: Lanes;
  readonly high: Lanes;
}

/** The line through texels with the given moments, from the smallest to the largest projection of `texels`. */
export function fitLine(m: Moments, texels: readonly Lanes[], metric: Metric, rounds: number, dropped?: Channel): Line {
  const { columns, mean } = columnsOf(m, metric, dropped);
  const axis = principalAxis(columns, metric, rounds);
  if (axis === undefined) return { low: mean, high: mean };
  const reach = texels.map((t) => t[0] * axis[0] + t[1] * axis[1] + t[2] * axis[2] + t[3] * axis[3]);
  const direction = metric === PLAIN_METRIC ? axis : divide(axis, metric);
  const inverse = f32(1 / total(multiply(axis, direction)));
  const middle = total(multiply(axis, mean));
  const end = (t: number): Lanes => add(mean, multiply(direction, splat(f32(f32(t - middle) * inverse))));
  return { low: end(Math.min(...reach)), high: end(Math.max(...reach)) };
}

/** Rounds to a byte. */
export const toByte = (v: number): number => clamp(Math.trunc(f32(v + 0.5)), 0, 255);
