// The width of a mesh's indices, in both versions.

/** Two bytes per index if there are at most 65535 vertices, else four. */
export function narrowIndices(indices: Uint16Array | Uint32Array, vertexCount: number): Uint16Array | Uint32Array {
  for (let i = 0; i < indices.length; i++)
    if ((indices[i] ?? 0) >= vertexCount) throw new Error(`index ${i} is ${indices[i]}, past ${vertexCount} vertices`);
  if (vertexCount <= 0xffff) return indices instanceof Uint16Array ? indices : Uint16Array.from(indices);
  return indices instanceof Uint32Array ? indices : Uint32Array.from(indices);
}
