// The best endpoints and weights for a few colors on one line, by trying every layout. Twin of the kernel's solve-line and spread-colors.

import { toByte } from './axis.js';
import type { Ends, Metric } from './block.js';
import type { BlockColor } from './distinct-colors.js';
import { at, CHANNELS, type Channel, clamp, f32, type Lanes, lanes, square } from './lanes.js';
import { type Range, WEIGHT_VALUES } from './ranges.js';
import { interpolate } from './shapes.js';

/** In ranges of fewer levels, neighboring ranks are tried too. */
const COARSE = 64;

export interface Solution {
  readonly ends: Ends;
  /** The weight of each color. */
  readonly weights: ReadonlyMap<BlockColor, number>;
  /** The squared error of a texel of each color. */
  readonly errors: ReadonlyMap<BlockColor, number>;
  readonly error: number;
}

/** A metric that counts only some channels. */
export const metricOf = (metric: Metric, counts: (channel: Channel) => boolean): Metric =>
  lanes((i) => (counts(i) ? metric[i] : 0));

const distance = (a: BlockColor, b: BlockColor, metric: Metric): number =>
  CHANNELS.reduce<number>((sum, i) => sum + metric[i] * square(a.value[i] - b.value[i]), 0);

/** The colors in order from one of the two farthest apart to the other. */
function inOrder(colors: readonly BlockColor[], metric: Metric): BlockColor[] {
  let ends = [at(colors, 0), at(colors, 0)] as const;
  let maximum = 0;
  colors.forEach((a, i) => {
    for (const b of colors.slice(i + 1))
      if (distance(a, b, metric) > maximum) {
        maximum = distance(a, b, metric);
        ends = [a, b];
      }
  });
  const place = (c: BlockColor): number => distance(c, ends[0], metric) - distance(c, ends[1], metric);
  return [...colors].sort((a, b) => place(a) - place(b));
}

/** Every ascending layout of `size` colors on weights 0…top. */
function* layouts(size: number, top: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= top; first++)
    for (const rest of layouts(size - 1, top, first)) yield [first, ...rest];
}

interface ChannelEnds {
  readonly low: number;
  readonly high: number;
  readonly error: number;
}

/** The best ranks of one channel for given weights 0…64. */
function solveChannel(colors: readonly BlockColor[], values: readonly number[], i: Channel, range: Range): ChannelEnds {
  const sum = (of: (count: number, weight: number, value: number) => number): number =>
    colors.reduce((s, c, n) => s + of(c.texels.length, at(values, n), c.value[i]), 0);
  const all = sum((n) => n);
  const sw = sum((n, w) => n * w);
  const sww = sum((n, w) => n * w * w);
  const total = sum((n, _, v) => n * v);
  const weighted = sum((n, w, v) => n * w * v);
  const spread = all * sww - sw * sw;
  const start = spread === 0 ? f32(total / all) : f32(f32(total * sww - weighted * sw) / f32(spread));
  const middle = at(range.nearest, toByte(start));
  const top = range.values.length - 1;
  const reach = top < COARSE ? 1 : 0;
  let best: ChannelEnds = { low: 0, high: 0, error: Number.POSITIVE_INFINITY };
  for (let step = -reach; step <= reach; step++) {
    const low = clamp(middle + step, 0, top);
    const value = at(range.values, low);
    const rise = f32(64 * weighted - value * (64 * sw - sww));
    const high = sww === 0 ? low : at(range.nearest, toByte(f32(rise / sww)));
    const span = at(range.values, high) - value;
    const error = sum((n, w, v) => n * square(interpolate(value, span, w) - v));
    if (error < best.error) best = { low, high, error };
  }
  return best;
}

interface Layout {
  readonly channels: readonly ChannelEnds[];
  readonly layout: readonly number[];
  readonly error: number;
}

/** The first of the best among some layouts. */
function bestLayout(
  order: readonly BlockColor[],
  tried: Iterable<readonly number[]>,
  metric: Metric,
  range: Range,
  table: readonly number[],
): Layout {
  let best: Layout | undefined;
  for (const layout of tried) {
    const values = layout.map((w) => at(table, w));
    const channels = CHANNELS.map((i) => solveChannel(order, values, i, range));
    const error = channels.reduce((sum, c, i) => sum + at(metric, i) * c.error, 0);
    if (best === undefined || error < best.error) best = { channels, layout, error };
  }
  if (best === undefined) throw new Error('no layout was tried');
  return best;
}

/** Solves up to three colors for a line of two- or three-bit weights. */
export function solveLine(colors: readonly BlockColor[], metric: Metric, range: Range, bits: number): Solution {
  const order = inOrder(colors, metric);
  const size = order.length;
  const table = at(WEIGHT_VALUES, bits);
  // One color can be anywhere; by symmetry half of the line is enough.
  const top = size === 1 ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const far = size === 1 ? 0 : bits < 3 ? 1 : size === 2 ? 4 : 7;
  const tried = [...layouts(size, top)].filter((layout) => at(layout, size - 1) - at(layout, 0) >= far);
  return solutionOf(order, bestLayout(order, tried, metric, range, table), metric, range, table);
}

/** Solves colors that are nearly on a line: the outer two at every pair of weights that is half the line apart (eleven for four bits),
 *  the others at the nearest weights. */
export function solveSpread(colors: readonly BlockColor[], metric: Metric, range: Range, bits: number): Solution {
  const order = inOrder(colors, metric);
  const table = at(WEIGHT_VALUES, bits);
  const first = at(order, 0).value;
  const line = lanes((i) => at(order, order.length - 1).value[i] - first[i]);
  const along = (of: Lanes): number => CHANNELS.reduce<number>((sum, i) => sum + metric[i] * line[i] * of[i], 0);
  const length = along(line);
  const places = order.map(({ value }) => along(lanes((i) => value[i] - first[i])));
  const half = 2 ** (bits - 1);
  const far = bits === 4 ? 11 : half;
  const tried: number[][] = [];
  for (let low = 0; low < half; low++)
    for (let high = low + far; high < half * 2; high++)
      tried.push(
        places.map((place) => {
          const wanted = at(table, low) * length + place * (at(table, high) - at(table, low));
          const off = (weight: number): number => Math.abs(at(table, weight) * length - wanted);
          let weight = low;
          while (weight < high && off(weight + 1) < off(weight)) weight++;
          return weight;
        }),
      );
  return solutionOf(order, bestLayout(order, tried, metric, range, table), metric, range, table);
}

function solutionOf(
  order: readonly BlockColor[],
  { channels, layout, error }: Layout,
  metric: Metric,
  range: Range,
  table: readonly number[],
): Solution {
  const ends = { low: lanes((i) => at(channels, i).low), high: lanes((i) => at(channels, i).high) };
  const weights = new Map(order.map((color, n) => [color, at(layout, n)]));
  const value = (ranks: Lanes, i: Channel): number => at(range.values, ranks[i]);
  const errorOf = (color: BlockColor): number =>
    CHANNELS.reduce<number>((sum, i) => {
      const low = value(ends.low, i);
      const decoded = interpolate(low, value(ends.high, i) - low, at(table, weights.get(color) ?? 0));
      return sum + metric[i] * square(decoded - color.value[i]);
    }, 0);
  return { ends, weights, errors: new Map(order.map((color) => [color, errorOf(color)])), error };
}
