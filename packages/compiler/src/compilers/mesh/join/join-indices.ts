// Joins the index lists of submeshes to one list over the joined vertices.

/** List i is offset by the vertex counts of the lists before it. */
export function joinIndices(lists: readonly Uint32Array[], vertexCounts: readonly number[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let to = 0;
  let base = 0;
  for (const [i, list] of lists.entries()) {
    for (let k = 0; k < list.length; k++) out[to++] = (list[k] ?? 0) + base;
    base += vertexCounts[i] ?? 0;
  }
  return out;
}
