// Triangles in vertex cache order, vertices in the order in which those fetch them first.

import { orderTriangles } from '@assetc/kernels';
import { sharedWords } from './shared-words.js';
import { gatherRows, type IndexedRows } from './vertex-rows.js';

/** Takes over the indices. Those of the result are shared with other threads where they are many. */
export function orderVertices({ rows, indices: given }: IndexedRows): IndexedRows {
  orderTriangles(given, rows.count);
  const numbers = new Uint32Array(rows.count);
  const order = new Uint32Array(rows.count);
  const indices = sharedWords(given.length);
  let used = 0;
  for (let i = 0; i < given.length; i++) {
    const row = given[i] ?? 0;
    // Numbers count from 1: 0 is nobody's.
    let number = numbers[row] ?? 0;
    if (number === 0) {
      order[used++] = row;
      number = used;
      numbers[row] = number;
    }
    indices[i] = number - 1;
  }
  return { rows: gatherRows(rows, order.subarray(0, used)), indices };
}
