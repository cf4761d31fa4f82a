// Triangles in vertex cache order, vertices in the order in which those fetch them first.

import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { gatherRows, type IndexedRows } from './vertex-rows.js';

/** What meshoptimizer gives vertices that no triangle uses. */
const UNUSED = 0xffffffff;

/** Takes over the indices. Needs MeshoptEncoder.ready. */
export function orderVertices({ rows, indices }: IndexedRows): IndexedRows {
  return { rows: gatherRows(rows, optimizeOrder(indices)), indices };
}

/** The same triangles over the same vertices: only the order of triangles changes. */
export function orderTriangles(indices: Uint32Array): Uint32Array {
  const original = optimizeOrder(indices);
  for (let i = 0; i < indices.length; i++) indices[i] = original[indices[i] ?? 0] ?? 0;
  return indices;
}

/** Reorders and renumbers `indices` in place; the result maps new numbers to old ones. */
function optimizeOrder(indices: Uint32Array): Uint32Array {
  const [remap, unique] = MeshoptEncoder.reorderMesh(indices, true, false);
  const original = new Uint32Array(unique);
  for (let old = 0; old < remap.length; old++) {
    const renumbered = remap[old] ?? UNUSED;
    if (renumbered !== UNUSED) original[renumbered] = old;
  }
  return original;
}
