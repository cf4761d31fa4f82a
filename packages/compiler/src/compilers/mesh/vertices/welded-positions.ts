// Welds the vertices of a submesh without their normals, so that a flat-shaded mesh can be reduced as one surface. Afterwards each corner gets, of the
// vertices at its position, the one whose normal is nearest to its triangle's.

import { weldRows } from '@assetc/kernels';
import { NORMAL, UV, type VertexRows } from './vertex-rows.js';

interface WeldedPositions {
  readonly count: number;
  /** Row → id of its position. */
  readonly positionIds: Uint32Array;
  /** Position id → its first row. */
  readonly firstRows: Uint32Array;
}

/** Undefined if all positions are different. */
export function weldPositions(rows: VertexRows): WeldedPositions | undefined {
  const { words, color, moreUvs, morph } = rows.layout;
  const otherWords = [UV, UV + 1, ...(color < 0 ? [] : [color, color + 1, color + 2, color + 3])];
  for (const column of moreUvs) otherWords.push(column, column + 1);
  if (morph >= 0) otherWords.push(morph);
  const width = 3 + otherWords.length;
  const { remap, uniqueCount } = weldRows(rows.count, width, (bits, floats) => {
    for (let i = 0; i < rows.count; i++) {
      // Adding zero converts −0 to 0, the same position.
      for (let axis = 0; axis < 3; axis++) floats[i * width + axis] = (rows.floats[i * words + axis] ?? 0) + 0;
      for (let k = 0; k < otherWords.length; k++)
        bits[i * width + 3 + k] = rows.bits[i * words + (otherWords[k] ?? 0)] ?? 0;
    }
  });
  if (uniqueCount === rows.count) return undefined;
  const firstRows = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) firstRows[remap[i] ?? 0] = i;
  return { count: uniqueCount, positionIds: remap, firstRows };
}

/** If a position has more vertices, some are skipped: a cone of a million faces would take hours. */
const MAX_CANDIDATES = 64;

/** `indices`: triangles over position ids. The result is over rows. */
export function nearestRows(
  { count, positionIds }: WeldedPositions,
  rows: VertexRows,
  indices: Uint32Array,
): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let row = 0; row < positionIds.length; row++) {
    const at = (positionIds[row] ?? 0) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let position = 0; position < count; position++)
    starts[position + 1] = (starts[position + 1] ?? 0) + (starts[position] ?? 0);
  const members = new Uint32Array(positionIds.length);
  const next = starts.slice(0, count);
  for (let row = 0; row < positionIds.length; row++) {
    const position = positionIds[row] ?? 0;
    const at = next[position] ?? 0;
    members[at] = row;
    next[position] = at + 1;
  }
  const out = new Uint32Array(indices.length);
  const normal = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    const corner = (i: number): number => members[starts[indices[t + i] ?? 0] ?? 0] ?? 0;
    faceNormal(rows, corner(0), corner(1), corner(2), normal);
    for (let i = t; i < t + 3; i++) {
      const position = indices[i] ?? 0;
      out[i] = findNearest(rows, members, starts[position] ?? 0, starts[position + 1] ?? 0, normal);
    }
  }
  return out;
}

function faceNormal({ floats, layout }: VertexRows, a: number, b: number, c: number, out: Float64Array): void {
  const [p, q, r] = [a * layout.words, b * layout.words, c * layout.words];
  const [x, y, z] = [floats[p] ?? 0, floats[p + 1] ?? 0, floats[p + 2] ?? 0];
  const [ux, uy, uz] = [(floats[q] ?? 0) - x, (floats[q + 1] ?? 0) - y, (floats[q + 2] ?? 0) - z];
  const [vx, vy, vz] = [(floats[r] ?? 0) - x, (floats[r + 1] ?? 0) - y, (floats[r + 2] ?? 0) - z];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

function findNearest(
  { floats, layout }: VertexRows,
  members: Uint32Array,
  from: number,
  to: number,
  normal: Float64Array,
): number {
  const step = Math.ceil((to - from) / MAX_CANDIDATES);
  let best = members[from] ?? 0;
  let maxCosine = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += step) {
    const row = members[i] ?? 0;
    const at = row * layout.words + NORMAL;
    const cosine =
      (floats[at] ?? 0) * (normal[0] ?? 0) +
      (floats[at + 1] ?? 0) * (normal[1] ?? 0) +
      (floats[at + 2] ?? 0) * (normal[2] ?? 0);
    if (cosine > maxCosine) {
      maxCosine = cosine;
      best = row;
    }
  }
  return best;
}
