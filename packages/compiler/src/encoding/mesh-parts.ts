// A mesh in parts with their attributes apart: what any mesh format can be written from.

export interface MeshPart {
  readonly indices: Uint32Array;
  /** Three a vertex; so are the normals. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Four a vertex; zero where they mean nothing. */
  readonly tangents: Float32Array;
  /** Two a vertex, set by set. */
  readonly uvs: readonly Float32Array[];
  /** RGBA, set by set. */
  readonly colors: readonly Float32Array[];
  /** Four a vertex, set by set, as many as of weights. */
  readonly joints: readonly Uint16Array[];
  readonly weights: readonly Float32Array[];
  /** Into the materials of the file or the source. */
  readonly slot: number | undefined;
}

export const vertexCountOf = ({ positions }: Pick<MeshPart, 'positions'>): number => positions.length / 3;

export function concatFloats(lists: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/** Indices of all parts over the vertices of all parts, one after the other. */
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

/** The vertices that `indices` use, in ascending order, and the indices over them. */
export function compactIndices(indices: ArrayLike<number>, vertexCount: number) {
  const numbers = new Int32Array(vertexCount).fill(-1);
  for (let i = 0; i < indices.length; i++) numbers[indices[i] ?? 0] = 0;
  const used: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (numbers[v] === 0) numbers[v] = used.push(v) - 1;
  const compact = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) compact[i] = numbers[indices[i] ?? 0] ?? 0;
  return { used: Uint32Array.from(used), indices: compact };
}

/** The values of some vertices, `width` each. */
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

/** The attributes that every part has, one part after the other. */
export function joinAttributes(parts: readonly MeshPart[]) {
  return {
    positions: concatFloats(parts.map(({ positions }) => positions)),
    normals: concatFloats(parts.map(({ normals }) => normals)),
    tangents: concatFloats(parts.map(({ tangents }) => tangents)),
    uvs: concatFloats(parts.map((part) => part.uvs[0] ?? new Float32Array(vertexCountOf(part) * 2))),
  };
}
