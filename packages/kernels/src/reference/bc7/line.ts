// The line through a set of texels: their principal axis, and their extent along it. Twin of the kernel's line.

import {
  add,
  at,
  CHANNELS,
  clamp,
  f32,
  type Lanes,
  lanes,
  multiply,
  roundHalfEven,
  splat,
  subtract,
  total,
} from '../uastc/lanes.js';

/** First and second moments: sums, squares, RG GB BR ·, RA GA BA ·. Whole numbers that are exact as floats. */
export interface Moments {
  readonly count: number;
  readonly first: Lanes;
  readonly squares: Lanes;
  readonly ring: Lanes;
  readonly alpha: Lanes;
}

interface Scatter {
  readonly mean: Lanes;
  readonly squares: Lanes;
  readonly ring: Lanes;
  readonly alpha: Lanes;
}

/** Multiplications with the scatter matrix after the first. */
const ROUNDS = 4;
/** A scatter below this is rounding noise of equal texels. */
const NOISE = 0.5;

const ringOf = (v: Lanes): Lanes => [v[1], v[2], v[0], v[3]];

export function momentsOf(texels: readonly Lanes[]): Moments {
  const sum = (of: (texel: Lanes) => Lanes): Lanes => texels.reduce((s, t) => add(s, of(t)), splat(0));
  return {
    count: texels.length,
    first: sum((t) => t),
    squares: sum((t) => multiply(t, t)),
    ring: sum((t) => multiply(t, ringOf(t))),
    alpha: sum((t) => multiply(t, splat(t[3]))),
  };
}

export function scatterOf(m: Moments): Scatter {
  const mean = multiply(m.first, splat(f32(1 / m.count)));
  return {
    mean,
    squares: subtract(m.squares, multiply(mean, m.first)),
    ring: subtract(m.ring, multiply(mean, ringOf(m.first))),
    alpha: subtract(m.alpha, multiply(mean, splat(m.first[3]))),
  };
}

/** Columns of the scatter matrix. */
function columnsOf({ squares: d, ring: o, alpha: x }: Scatter, hasAlpha: boolean): [Lanes, Lanes, Lanes, Lanes] {
  if (!hasAlpha) return [[d[0], o[0], o[2], 0], [o[0], d[1], o[1], 0], [o[2], o[1], d[2], 0], splat(0)];
  return [
    [d[0], o[0], o[2], x[0]],
    [o[0], d[1], o[1], x[1]],
    [o[2], o[1], d[2], x[2]],
    [x[0], x[1], x[2], d[3]],
  ];
}

/** Principal axis, its largest part ±4096; undefined if the texels do not differ. */
function principalAxis(scatter: Scatter, hasAlpha: boolean): Lanes | undefined {
  const columns = columnsOf(scatter, hasAlpha);
  let start = columns[0];
  let maximum = columns[0][0];
  for (const i of CHANNELS)
    if (columns[i][i] > maximum) {
      start = columns[i];
      maximum = columns[i][i];
    }
  if (!(maximum > NOISE)) return undefined;
  const scale = splat(f32(1 / maximum));
  let v = multiply(start, scale);
  for (let round = 0; round < ROUNDS; round++) {
    const a = add(multiply(columns[0], splat(v[0])), multiply(columns[1], splat(v[1])));
    const b = add(multiply(columns[2], splat(v[2])), multiply(columns[3], splat(v[3])));
    v = multiply(add(a, b), scale);
  }
  const top = Math.max(...v.map(Math.abs));
  const axis = multiply(v, splat(f32(4096 / top)));
  return lanes((i) => roundHalfEven(axis[i]));
}

/** Unquantized endpoints of the line through texels. */
export function lineEnds(texels: readonly Lanes[], hasAlpha: boolean): { low: Lanes; high: Lanes } {
  const scatter = scatterOf(momentsOf(texels));
  const { mean } = scatter;
  const axis = principalAxis(scatter, hasAlpha);
  if (axis === undefined || axis.every((part) => part === 0)) return { low: mean, high: mean };
  const along = texels.map((t) => CHANNELS.reduce<number>((sum, i) => sum + axis[i] * at(t, i), 0));
  const middle = total(multiply(axis, mean));
  const length = total(multiply(axis, axis));
  const end = (place: number): Lanes => {
    const step = splat(f32(f32(place - middle) / length));
    const v = add(mean, multiply(axis, step));
    return lanes((i) => clamp(v[i], 0, 255));
  };
  return { low: end(Math.min(...along)), high: end(Math.max(...along)) };
}
