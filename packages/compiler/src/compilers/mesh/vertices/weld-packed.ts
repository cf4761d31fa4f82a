// Joins vertices that are equal once packed: differences in bits that the file does not store do not matter.
// Runs after tangents (MikkTSpace needs the original corners) and transforms (which round), and before ordering, meshlets and levels, which work on
// the vertices that are written.

import { weldRows } from '@assetc/kernels';
import { packAllChunks, packedWords } from './pack-rows.js';
import { gatherRows, type IndexedRows } from './vertex-rows.js';

/** Modifies the indices. The first of equal vertices is kept. */
export function weldPacked({ rows, indices }: IndexedRows): IndexedRows {
  const { remap, uniqueCount } = weldRows(rows.count, packedWords(rows.layout), (bits) => packAllChunks(rows, bits));
  if (uniqueCount === rows.count) return { rows, indices };
  const firstRows = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) firstRows[remap[i] ?? 0] = i;
  for (let i = 0; i < indices.length; i++) indices[i] = remap[indices[i] ?? 0] ?? 0;
  return { rows: gatherRows(rows, firstRows), indices };
}
