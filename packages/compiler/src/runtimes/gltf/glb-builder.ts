// Builds a GLB: one buffer, and accessors with separate views into it. Equal calls give equal bytes.

import type { GltfLists, GltfRoot, Json, JsonObject } from './gltf-json.js';

const MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SPACE = 0x20;

type Values = Float32Array | Uint8Array | Int16Array | Uint16Array | Uint32Array;
type Shape = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4';
const WIDTH: { readonly [shape in Shape]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export const VERTICES = 34962;
export const INDICES = 34963;

interface AccessorOptions {
  readonly target?: typeof VERTICES | typeof INDICES;
  readonly normalized?: boolean;
  /** Whether minimum and maximum are written, which positions and times require. */
  readonly limits?: boolean;
  /** Rows have four values each, of which `type` uses the first: rows of three 16-bit integers would not be aligned. */
  readonly isPadded?: boolean;
  /** Of an index: whether it lists triangles. */
  readonly isTriangles?: boolean;
}

/** How bytes of a view are encoded. */
type EncodedMode = 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES';
interface GeometryEncoder {
  readonly extension: 'EXT_meshopt_compression' | 'KHR_meshopt_compression';
  encode(values: Values, stride: number, mode: EncodedMode): Uint8Array;
}

/** Values of a padded row. */
const ROW = 4;

interface SparseValues {
  readonly count: number;
  /** Ascending. */
  readonly indices: Uint32Array;
  readonly values: Float32Array;
  readonly limits: boolean;
}

export class GlbBuilder {
  readonly lists: GltfLists = {
    nodes: [],
    meshes: [],
    materials: [],
    textures: [],
    images: [],
    samplers: [],
    skins: [],
    cameras: [],
    animations: [],
  };
  readonly root: GltfRoot = { asset: { version: '2.0', generator: 'assetc' }, scene: {}, extensions: {} };
  readonly #accessors: JsonObject[] = [];
  readonly #views: JsonObject[] = [];
  readonly #parts: Uint8Array[] = [];
  readonly #times = new Map<string, number>();
  readonly #extensions = new Map<string, boolean>();
  readonly #encoder: GeometryEncoder | undefined;
  #sizeBytes = 0;
  /** Of the buffer that encoded views are decoded to. */
  #decodedBytes = 0;

  /** Lists an extension as used. */
  use(extension: string, isRequired = false): void {
    this.#extensions.set(extension, isRequired || (this.#extensions.get(extension) ?? false));
  }

  /** `encoder`: compresses vertices and indices. */
  constructor(encoder?: GeometryEncoder) {
    this.#encoder = encoder;
  }

  /** A view of bytes that start on a multiple of four. */
  addView(bytes: Uint8Array, target?: number, byteStride?: number): number {
    this.#views.push({ buffer: 0, byteOffset: this.#sizeBytes, byteLength: bytes.byteLength, byteStride, target });
    this.#append(bytes);
    return this.#views.length - 1;
  }

  addAccessor(values: Values, type: Shape, options: AccessorOptions = {}): number {
    const { target, normalized, limits, isPadded = false } = options;
    const width = isPadded ? ROW : WIDTH[type];
    const bytes = bytesOf(values);
    const stride = width * values.BYTES_PER_ELEMENT;
    const encoder = target === undefined || bytes.length === 0 ? undefined : this.#encoder;
    this.#accessors.push({
      bufferView: encoder
        ? this.#addEncodedView(encoder, values, stride, options)
        : this.addView(bytes, target, isPadded ? stride : undefined),
      componentType: componentType(values),
      count: values.length / width,
      type,
      normalized: normalized === true ? true : undefined,
      ...(limits === true ? limitsOf(isPadded ? withoutPadding(values, WIDTH[type]) : values, WIDTH[type]) : {}),
    });
    return this.#accessors.length - 1;
  }

  /** The view is into a buffer that exists only in loaders. */
  #addEncodedView(
    { extension, encode }: GeometryEncoder,
    values: Values,
    stride: number,
    { target, isTriangles, isPadded = false }: AccessorOptions,
  ): number {
    const mode = target === VERTICES ? 'ATTRIBUTES' : isTriangles === true ? 'TRIANGLES' : 'INDICES';
    const encoded = encode(values, stride, mode);
    const { byteLength } = values;
    this.use(extension, true);
    this.#views.push({
      buffer: 1,
      byteOffset: this.#decodedBytes,
      byteLength,
      byteStride: isPadded ? stride : undefined,
      target,
      extensions: {
        [extension]: {
          buffer: 0,
          byteOffset: this.#sizeBytes,
          byteLength: encoded.length,
          byteStride: stride,
          count: byteLength / stride,
          mode,
        },
      },
    });
    this.#decodedBytes += byteLength + padTo4(byteLength);
    this.#append(encoded);
    return this.#views.length - 1;
  }

  /** Three floats each, mostly zero. */
  addSparse({ count, indices, values, limits }: SparseValues): number {
    const sparse = indices.length === 0 ? undefined : this.#sparse(count, indices, values);
    const range = limits ? sparseLimits(count, indices.length, values) : {};
    this.#accessors.push({ componentType: 5126, count, type: 'VEC3', sparse, ...range });
    return this.#accessors.length - 1;
  }

  #sparse(count: number, indices: Uint32Array, values: Float32Array): JsonObject {
    const narrow = count > 0xffff ? indices : Uint16Array.from(indices);
    return {
      count: indices.length,
      indices: { bufferView: this.addView(bytesOf(narrow)), componentType: componentType(narrow) },
      values: { bufferView: this.addView(bytesOf(values)) },
    };
  }

  /** Equal lists of times are written once. */
  addTimes(times: Float32Array): number {
    const key = times.join();
    const known = this.#times.get(key) ?? this.addAccessor(times, 'SCALAR', { limits: true });
    this.#times.set(key, known);
    return known;
  }

  finish(): Uint8Array {
    const { asset, scene, extensions } = this.root;
    const used = [...this.#extensions.keys()].sort();
    const required = used.filter((name) => this.#extensions.get(name) === true);
    const lists: Record<string, unknown> = { ...this.lists, accessors: this.#accessors, bufferViews: this.#views };
    const json: Record<string, unknown> = { asset, scene: 0, scenes: [scene] };
    for (const [name, list] of Object.entries(lists)) if (Array.isArray(list) && list.length > 0) json[name] = list;
    if (this.#sizeBytes > 0) json.buffers = [{ byteLength: this.#sizeBytes }, ...this.#fallbackBuffers()];
    if (Object.keys(extensions).length > 0) json.extensions = extensions;
    if (used.length > 0) json.extensionsUsed = used;
    if (required.length > 0) json.extensionsRequired = required;
    return joinChunks(new TextEncoder().encode(JSON.stringify(json)), this.#parts, this.#sizeBytes);
  }

  /** Where encoded views are decoded to. */
  #fallbackBuffers(): readonly object[] {
    const extension = this.#encoder?.extension;
    if (extension === undefined || this.#decodedBytes === 0) return [];
    return [{ byteLength: this.#decodedBytes, extensions: { [extension]: { fallback: true } } }];
  }

  #append(bytes: Uint8Array): void {
    const padding = padTo4(bytes.byteLength);
    this.#parts.push(bytes, new Uint8Array(padding));
    this.#sizeBytes += bytes.byteLength + padding;
  }
}

const padTo4 = (length: number): number => (4 - (length % 4)) % 4;

const bytesOf = ({ buffer, byteOffset, byteLength }: Values): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function componentType(values: Values): number {
  if (values instanceof Float32Array) return 5126;
  if (values instanceof Uint8Array) return 5121;
  if (values instanceof Int16Array) return 5122;
  return values instanceof Uint16Array ? 5123 : 5125;
}

function limitsOf(values: Values, width: number): { readonly min: Json; readonly max: Json } {
  const min: number[] = Array(width).fill(Number.POSITIVE_INFINITY);
  const max: number[] = Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const axis = i % width;
    if (value < (min[axis] ?? 0)) min[axis] = value;
    if (value > (max[axis] ?? 0)) max[axis] = value;
  }
  return { min, max };
}

/** The first values of each row. */
const withoutPadding = (values: Values, width: number): Float32Array =>
  Float32Array.from(values).filter((_, i) => i % ROW < width);

/** Unlisted values are zero, and count. */
function sparseLimits(count: number, listed: number, values: Float32Array): { readonly min: Json; readonly max: Json } {
  return limitsOf(listed < count ? Float32Array.of(0, 0, 0, ...triples(values)) : values, 3);
}

/** Minimum and maximum of each axis. */
function triples(values: Float32Array): readonly number[] {
  if (values.length === 0) return [];
  const { min, max } = limitsOf(values, 3);
  return [min, max].flatMap((list) => (Array.isArray(list) ? list.map(Number) : []));
}

function joinChunks(json: Uint8Array, parts: readonly Uint8Array[], binBytes: number): Uint8Array {
  const jsonBytes = json.byteLength + padTo4(json.byteLength);
  const bin = binBytes === 0 ? 0 : CHUNK_HEADER_BYTES + binBytes;
  const total = HEADER_BYTES + CHUNK_HEADER_BYTES + jsonBytes + bin;
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  for (const [i, word] of [MAGIC, 2, total, jsonBytes, CHUNK_JSON].entries()) view.setUint32(i * 4, word, true);
  let at = HEADER_BYTES + CHUNK_HEADER_BYTES;
  out.set(json, at);
  out.fill(SPACE, at + json.byteLength, at + jsonBytes);
  at += jsonBytes;
  if (binBytes === 0) return out;
  view.setUint32(at, binBytes, true);
  view.setUint32(at + 4, CHUNK_BIN, true);
  at += CHUNK_HEADER_BYTES;
  for (const part of parts) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
}
