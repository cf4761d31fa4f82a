// Lines through the colors of a block: the axis, least squares, and all ways to divide the texels into four runs. Twin of the kernel's
// color-axis, color-endpoints and color-clusters: single precision, and the same order of sums.

import { f32, roundHalfEven } from '../uastc/lanes.js';

export type Color = readonly [number, number, number];
export interface Line {
  readonly first: Color;
  readonly second: Color;
}

export interface ColorBlock {
  readonly texels: readonly Color[];
  /** The weight of each texel's error: 1, or its alpha. */
  readonly weights: readonly number[];
}

const each = (of: (i: 0 | 1 | 2) => number): Color => [f32(of(0)), f32(of(1)), f32(of(2))];
const add = (a: Color, b: Color): Color => each((i) => a[i] + b[i]);
const subtract = (a: Color, b: Color): Color => each((i) => a[i] - b[i]);
const scale = (a: Color, by: number): Color => each((i) => a[i] * by);
const divide = (a: Color, by: number): Color => each((i) => a[i] / by);
const ZERO: Color = [0, 0, 0];
const dot = (a: Color, b: Color): number => f32(f32(f32(a[0] * b[0]) + f32(a[1] * b[1])) + f32(a[2] * b[2]));

interface Axis {
  readonly mean: Color;
  readonly direction: Color;
  /** False if the texels that count are all equal. */
  readonly isFound: boolean;
}

/** The mean and the principal axis by power iteration. */
export function findAxis({ texels, weights }: ColorBlock): Axis {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = divide(
    texels.reduce((sum, t, i) => add(sum, scale(t, weights[i] ?? 0)), ZERO),
    total,
  );
  const rows: [Color, Color, Color] = [ZERO, ZERO, ZERO];
  texels.forEach((t, i) => {
    const d = subtract(t, mean);
    const weighted = scale(d, weights[i] ?? 0);
    for (const c of [0, 1, 2] as const) rows[c] = add(rows[c], scale(weighted, d[c]));
  });
  const [byR, byG, byB] = rows;
  let v = byR[0] >= byG[1] && byR[0] >= byB[2] ? byR : byG[1] >= byB[2] ? byG : byB;
  const none = { mean, direction: ZERO, isFound: false };
  for (let i = 0; i < 4; i++) {
    const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
    if (largest < f32(1e-6)) return none;
    v = divide(v, largest);
    v = add(add(scale(byR, v[0]), scale(byG, v[1])), scale(byB, v[2]));
  }
  const length = f32(Math.sqrt(dot(v, v)));
  return length < f32(1e-6) ? none : { mean, direction: divide(v, length), isFound: true };
}

/** The line between the outermost texels that count. */
export function extremes({ texels, weights }: ColorBlock, { mean, direction }: Axis): Line {
  const places = texels.filter((_, i) => weights[i] !== 0).map((t) => dot(subtract(t, mean), direction));
  return {
    first: add(mean, scale(direction, Math.max(...places))),
    second: add(mean, scale(direction, Math.min(...places))),
  };
}

/** Solves the endpoints for weights of the first one in thirds or halves: `whole` is 3 or 2. Returns undefined if all weights are equal. */
function solve(aa: number, ab: number, bb: number, ax: Color, bx: Color, whole: number): Line | undefined {
  const determinant = f32(f32(aa * bb) - f32(ab * ab));
  if (determinant < 0.5) return undefined;
  const factor = f32(whole / determinant);
  return {
    first: scale(subtract(scale(ax, bb), scale(bx, ab)), factor),
    second: scale(subtract(scale(bx, aa), scale(ax, ab)), factor),
  };
}

/** The weight of the first endpoint in each code, in thirds, and in halves if the palette has three colors. */
const THIRDS = [3, 0, 2, 1];
const HALVES = [2, 0, 1, 1];

export function solveLine(
  { texels, weights }: ColorBlock,
  codes: readonly number[],
  isThree: boolean,
): Line | undefined {
  const whole = isThree ? 2 : 3;
  let [aa, ab, bb] = [0, 0, 0];
  let [ax, bx] = [ZERO, ZERO];
  texels.forEach((t, i) => {
    const a = (isThree ? HALVES : THIRDS)[codes[i] ?? 0] ?? 0;
    const b = whole - a;
    const weight = weights[i] ?? 0;
    aa += a * a * weight;
    ab += a * b * weight;
    bb += b * b * weight;
    ax = add(ax, scale(t, a * weight));
    bx = add(bx, scale(t, b * weight));
  });
  return solve(aa, ab, bb, ax, bx, whole);
}

const LEVELS: Color = [31, 63, 31];

const snap = (color: Color): Color =>
  each((i) => roundHalfEven(f32(Math.min(Math.max(color[i], 0), 255) * f32(LEVELS[i] / 255))) * f32(255 / LEVELS[i]));

/** Sums of the first n texels in order along the axis, and of their weights. */
type Sums = (n: number) => readonly [sum: Color, weight: number];

function sumsInOrder({ texels, weights }: ColorBlock, { direction }: Axis): Sums {
  const places = texels.map((t) => dot(t, direction));
  const order = texels.map((_, i) => i).sort((a, b) => (places[b] ?? 0) - (places[a] ?? 0) || a - b);
  const sums: [sum: Color, weight: number][] = [[ZERO, 0]];
  for (const i of order) {
    const [sum, weight] = sums.at(-1) ?? [ZERO, 0];
    sums.push([add(sum, scale(texels[i] ?? ZERO, weights[i] ?? 0)), weight + (weights[i] ?? 0)]);
  }
  return (n) => sums[n] ?? [ZERO, 0];
}

/** One way to divide the texels: the equations of its endpoints, and sums of texels by the weights of the first endpoint. */
interface Way {
  readonly aa: number;
  readonly bb: number;
  readonly ab: number;
  readonly ax: Color;
}

/** The endpoints of the way with the least error, if the endpoints' weights add up to `whole`. */
function fitWays(ways: readonly Way[], all: Color, whole: number, metric: Color): Line | undefined {
  const square = (x: Color, y: Color): Color => each((c) => x[c] * y[c]);
  let minimum = f32(3.4028234663852886e38);
  let best: Line | undefined;
  for (const { aa, bb, ab, ax } of ways) {
    const determinant = f32(f32(aa * bb) - f32(ab * ab));
    if (determinant < 0.5) continue;
    const factor = f32(whole / determinant);
    const bx = subtract(scale(all, whole), ax);
    const a = snap(subtract(scale(ax, f32(bb * factor)), scale(bx, f32(ab * factor))));
    const b = snap(subtract(scale(bx, f32(aa * factor)), scale(ax, f32(ab * factor))));
    const squares = add(add(scale(square(a, a), aa), scale(square(b, b), bb)), scale(square(a, b), 2 * ab));
    const costs = square(subtract(squares, scale(add(square(a, ax), square(b, bx)), 2 * whole)), metric);
    const cost = f32(f32(costs[0] + costs[1]) + costs[2]);
    if (cost >= minimum) continue;
    minimum = cost;
    best = { first: a, second: b };
  }
  return best;
}

/** The endpoints of the best way to divide the texels, in their order along the axis, into four runs. */
export function fitClusters(block: ColorBlock, axis: Axis, metric: Color): Line | undefined {
  const upTo = sumsInOrder(block, axis);
  const [all, total] = upTo(16);
  const ways: Way[] = [];
  for (let i = 0; i <= 16; i++)
    for (let j = i; j <= 16; j++)
      for (let k = j; k <= 16; k++) {
        const [n0, n1, n2] = [upTo(i)[1], upTo(j)[1] - upTo(i)[1], upTo(k)[1] - upTo(j)[1]];
        const n3 = total - upTo(k)[1];
        const ax = add(add(upTo(i)[0], upTo(j)[0]), upTo(k)[0]);
        ways.push({ aa: 9 * n0 + 4 * n1 + n2, bb: n1 + 4 * n2 + 9 * n3, ab: 2 * (n1 + n2), ax });
      }
  return fitWays(ways, all, 3, metric);
}

/** The same for three runs. */
export function fitThreeClusters(block: ColorBlock, axis: Axis, metric: Color): Line | undefined {
  const upTo = sumsInOrder(block, axis);
  const ways: Way[] = [];
  for (let i = 0; i <= 16; i++)
    for (let j = i; j <= 16; j++)
      ways.push({ aa: 4 * i + (j - i), bb: j - i + 4 * (16 - j), ab: j - i, ax: add(upTo(i)[0], upTo(j)[0]) });
  return fitWays(ways, upTo(16)[0], 2, metric);
}
