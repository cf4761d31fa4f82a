// A mesh in parts, with separate attributes: the input of every mesh format writer.

/** A part of a mesh with one material. */
export interface MeshPart {
  readonly indices: Uint32Array;
  /** Three per vertex; normals too. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Four per vertex; zero if the part has none. */
  readonly tangents: Float32Array;
  /** Two per vertex; one array per set. */
  readonly uvs: readonly Float32Array[];
  /** RGBA; one array per set. */
  readonly colors: readonly Float32Array[];
  /** Four per vertex; one array per set, as many sets as weights. */
  readonly joints: readonly Uint16Array[];
  readonly weights: readonly Float32Array[];
  /** Index into the materials of the file or the source. */
  readonly slot: number | undefined;
}

/** The number of vertices of a part. */
export const vertexCountOf = ({ positions }: Pick<MeshPart, 'positions'>): number => positions.length / 3;

/** All lists in one. */
export function concatFloats(lists: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/** Indices of all parts, rebased to the concatenated vertices. */
export function concatIndices(parts: readonly MeshPart[]): Uint32Array {
  const out = new Uint32Array(parts.reduce((sum, { indices }) => sum + indices.length, 0));
  let at = 0;
  let base = 0;
  for (const part of parts) {
    for (let i = 0; i < part.indices.length; i++) out[at++] = (part.indices[i] ?? 0) + base;
    base += vertexCountOf(part);
  }
  return out;
}

/** The vertices that `indices` use, in ascending order, and the indices rebased to them. */
export function compactIndices(indices: ArrayLike<number>, vertexCount: number) {
  const newIndices = new Int32Array(vertexCount).fill(-1);
  for (let i = 0; i < indices.length; i++) newIndices[indices[i] ?? 0] = 0;
  const used: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (newIndices[v] === 0) newIndices[v] = used.push(v) - 1;
  const compact = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) compact[i] = newIndices[indices[i] ?? 0] ?? 0;
  return { used: Uint32Array.from(used), indices: compact };
}

/** The values of the given vertices, `width` each. */
export function gatherFloats(values: Float32Array, vertices: Uint32Array, width: number): Float32Array {
  const out = new Float32Array(vertices.length * width);
  gatherInto(out, values, vertices, width);
  return out;
}

export function gatherShorts(values: Uint16Array, vertices: Uint32Array, width: number): Uint16Array {
  const out = new Uint16Array(vertices.length * width);
  gatherInto(out, values, vertices, width);
  return out;
}

function gatherInto(
  out: Float32Array | Uint16Array,
  values: Float32Array | Uint16Array,
  vertices: Uint32Array,
  width: number,
): void {
  for (let i = 0; i < vertices.length; i++)
    for (let c = 0; c < width; c++) out[i * width + c] = values[(vertices[i] ?? 0) * width + c] ?? 0;
}

/** The attributes that every part has, concatenated. */
export function joinAttributes(parts: readonly MeshPart[]) {
  return {
    positions: concatFloats(parts.map(({ positions }) => positions)),
    normals: concatFloats(parts.map(({ normals }) => normals)),
    tangents: concatFloats(parts.map(({ tangents }) => tangents)),
    uvs: concatFloats(parts.map((part) => part.uvs[0] ?? new Float32Array(vertexCountOf(part) * 2))),
  };
}
