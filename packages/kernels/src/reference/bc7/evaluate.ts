// Assigns to every texel the nearest index on its subset's line, measures the decoded error, and fits endpoints to weights by least
// squares. Twin of the kernel's evaluate and refit.

import { at, CHANNELS, clamp, f32, type Lanes, lanes, multiply, splat, square, subtract } from '../uastc/lanes.js';
import type { Ends, Plane } from './block.js';
import { INDEX_WEIGHTS, type Partition } from './modes.js';
import { decodeEnd, type Grid } from './quantize.js';

export const weightsOf = (bits: number): readonly number[] => {
  const weights = INDEX_WEIGHTS[bits];
  if (weights === undefined) throw new RangeError(`BC7 has no indices of ${bits} bits`);
  return weights;
};

/** The nearest index of each texel by its position along its line. */
export function chooseIndices(
  plane: Plane,
  partition: Partition,
  grid: Grid,
  ends: readonly Ends[],
  bits: number,
): number[] {
  const top = 2 ** bits - 1;
  const lines = ends.map((end) => {
    const low = decodeEnd(grid, end.low);
    const high = decodeEnd(grid, end.high);
    const span = lanes((i) => (high[i] - low[i]) * plane.metric[i]);
    const length = CHANNELS.reduce<number>((sum, i) => sum + span[i] * (high[i] - low[i]), 0);
    return { low, span, scale: f32(top / Math.max(length, 1)) };
  });
  return plane.texels.map((texel, t) => {
    const { low, span, scale } = at(lines, at(partition.subsets, t));
    const along = CHANNELS.reduce<number>((sum, i) => sum + (texel[i] - low[i]) * span[i], 0);
    return clamp(Math.trunc(f32(f32(f32(along) * scale) + 0.5)), 0, top);
  });
}

/** Squared error of the texels at their indices. */
export function measure(
  plane: Plane,
  partition: Partition,
  grid: Grid,
  ends: readonly Ends[],
  indices: readonly number[],
  bits: number,
): number {
  const lines = ends.map((end) => ({ low: decodeEnd(grid, end.low), high: decodeEnd(grid, end.high) }));
  let error = 0;
  plane.texels.forEach((texel, t) => {
    const { low, high } = at(lines, at(partition.subsets, t));
    const w = at(weightsOf(bits), at(indices, t));
    for (const i of CHANNELS)
      error += at(plane.metrics, t)[i] * square(texel[i] - ((low[i] * 64 + (high[i] - low[i]) * w + 32) >> 6));
  });
  return error >> plane.errorShift;
}

/** The best endpoints for the weights of texels. `counts`: the weight of each texel's error. */
function solve(
  texels: readonly Lanes[],
  weights: readonly number[],
  counts: readonly number[],
): { low: Lanes; high: Lanes } {
  const sum = (of: (t: number) => number): number => texels.reduce((s, _, t) => s + of(t), 0);
  const count = sum((t) => at(counts, t));
  const sw = sum((t) => at(counts, t) * at(weights, t));
  const sww = sum((t) => at(counts, t) * square(at(weights, t)));
  const totals = lanes((i) => sum((t) => at(counts, t) * at(texels, t)[i]));
  const parts = lanes((i) => sum((t) => at(counts, t) * at(weights, t) * at(texels, t)[i]));
  const cross = 64 * sw - sww;
  const other = 4096 * count - 64 * sw - cross;
  const spread = other * sww - cross * cross;
  if (spread === 0) {
    const mean = lanes((i) => totals[i] / count);
    return { low: mean, high: mean };
  }
  const scale = splat(f32(64 / spread));
  const x = lanes((i) => 64 * totals[i] - parts[i]);
  const low = multiply(subtract(multiply(splat(sww), x), multiply(splat(cross), parts)), scale);
  const high = multiply(subtract(multiply(splat(other), parts), multiply(splat(cross), x)), scale);
  return { low: lanes((i) => clamp(low[i], 0, 255)), high: lanes((i) => clamp(high[i], 0, 255)) };
}

/** Unquantized endpoints of a subset for its indices. Colors are weighed by `colorWeights`, alpha is not. */
export function refit(
  plane: Plane,
  partition: Partition,
  subset: number,
  indices: readonly number[],
  bits: number,
): { low: Lanes; high: Lanes } {
  const members = plane.texels.map((_, t) => t).filter((t) => partition.subsets[t] === subset);
  const texels = members.map((t) => at(plane.texels, t));
  const weights = members.map((t) => at(weightsOf(bits), at(indices, t)));
  const color = solve(
    texels,
    weights,
    members.map((t) => at(plane.colorWeights, t)),
  );
  if (!plane.isAlphaWeighted) return color;
  const unweighted = solve(
    texels,
    weights,
    members.map(() => 1),
  );
  const merge = (c: Lanes, a: Lanes): Lanes => [c[0], c[1], c[2], a[3]];
  return { low: merge(color.low, unweighted.low), high: merge(color.high, unweighted.high) };
}
