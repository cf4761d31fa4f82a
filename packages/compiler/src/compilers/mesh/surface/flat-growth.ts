// Detects meshes without normals that grow because flat shading gives every triangle its own vertices.

import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { AssembledSubmesh } from '../submeshes/assemble-submeshes.js';
import { usedVertices } from '../vertices/used-vertices.js';

/** Smaller meshes may grow: nobody would notice. */
const MIN_VERTICES = 1 << 16;
const MIN_GROWTH = 2;

/** The warning; undefined if nothing grows much. */
export function flatGrowth(
  submeshes: readonly Pick<AssembledSubmesh, 'primitive' | 'rows' | 'copies'>[],
  file: string,
): Omit<Diagnostic, 'severity'> | undefined {
  const flat = submeshes.filter(({ primitive }) => primitive.normals === undefined);
  const after = flat.reduce((sum, { rows }) => sum + rows.count, 0);
  if (after < MIN_VERTICES) return undefined;
  const before = flat.reduce(
    (sum, { primitive, copies }) => sum + usedVertices(primitive.indices).vertices.length * copies.length,
    0,
  );
  if (after < before * MIN_GROWTH) return undefined;
  return {
    code: 'mesh/flat-growth',
    file,
    message: `the mesh has no normals, and flat ones turn its ${before} vertices into ${after}`,
  };
}
