// Light as a tree: a pyramid over the six faces of a cube, whose cells hold the light of the source's texels that lie in them, their steradians, and the
// direction of their centre of light. Summing cells in place of texels is then exact to the second order in a cell's size, however small
// the sun is: what a mip chain of plain averages loses, the place of the light inside the texel, is kept.

import { CELL_FLOATS } from '@assetc/kernels';
import { sharedFloats } from '../../model/hdr-image.js';
import { faceOf } from './cube-face.js';
import { POINT_NUMBERS, type SkyPoints } from './sky-points.js';

export interface LightTree {
  /** Cells along an edge of the cube at the finest level; a power of two. */
  readonly size: number;
  /** From the finest to one cell a face: for each cell CELL_FLOATS, face by face and row by row. An empty cell has no steradians. */
  readonly levels: readonly Float32Array[];
}

/** Dark cells have a centre too; this share of the mean light, added to all, decides it for them. */
const DARK_SHARE = 1e-4;

/** `meanLight`: of red, green and blue together, over all directions. */
export function growLightTree(points: SkyPoints, size: number, meanLight: number): LightTree {
  const finest = scatter(points, size, DARK_SHARE * meanLight || 1);
  const levels = [finest];
  for (let n = size / 2; n >= 1; n /= 2) levels.push(joinCells(levels.at(-1) ?? finest, n));
  for (const cells of levels) centre(cells);
  return { size, levels };
}

/** Cells with the sums of their points; in place of the unit vector that of vectors by their weight, and the weights last. */
function scatter(points: SkyPoints, size: number, dark: number): Float32Array {
  const cells = sharedFloats(6 * size * size * CELL_FLOATS);
  const row = new Float64Array(points.rowPoints * POINT_NUMBERS);
  const point = new Float64Array(CELL_FLOATS);
  const place = new Float64Array(3);
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
      faceOf(row[p] ?? 0, row[p + 1] ?? 0, row[p + 2] ?? 0, place);
      const cell = ((place[0] ?? 0) * size + cellAlong(place[2] ?? 0, size)) * size + cellAlong(place[1] ?? 0, size);
      for (let k = 0, to = cell * CELL_FLOATS; k < CELL_FLOATS; k++, to++)
        cells[to] = (cells[to] ?? 0) + (point[k] ?? 0);
    }
  }
  return cells;
}

const cellAlong = (s: number, size: number): number => Math.min(size - 1, Math.floor(((s + 1) / 2) * size));

/** Of four cells each, before they are centred. `size` is that of the new level. */
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

/** Weighted vectors become unit vectors. */
function centre(cells: Float32Array): void {
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
