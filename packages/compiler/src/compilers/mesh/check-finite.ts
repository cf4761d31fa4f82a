// Whatever is written is finite: what a transform carries out of the range of 32-bit floats is refused with its place.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import type { Matrix } from '../../model/scene.js';
import { type Box, boxOf } from './bounds.js';
import type { VertexRows } from './vertex-rows.js';

function overflow(file: string, where: Place | undefined, message: string): AssetError {
  return new AssetError({ code: 'mesh/overflow', file, ...(where === undefined ? {} : { where }), message });
}

/** Below this in every coordinate, no distance between two vertices overflows. */
const FAR = 5e37;

/** Positions are finite, and so is every box, sphere and distance between them. */
export function checkPositions(rows: VertexRows, file: string, where: Place): void {
  const { floats, layout, bits } = rows;
  let largest = 0;
  for (let p = 0; p < bits.length; p += layout.words) {
    const x = Math.abs(floats[p] ?? 0);
    const y = Math.abs(floats[p + 1] ?? 0);
    const z = Math.abs(floats[p + 2] ?? 0);
    // A sum of three finite floats is finite in double precision.
    const sum = x + y + z;
    if (sum - sum !== 0) throw overflow(file, where, "a vertex is not finite after its node's transform is applied");
    if (sum > largest) largest = sum;
  }
  if (largest > FAR) checkRadius(diagonalOf(boxOf(rows)), file, where);
}

function diagonalOf({ min, max }: Box): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const side = (max[axis] ?? 0) - (min[axis] ?? 0);
    squared += side * side;
  }
  return Math.fround(Math.sqrt(squared));
}

/** The corners of a box may be finite and the sphere around it not. */
export function checkRadius(radius: number, file: string, where: Place | undefined): void {
  if (!Number.isFinite(radius))
    throw overflow(file, where, 'the bounds of the mesh are outside the range of 32-bit floats');
}

/** Matrices are written as 32-bit floats. */
export function checkMatrix(matrix: Matrix, file: string, where: Place): void {
  if (!matrix.every((n) => Number.isFinite(Math.fround(n))))
    throw overflow(file, where, 'the matrix of a node is outside the range of 32-bit floats');
}
