// Whatever is written is finite: what a transform carries out of the range of 32-bit floats is refused with its place.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import type { Matrix } from '../../model/scene.js';
import type { VertexRows } from './vertex-rows.js';

function overflow(file: string, where: Place | undefined, message: string): AssetError {
  return new AssetError({ code: 'mesh/overflow', file, ...(where === undefined ? {} : { where }), message });
}

export function checkPositions({ floats, layout, bits }: VertexRows, file: string, where: Place): void {
  for (let p = 0; p < bits.length; p += layout.words) {
    const sum = (floats[p] ?? 0) + (floats[p + 1] ?? 0) + (floats[p + 2] ?? 0);
    // A sum of three finite floats is finite in double precision.
    if (sum - sum !== 0) throw overflow(file, where, 'a vertex is not finite once its node is applied');
  }
}

/** The corners of a box may be finite and the sphere around it not. */
export function checkRadius(radius: number, file: string, where: Place | undefined): void {
  if (!Number.isFinite(radius)) throw overflow(file, where, 'the mesh is too large for bounds of 32-bit floats');
}

/** Matrices are written as 32-bit floats. */
export function checkMatrix(matrix: Matrix, file: string, where: Place): void {
  if (!matrix.every((n) => Number.isFinite(Math.fround(n))))
    throw overflow(file, where, 'the matrix of a node leaves the range of 32-bit floats');
}
