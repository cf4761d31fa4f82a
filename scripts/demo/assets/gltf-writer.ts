// Collects typed arrays into one buffer and writes them as .glb or as .gltf with a .bin next to it.

type Numbers = Float32Array | Uint16Array | Uint8Array;
const COMPONENT = new Map<unknown, number>([
  [Float32Array, 5126],
  [Uint16Array, 5123],
  [Uint8Array, 5121],
]);

export type GltfJson = Record<string, unknown>;

export class GltfWriter {
  readonly #parts: Uint8Array[] = [];
  readonly #views: GltfJson[] = [];
  readonly #accessors: GltfJson[] = [];
  #size = 0;

  /** Appends bytes on a 4-byte boundary and returns the bufferView's index. */
  view(bytes: Uint8Array, target?: number): number {
    const padding = (4 - (this.#size % 4)) % 4;
    this.#parts.push(new Uint8Array(padding), bytes);
    this.#size += padding;
    this.#views.push({
      buffer: 0,
      byteOffset: this.#size,
      byteLength: bytes.length,
      ...(target === undefined ? {} : { target }),
    });
    this.#size += bytes.length;
    return this.#views.length - 1;
  }

  accessor(
    data: Numbers,
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
    options: { bounds?: boolean; target?: number } = {},
  ): number {
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[type];
    const bufferView = this.view(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), options.target);
    const accessor: GltfJson = {
      bufferView,
      componentType: COMPONENT.get(data.constructor),
      count: data.length / width,
      type,
    };
    if (options.bounds === true) {
      const columns = Array.from({ length: width }, (_, c) => Array.from(data).filter((_, i) => i % width === c));
      accessor.min = columns.map((column) => column.reduce((a, b) => Math.min(a, b)));
      accessor.max = columns.map((column) => column.reduce((a, b) => Math.max(a, b)));
    }
    this.#accessors.push(accessor);
    return this.#accessors.length - 1;
  }

  #document(json: GltfJson, uri?: string): GltfJson {
    return {
      asset: { version: '2.0', generator: 'assetc demo' },
      ...json,
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [{ ...(uri === undefined ? {} : { uri }), byteLength: this.#size }],
    };
  }

  bin(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  gltf(json: GltfJson, binName: string): string {
    return `${JSON.stringify(this.#document(json, binName), undefined, 1)}\n`;
  }

  glb(json: GltfJson): Uint8Array {
    const pad = (bytes: Buffer, fill: number) =>
      Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, fill)]);
    const text = pad(Buffer.from(JSON.stringify(this.#document(json))), 0x20);
    const bin = pad(Buffer.from(this.bin()), 0);
    const head = Buffer.alloc(20);
    head.write('glTF', 0, 'latin1');
    head.writeUInt32LE(2, 4);
    head.writeUInt32LE(28 + text.length + bin.length, 8);
    head.writeUInt32LE(text.length, 12);
    head.write('JSON', 16, 'latin1');
    const binHead = Buffer.alloc(8);
    binHead.writeUInt32LE(bin.length, 0);
    binHead.write('BIN\0', 4, 'latin1');
    return Buffer.concat([head, text, binHead, bin]);
  }
}

export interface Geometry {
  readonly positions: number[];
  readonly normals: number[];
  readonly uvs: number[];
  readonly indices: number[];
}

export const emptyGeometry = (): Geometry => ({ positions: [], normals: [], uvs: [], indices: [] });

const ELEMENTS = 34963;
const VERTICES = 34962;

export function primitive(writer: GltfWriter, geometry: Geometry, material: number, extra: GltfJson = {}): GltfJson {
  return {
    attributes: {
      POSITION: writer.accessor(Float32Array.from(geometry.positions), 'VEC3', { bounds: true, target: VERTICES }),
      NORMAL: writer.accessor(Float32Array.from(geometry.normals), 'VEC3', { target: VERTICES }),
      TEXCOORD_0: writer.accessor(Float32Array.from(geometry.uvs), 'VEC2', { target: VERTICES }),
      ...extra,
    },
    indices: writer.accessor(Uint16Array.from(geometry.indices), 'SCALAR', { target: ELEMENTS }),
    material,
  };
}

/** Joins a grid of (columns + 1) × (rows + 1) vertices that starts at `first` into triangles. */
export function joinGrid(indices: number[], first: number, columns: number, rows: number): void {
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const a = first + r * (columns + 1) + c;
      const b = a + columns + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
}
