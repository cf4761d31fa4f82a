// Orders triangles for the vertex cache or for compression, and vertices by first use.

import { orderTriangles, type TriangleOrder } from '@assetc/kernels';
import { sharedWords } from './shared-words.js';
import { gatherRows, type IndexedRows } from './vertex-rows.js';

/** Modifies the indices. Those of the result are in shared memory if they are many. */
export function orderVertices({ rows, indices: source }: IndexedRows, order: TriangleOrder): IndexedRows {
  orderTriangles(source, rows.count, order);
  const numbers = new Uint32Array(rows.count);
  const sourceRows = new Uint32Array(rows.count);
  const indices = sharedWords(source.length);
  let used = 0;
  for (let i = 0; i < source.length; i++) {
    const row = source[i] ?? 0;
    // Numbers start at 1; 0 means none.
    let number = numbers[row] ?? 0;
    if (number === 0) {
      sourceRows[used++] = row;
      number = used;
      numbers[row] = number;
    }
    indices[i] = number - 1;
  }
  return { rows: gatherRows(rows, sourceRows.subarray(0, used)), indices };
}
