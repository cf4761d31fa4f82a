// Vertices that are equal once packed become one: what differs in bits that the file does not keep differs for nobody.
// Comes after tangents (MikkTSpace wants corners as they are) and placement (a transform rounds), and before ordering,
// meshlets and levels, which work on the vertices that are written.

import { weldRows } from '@assetc/kernels';
import { packedWords, packWhole } from './pack-rows.js';
import { gatherRows, type IndexedRows } from './vertex-rows.js';

/** Takes over the indices. Of equal vertices the first stays. */
export function weldPacked({ rows, indices }: IndexedRows): IndexedRows {
  const { remap, uniqueCount } = weldRows(rows.count, packedWords(rows.layout), (bits) => packWhole(rows, bits));
  if (uniqueCount === rows.count) return { rows, indices };
  const first = new Uint32Array(uniqueCount);
  for (let i = rows.count - 1; i >= 0; i--) first[remap[i] ?? 0] = i;
  for (let i = 0; i < indices.length; i++) indices[i] = remap[indices[i] ?? 0] ?? 0;
  return { rows: gatherRows(rows, first), indices };
}
