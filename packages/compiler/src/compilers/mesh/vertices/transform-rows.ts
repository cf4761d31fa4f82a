// Applies a transform to vertex rows: positions, normals (by cofactors, so that any scale is correct) and tangents.
// A mirror also flips the handedness of tangents and, by `flipWinding`, the triangles.

import { cofactors, determinant } from '../../../model/math/matrix.js';
import type { Matrix } from '../../../model/scene/scene.js';
import { NORMAL, TANGENT, type VertexRows } from './vertex-rows.js';

export const isMirror = (matrix: Matrix): boolean => determinant(matrix) < 0;

/** The matrix for normals, column-major 3×3: cofactors, negated under a mirror so that they point outward. */
export function normalPart(matrix: Matrix): Float64Array {
  const out = cofactors(matrix);
  if (isMirror(matrix)) for (let i = 0; i < 9; i++) out[i] = -(out[i] ?? 0);
  return out;
}

/** The matrix for differences of positions, and for tangents. */
export function linearPart(matrix: Matrix): Float64Array {
  return Float64Array.from({ length: 9 }, (_, i) => at(matrix, Math.floor(i / 3) * 4 + (i % 3)));
}

export function transformRows(rows: VertexRows, matrix: Matrix): void {
  const { floats, count } = rows;
  const { words, isBare } = rows.layout;
  const isMirrored = isMirror(matrix);
  const normalMatrix = normalPart(matrix);
  const linear = linearPart(matrix);
  const tx = at(matrix, 12);
  const ty = at(matrix, 13);
  const tz = at(matrix, 14);
  for (let i = 0; i < count; i++) {
    const p = i * words;
    const x = floats[p] ?? 0;
    const y = floats[p + 1] ?? 0;
    const z = floats[p + 2] ?? 0;
    floats[p] = at(linear, 0) * x + at(linear, 3) * y + at(linear, 6) * z + tx + 0;
    floats[p + 1] = at(linear, 1) * x + at(linear, 4) * y + at(linear, 7) * z + ty + 0;
    floats[p + 2] = at(linear, 2) * x + at(linear, 5) * y + at(linear, 8) * z + tz + 0;
    transformDirection(floats, p + NORMAL, normalMatrix);
    if (isBare) continue;
    transformDirection(floats, p + TANGENT, linear);
    if (isMirrored) floats[p + TANGENT + 3] = 0 - (floats[p + TANGENT + 3] ?? 0);
  }
}

/** Multiplies three floats by a column-major 3×3 and normalizes them; zero if there is no direction. */
function transformDirection(floats: Float32Array, p: number, m: Float64Array): void {
  const x = floats[p] ?? 0;
  const y = floats[p + 1] ?? 0;
  const z = floats[p + 2] ?? 0;
  const a = at(m, 0) * x + at(m, 3) * y + at(m, 6) * z;
  const b = at(m, 1) * x + at(m, 4) * y + at(m, 7) * z;
  const c = at(m, 2) * x + at(m, 5) * y + at(m, 8) * z;
  const length = Math.sqrt(a * a + b * b + c * c);
  const scale = length > 0 && length < Number.POSITIVE_INFINITY ? 1 / length : 0;
  floats[p] = a * scale + 0;
  floats[p + 1] = b * scale + 0;
  floats[p + 2] = c * scale + 0;
}

const at = (m: Float64Array, i: number): number => m[i] ?? 0;

/** Swaps the last two corners of each triangle. */
export function flipWinding(indices: Uint32Array): void {
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const second = indices[i + 1] ?? 0;
    indices[i + 1] = indices[i + 2] ?? 0;
    indices[i + 2] = second;
  }
}
