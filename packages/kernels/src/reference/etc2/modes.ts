// ETC2's planar blocks and its modes T and H. Twin of the kernel's planar and two-colors.

import { type Color, type Etc2Block, halfOf, measureHalf, shifted, sumOf, total } from './block.js';

/** Stored numbers of a channel at the origin, four texels to the right and four down. */
type Slope = readonly [origin: number, right: number, down: number];

export interface Plane {
  readonly error: number;
  readonly slopes: readonly [Slope, Slope, Slope];
}

const widen = (v: number, channel: number): number => (channel === 1 ? (v << 1) | (v >> 6) : (v << 2) | (v >> 4));

function slopeError(values: readonly number[], channel: number, slope: Slope): number {
  const [o, h, v] = slope.map((n) => widen(n, channel));
  if (o === undefined || h === undefined || v === undefined) throw new Error('a slope has three numbers');
  return total(
    values.map((value, i) => {
      const decoded = ((i & 3) * (h - o) + (i >> 2) * (v - o) + 4 * o + 2) >> 2;
      return (value - Math.min(Math.max(decoded, 0), 255)) ** 2;
    }),
  );
}

function fitSlope(
  values: readonly number[],
  channel: number,
  level: number,
): { readonly slope: Slope; readonly error: number } {
  const limit = channel === 1 ? 127 : 63;
  // All in 160ths: the mean, and the slope per texel.
  const byX = total(values.map((v, i) => v * (2 * (i & 3) - 3)));
  const byY = total(values.map((v, i) => v * (2 * (i >> 2) - 3)));
  const origin = total(values) * 10 - 6 * byX - 6 * byY;
  const stored = (v: number): number => Math.min(Math.floor((Math.max(v, 0) * limit + 255 * 80) / (255 * 160)), limit);
  let slope: Slope = [stored(origin), stored(origin + 16 * byX), stored(origin + 16 * byY)];
  let error = slopeError(values, channel, slope);
  let moved = level > 0;
  while (moved) {
    moved = false;
    for (const part of [0, 1, 2])
      for (const step of [-1, 1]) {
        const [o, h, v] = slope;
        const next: Slope = [part === 0 ? o + step : o, part === 1 ? h + step : h, part === 2 ? v + step : v];
        if (next.some((n) => n < 0 || n > limit)) continue;
        const nextError = slopeError(values, channel, next);
        if (nextError >= error) continue;
        [slope, error, moved] = [next, nextError, true];
      }
  }
  return { slope, error };
}

export function searchPlane(block: Etc2Block, level: number): Plane {
  const texels = [...halfOf(block, 2), ...halfOf(block, 3)];
  const fit = (c: 0 | 1 | 2) =>
    fitSlope(
      texels.map((t) => t[c]),
      c,
      level,
    );
  const [r, g, b] = [fit(0), fit(1), fit(2)];
  const error = r.error * block.metric[0] + g.error * block.metric[1] + b.error * block.metric[2];
  return { error, slopes: [r.slope, g.slope, b.slope] };
}

/** Two stored colors, R, G, B each. */
export interface TwoColors {
  readonly isT: boolean;
  readonly distance: number;
  readonly colors: readonly number[];
  readonly error: number;
}

const DISTANCES = [3, 6, 11, 16, 23, 32, 41, 64];

export function twoColorPalette({ isT, distance, colors }: Omit<TwoColors, 'error'>): readonly Color[] {
  const d = DISTANCES[distance] ?? 0;
  const [r = 0, g = 0, b = 0, r2 = 0, g2 = 0, b2 = 0] = colors.map((v) => v * 17);
  const [one, two]: readonly [Color, Color] = [
    [r, g, b],
    [r2, g2, b2],
  ];
  return isT
    ? [one, shifted(two, d), two, shifted(two, -d)]
    : [shifted(one, d), shifted(one, -d), shifted(two, d), shifted(two, -d)];
}

/** Two-means clustering in three rounds. Returns undefined if a cluster is empty. */
function splitTexels(block: Etc2Block): readonly [Color, Color] | undefined {
  const texels = [...halfOf(block, 2), ...halfOf(block, 3)];
  const spread = (c: 0 | 1 | 2): number => total(texels.map((t) => t[c] ** 2)) * 16 - sumOf(texels, c) ** 2;
  const widest = ([1, 2] as const).reduce<0 | 1 | 2>((best, c) => (spread(c) > spread(best) ? c : best), 0);
  const unit = (c: number): number => (c === widest ? 16 : 0);
  let sides = cut(texels, [unit(0), unit(1), unit(2)], sumOf(texels, widest));
  for (let i = 0; i < 3; i++) {
    if (sides === undefined) return undefined;
    const [low, high] = sides;
    const normal = ([0, 1, 2] as const).map((c) => (high[c] - low[c]) * block.metric[c]);
    const [x = 0, y = 0, z = 0] = normal;
    const middle = ((low[0] + high[0]) * x + (low[1] + high[1]) * y + (low[2] + high[2]) * z) >> 1;
    sides = cut(texels, [x, y, z], middle);
  }
  return sides;
}

function cut(texels: readonly Color[], [x, y, z]: Color, middle: number): readonly [Color, Color] | undefined {
  const isHigh = (t: Color): boolean => t[0] * x + t[1] * y + t[2] * z > middle;
  const [low, high] = [texels.filter((t) => !isHigh(t)), texels.filter(isHigh)];
  if (low.length === 0 || high.length === 0) return undefined;
  const mean = (side: readonly Color[], c: 0 | 1 | 2): number =>
    Math.floor((sumOf(side, c) * 2 + side.length) / (2 * side.length));
  return [
    [mean(low, 0), mean(low, 1), mean(low, 2)],
    [mean(high, 0), mean(high, 1), mean(high, 2)],
  ];
}

export function searchTwoColors(block: Etc2Block, level: number): TwoColors | undefined {
  const sides = splitTexels(block);
  if (sides === undefined) return undefined;
  let best: TwoColors | undefined;
  const trial = (colors: readonly number[], isT: boolean, distance: number): boolean => {
    // The order of the two colors stores the distance's low bit: equal colors cannot store 0.
    if (!isT && distance % 2 === 0 && [0, 1, 2].every((c) => colors[c] === colors[c + 3])) return false;
    const palette = twoColorPalette({ isT, distance, colors });
    const error = measureHalf(block, 2, palette) + measureHalf(block, 3, palette);
    if (best !== undefined && error >= best.error) return false;
    best = { isT, distance, colors, error };
    return true;
  };
  const four = (color: Color): readonly number[] => color.map((v) => Math.floor((v * 15 + 127) / 255));
  const [low, high] = sides.map(four);
  const [there, back] = [
    [...(low ?? []), ...(high ?? [])],
    [...(high ?? []), ...(low ?? [])],
  ];
  for (let d = 0; d < 8; d++) {
    trial(there, true, d);
    trial(there, false, d);
  }
  for (let d = 0; d < 8; d++) trial(back, true, d);
  let moved = level > 1;
  while (moved && best !== undefined && best.error > 0) {
    moved = false;
    for (let i = 0; i < 12; i++) {
      const { colors, isT, distance }: TwoColors = best;
      const next = colors.map((v, n) => (n === i >> 1 ? v + (i & 1 ? 1 : -1) : v));
      if (next.every((v) => v >= 0 && v <= 15) && trial(next, isT, distance)) moved = true;
    }
    for (const step of [-1, 1]) {
      const { colors, isT, distance }: TwoColors = best;
      if (distance + step >= 0 && distance + step <= 7 && trial(colors, isT, distance + step)) moved = true;
    }
  }
  return best;
}
