// Cuts a large mesh into parts that are processed one after another, or by several threads: slices along its longest axis, whose borders are short
// for any order of triangles.

import { boxOf } from '../bounds.js';
import { sharedBytes } from './shared-words.js';
import type { IndexedRows } from './vertex-rows.js';

export interface MeshParts {
  /** Triangle → its part. In shared memory if there are many. */
  readonly partOf: Uint16Array;
  readonly count: number;
}

const BINS = 1 << 16;

/** Triangles by their centers: as many neighboring bins as fit into a part. */
export function partsAlongAxis({ rows, indices }: IndexedRows, maxTriangles: number): MeshParts {
  const { min, max } = boxOf(rows);
  const sizes = [0, 1, 2].map((axis) => (max[axis] ?? 0) - (min[axis] ?? 0));
  const axis = sizes.indexOf(Math.max(...sizes));
  const low = (min[axis] ?? 0) * 3;
  const perUnit = BINS / Math.max((sizes[axis] ?? 0) * 3, Number.MIN_VALUE);
  const { floats, layout } = rows;
  const along = (corner: number): number => floats[(indices[corner] ?? 0) * layout.words + axis] ?? 0;
  const triangles = indices.length / 3;
  const partOf = new Uint16Array(sharedBytes(triangles * 2).buffer);
  const parts = new Uint32Array(BINS);
  for (let t = 0; t < triangles; t++) {
    const sum = along(t * 3) + along(t * 3 + 1) + along(t * 3 + 2);
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((sum - low) * perUnit)));
    partOf[t] = bin;
    parts[bin] = (parts[bin] ?? 0) + 1;
  }
  let part = 0;
  let inPart = 0;
  for (let bin = 0; bin < BINS; bin++) {
    const more = parts[bin] ?? 0;
    if (inPart > 0 && inPart + more > maxTriangles) {
      part++;
      inPart = 0;
    }
    inPart += more;
    parts[bin] = part;
  }
  for (let t = 0; t < triangles; t++) partOf[t] = parts[partOf[t] ?? 0] ?? 0;
  return { partOf, count: part + 1 };
}
