// Joins vertices that are equal once packed: differences in bits that the file does not store do not matter.
// Runs after tangents (MikkTSpace needs the original corners) and transforms (which round), and before ordering, meshlets and levels, which work on
// the vertices that are written.

import { numberRows } from '@assetc/kernels';
import { packAllChunks, packedWords } from './pack-rows.js';
import { gatherRows, type IndexedRows, type VertexRows } from './vertex-rows.js';

/** The same object if all are different. Otherwise only the indices change: they use the first of equal vertices. Ordering drops the others, without a copy of the rows in between. */
export function joinPacked(indexed: IndexedRows): IndexedRows {
  const { rows, indices } = indexed;
  const joined = joinRows(rows);
  if (joined === undefined) return indexed;
  const { remap, firstRows } = joined;
  for (let i = 0; i < indices.length; i++) indices[i] = firstRows[remap[indices[i] ?? 0] ?? 0] ?? 0;
  return { rows, indices };
}

/** Modifies the indices. The first of equal vertices is kept. */
export function weldPacked({ rows, indices }: IndexedRows): IndexedRows {
  const joined = joinRows(rows);
  if (joined === undefined) return { rows, indices };
  const { remap, firstRows } = joined;
  for (let i = 0; i < indices.length; i++) indices[i] = remap[indices[i] ?? 0] ?? 0;
  return { rows: gatherRows(rows, firstRows), indices };
}

interface JoinedRows {
  /** Row → its vertex. */
  readonly remap: Uint32Array;
  /** Vertex → the first of its rows. */
  readonly firstRows: Uint32Array;
}

/** Undefined if all are different. */
function joinRows(rows: VertexRows): JoinedRows | undefined {
  const { remap, uniqueCount } = numberRows(rows.count, packedWords(rows.layout), (bits) => packAllChunks(rows, bits));
  if (uniqueCount === rows.count) return undefined;
  const firstRows = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) firstRows[remap[i] ?? 0] = i;
  return { remap, firstRows };
}
