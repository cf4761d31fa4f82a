// A light tree: a pyramid over the six cube faces. Each cell stores the light of the source texels in it, their solid angle, and the direction of
// their center of light. Summing cells instead of texels is exact to second order in a cell's size, even for a small sun: the position of
// the light inside a cell is kept, which plain mip averages lose.

import { CELL_FLOATS } from '@assetc/kernels';
import { sharedFloats } from '../../model/image/hdr-image.js';
import { faceOf } from './cube-face.js';
import { POINT_NUMBERS, type SkyPoints } from './sky-points.js';

export interface LightTree {
  /** Cells along an edge of the cube at the finest level; a power of two. */
  readonly size: number;
  /** From the finest level to one cell per face: CELL_FLOATS per cell, face by face and row by row. An empty cell has no steradians. */
  readonly levels: readonly Float32Array[];
}

/** This share of the mean light is added to all cells, so that dark cells have a center too. */
const DARK_SHARE = 1e-4;

/** `meanLight`: the sum of red, green and blue, averaged over all directions. */
export function buildLightTree(points: SkyPoints, size: number, meanLight: number): LightTree {
  const finest = scatter(points, size, DARK_SHARE * meanLight || 1);
  const levels = [finest];
  for (let n = size / 2; n >= 1; n /= 2) levels.push(joinCells(levels.at(-1) ?? finest, n));
  for (const cells of levels) normalizeCenters(cells);
  return { size, levels };
}

/** Sums the points of each cell. Instead of a unit vector, a cell contains the weighted sum of directions, with the weights last. */
function scatter(points: SkyPoints, size: number, dark: number): Float32Array {
  const cells = sharedFloats(6 * size * size * CELL_FLOATS);
  const row = new Float64Array(points.rowPoints * POINT_NUMBERS);
  const point = new Float64Array(CELL_FLOATS);
  const coordinates = new Float64Array(3);
  for (let y = 0; y < points.rowCount; y++) {
    points.fill(y, row);
    for (let p = 0; p < row.length; p += POINT_NUMBERS) {
      const steradians = row[p + 3] ?? 0;
      let weight = dark;
      for (let k = 4; k < 7; k++) {
        const light = row[p + k] ?? 0;
        point[k] = light * steradians;
        weight += light;
      }
      weight *= steradians;
      for (let k = 0; k < 3; k++) point[k] = (row[p + k] ?? 0) * weight;
      point[3] = steradians;
      point[7] = weight;
      faceOf(row[p] ?? 0, row[p + 1] ?? 0, row[p + 2] ?? 0, coordinates);
      const cell =
        ((coordinates[0] ?? 0) * size + cellAlong(coordinates[2] ?? 0, size)) * size +
        cellAlong(coordinates[1] ?? 0, size);
      for (let k = 0, to = cell * CELL_FLOATS; k < CELL_FLOATS; k++, to++)
        cells[to] = (cells[to] ?? 0) + (point[k] ?? 0);
    }
  }
  return cells;
}

const cellAlong = (s: number, size: number): number => Math.min(size - 1, Math.floor(((s + 1) / 2) * size));

/** Joins four cells each, before their directions are normalized. `size` is that of the new level. */
function joinCells(finer: Float32Array, size: number): Float32Array {
  const cells = sharedFloats(6 * size * size * CELL_FLOATS);
  const rowFloats = 2 * size * CELL_FLOATS;
  for (let row = 0, to = 0; row < 6 * size; row++)
    for (let column = 0; column < size; column++) {
      const from = 2 * row * rowFloats + 2 * column * CELL_FLOATS;
      for (let k = 0; k < CELL_FLOATS; k++, to++) {
        const above = (finer[from + k] ?? 0) + (finer[from + CELL_FLOATS + k] ?? 0);
        const below = (finer[from + rowFloats + k] ?? 0) + (finer[from + rowFloats + CELL_FLOATS + k] ?? 0);
        cells[to] = above + below;
      }
    }
  return cells;
}

/** Converts weighted direction sums to unit vectors. */
function normalizeCenters(cells: Float32Array): void {
  for (let at = 0; at < cells.length; at += CELL_FLOATS) {
    const x = cells[at] ?? 0;
    const y = cells[at + 1] ?? 0;
    const z = cells[at + 2] ?? 0;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) continue;
    cells[at] = x / length;
    cells[at + 1] = y / length;
    cells[at + 2] = z / length;
  }
}
