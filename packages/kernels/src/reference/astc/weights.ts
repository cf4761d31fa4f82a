// The weights of a grid, by rank in their range: chosen for what texels want, interpolated exactly, and improved one after another.

import { at, clamp } from '../uastc/lanes.js';
import type { Grid } from './grids.js';
import { rankOf, weightOf } from './ranges.js';

export interface PlaneWeights {
  readonly ranks: number[];
  /** Of texels, 0 to 64. */
  texels: readonly number[];
}

/** Interpolates a grid for all texels, as decoders do. */
function infill({ corners }: Grid, range: number, ranks: readonly number[]): readonly number[] {
  const weights = ranks.map((rank) => weightOf(range, rank));
  return corners.map((points) => points.reduce((sum, [point, share]) => sum + at(weights, point) * share, 8) >> 4);
}

/** Rounds the best weights of a grid for `wanted` (−512 to 512). */
export function roundWanted(grid: Grid, range: number, wanted: readonly number[]): PlaneWeights {
  const quarters = grid.isWhole
    ? wanted.map((w) => (w + 514) >> 2)
    : grid.inverse.map((row) => {
        const sum = wanted.reduce((total, w, i) => total + at(row, i) * w, 0);
        return ((sum | 0) + (514 << 12)) >> 14;
      });
  const ranks = quarters.map((value) => rankOf(range, clamp(value, 0, 256)));
  return { ranks, texels: infill(grid, range, ranks) };
}

/** What texels want beyond what they have, in weights, and what it is worth, in 32-bit floats. */
export interface Missing {
  readonly missing: Float32Array;
  readonly worths: Float32Array;
}

/**
 * Moves each weight of a plane to where it serves its texels best, given the others. Returns whether any moved. If all texels have one worth, it does
 * not matter.
 */
export function improveWeights(
  grid: Grid,
  range: number,
  plane: PlaneWeights,
  { missing, worths }: Missing,
  isUniform: boolean,
): boolean {
  let hasMoved = false;
  for (const [point, texels] of grid.texels.entries()) {
    let wanted = 0;
    let weight = 0;
    for (const [texel, share] of texels) {
      const worth = isUniform ? share : share * at(worths, texel);
      wanted += worth * at(missing, texel);
      weight += worth * share;
    }
    if (!(weight > 0)) continue;
    const old = weightOf(range, at(plane.ranks, point));
    const target = old + (16 * wanted) / weight;
    const rank = rankOf(range, Math.trunc(clamp(target, 0, 64) * 4 + 0.5));
    if (rank === at(plane.ranks, point)) continue;
    plane.ranks[point] = rank;
    hasMoved = true;
    const step = (weightOf(range, rank) - old) * 0.0625;
    for (const [texel, share] of texels) missing[texel] = at(missing, texel) - step * share;
  }
  if (hasMoved) plane.texels = infill(grid, range, plane.ranks);
  return hasMoved;
}
