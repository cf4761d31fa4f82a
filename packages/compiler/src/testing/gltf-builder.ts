// Builds small glTF files in memory, valid or deliberately invalid.

type GltfJson = {
  asset: { version: string };
  buffers: { byteLength: number; uri?: string; [key: string]: unknown }[];
  bufferViews: { [key: string]: unknown }[];
  accessors: { [key: string]: unknown }[];
  meshes: { name?: string; primitives: { [key: string]: unknown }[] }[];
  nodes: { [key: string]: unknown }[];
  scenes: { name?: string; nodes: number[] }[];
  [key: string]: unknown;
};

type Components = Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

const WIDTHS: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export class GltfBuilder {
  readonly json: GltfJson = {
    asset: { version: '2.0' },
    buffers: [],
    bufferViews: [],
    accessors: [],
    meshes: [],
    nodes: [],
    scenes: [{ nodes: [] }],
  };
  #bin: Uint8Array = new Uint8Array(0);

  /** Appends bytes on a 4-byte boundary and returns their offset. */
  append(data: ArrayBufferView): number {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const offset = Math.ceil(this.#bin.length / 4) * 4;
    const bin = new Uint8Array(offset + bytes.length);
    bin.set(this.#bin);
    bin.set(bytes, offset);
    this.#bin = bin;
    return offset;
  }

  view(data: ArrayBufferView, more: object = {}): number {
    const byteOffset = this.append(data);
    return this.json.bufferViews.push({ buffer: 0, byteOffset, byteLength: data.byteLength, ...more }) - 1;
  }

  accessor(data: Components, type: string, more: object = {}): number {
    const count = data.length / (WIDTHS[type] ?? 1);
    return (
      this.json.accessors.push({ bufferView: this.view(data), componentType: codeOf(data), count, type, ...more }) - 1
    );
  }

  mesh(primitive: { [key: string]: unknown }, ...others: { [key: string]: unknown }[]): number {
    return this.json.meshes.push({ primitives: [primitive, ...others] }) - 1;
  }

  /** A node, at the root of scene 0 unless `root` is false. */
  node(node: { [key: string]: unknown }, root = true): number {
    const index = this.json.nodes.push(node) - 1;
    if (root) this.json.scenes[0]?.nodes.push(index);
    return index;
  }

  list(name: string, element: object): number {
    const list = Array.isArray(this.json[name]) ? this.json[name] : [];
    this.json[name] = list;
    return list.push(element) - 1;
  }

  get bin(): Uint8Array {
    return this.#bin;
  }

  glb(): Uint8Array {
    return glbOf(this.#finished(undefined), this.#bin);
  }

  /** A .gltf with its buffer in a data URI, or at `uri`. */
  gltf(uri = `data:application/octet-stream;base64,${Buffer.from(this.#bin).toString('base64')}`): string {
    return JSON.stringify(this.#finished(uri));
  }

  #finished(uri: string | undefined): object {
    const json: { [key: string]: unknown } = { ...this.json };
    if (this.json.buffers.length === 0 && this.#bin.length > 0)
      json.buffers = [{ byteLength: this.#bin.length, ...(uri === undefined ? {} : { uri }) }];
    for (const [key, value] of Object.entries(json)) if (Array.isArray(value) && value.length === 0) delete json[key];
    return json;
  }
}

export function glbOf(json: object, bin: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = Math.ceil(text.length / 4) * 4;
  const binLength = Math.ceil(bin.length / 4) * 4;
  const total = 12 + 8 + jsonLength + (bin.length > 0 ? 8 + binLength : 0);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, total, true);
  view.setUint32(12, jsonLength, true);
  view.setUint32(16, 0x4e4f534a, true);
  out.fill(0x20, 20, 20 + jsonLength);
  out.set(text, 20);
  if (bin.length > 0) {
    view.setUint32(20 + jsonLength, binLength, true);
    view.setUint32(24 + jsonLength, 0x004e4942, true);
    out.set(bin, 28 + jsonLength);
  }
  return out;
}

function codeOf(data: Components): number {
  if (data instanceof Int8Array) return 5120;
  if (data instanceof Uint8Array) return 5121;
  if (data instanceof Int16Array) return 5122;
  if (data instanceof Uint16Array) return 5123;
  return data instanceof Uint32Array ? 5125 : 5126;
}

/** A wavy grid of n × n quads with normals and uvs: all vertices differ, and none is on a symmetry. */
export function grid(n: number): {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  indices: Uint32Array;
} {
  const side = n + 1;
  const positions = new Float32Array(side * side * 3);
  const normals = new Float32Array(side * side * 3);
  const uvs = new Float32Array(side * side * 2);
  const indices = new Uint32Array(n * n * 6);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const v = y * side + x;
      const [u, w] = [x / n, y / n];
      positions.set([u * 2 - 1, Math.sin(u * 5) * Math.cos(w * 4) * 0.3, w * 2 - 1.1], v * 3);
      const slope = [-Math.cos(u * 5) * 0.7, 1, Math.sin(w * 4) * 0.6];
      const length = Math.hypot(...slope);
      normals.set(
        slope.map((c) => c / length),
        v * 3,
      );
      uvs.set([u * 3, w * 2 + 0.1 * u], v * 2);
    }
  let at = 0;
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const v = y * side + x;
      indices.set([v, v + side, v + 1, v + 1, v + side, v + side + 1], at);
      at += 6;
    }
  return { positions, normals, uvs, indices };
}

/** Adds a grid as a mesh and returns the mesh's index. */
export function addGrid(builder: GltfBuilder, n = 4, more: { [key: string]: unknown } = {}): number {
  const { positions, normals, uvs, indices } = grid(n);
  return builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      TEXCOORD_0: builder.accessor(uvs, 'VEC2'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
    ...more,
  });
}
