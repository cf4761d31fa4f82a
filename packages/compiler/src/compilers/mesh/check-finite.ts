// Checks that everything written is finite: a transform that leaves the range of 32-bit floats is rejected with its origin.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import type { Matrix } from '../../model/scene/scene.js';
import { type Box, boxOf } from './bounds.js';
import type { VertexRows } from './vertices/vertex-rows.js';

function overflowError(file: string, where: Place | undefined, message: string): AssetError {
  return new AssetError({ code: 'mesh/overflow', file, ...(where === undefined ? {} : { where }), message });
}

/** If every coordinate is below this, no distance between two vertices overflows. */
const SAFE_COORDINATE = 5e37;

/** Checks that positions are finite, and every box, sphere and distance between them. */
export function checkPositions(rows: VertexRows, file: string, where: Place): void {
  const { floats, layout, bits } = rows;
  let largest = 0;
  for (let p = 0; p < bits.length; p += layout.words) {
    const x = Math.abs(floats[p] ?? 0);
    const y = Math.abs(floats[p + 1] ?? 0);
    const z = Math.abs(floats[p + 2] ?? 0);
    // A sum of three finite floats is finite in double precision.
    const sum = x + y + z;
    if (sum - sum !== 0)
      throw overflowError(file, where, "a vertex is not finite after its node's transform is applied");
    if (sum > largest) largest = sum;
  }
  if (largest > SAFE_COORDINATE) checkRadius(diagonalOf(boxOf(rows)), file, where);
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
    throw overflowError(file, where, 'the bounds of the mesh are outside the range of 32-bit floats');
}

/** Matrices are written as 32-bit floats. */
export function checkMatrix(matrix: Matrix, file: string, where: Place): void {
  if (!matrix.every((n) => Number.isFinite(Math.fround(n))))
    throw overflowError(file, where, 'the matrix of a node is outside the range of 32-bit floats');
}
