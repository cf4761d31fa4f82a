// Reads accessors as typed arrays. Every range is checked against the available bytes before anything is allocated. Packed, aligned floats
// are viewed in place. Misaligned data is accepted, because exporters write it and loaders read it.

import { BufferViews, type ViewBytes } from './buffer-view.js';
import {
  type ComponentType,
  componentType,
  ELEMENT_TYPES,
  FLOAT,
  UNSIGNED_BYTE,
  UNSIGNED_INT,
  UNSIGNED_SHORT,
} from './component-types.js';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

export interface AccessorInfo {
  readonly index: number;
  readonly node: JsonNode;
  readonly count: number;
  readonly components: number;
  readonly type: string;
  readonly component: ComponentType;
  readonly normalized: boolean;
}

/** A zero-filled accessor takes no bytes in the file, so its size is limited to this many elements, or to the size of all buffers. */
const MAX_ZERO_ELEMENTS = 1 << 20;

export class Accessors {
  readonly #file: GltfFile;
  readonly views: BufferViews;
  readonly #floats = new Map<number, Promise<Float32Array>>();

  constructor(file: GltfFile) {
    this.#file = file;
    this.views = new BufferViews(file);
  }

  /** The accessor that `reference` names. It must have one of `types` and, if given, one of `componentCodes`. */
  info(reference: JsonNode, types: readonly string[], componentCodes?: readonly number[]): AccessorInfo {
    const { index, node } = this.#file.follow(reference, 'accessors');
    const typeNode = node.require('type');
    const type = typeNode.text();
    const components = ELEMENT_TYPES[type];
    if (components === undefined || !types.includes(type))
      return typeNode.fail(
        'gltf/bad-accessor',
        `${type} cannot be used for ${reference.pointer}: it must be ${types.join(' or ')}`,
      );
    const component = componentType(node.require('componentType'));
    if (componentCodes !== undefined && !componentCodes.includes(component.code))
      return node
        .require('componentType')
        .fail('gltf/bad-accessor', `components of type ${component.code} cannot be used for ${reference.pointer}`);
    return {
      index,
      node,
      count: node.require('count').integer(),
      components,
      type,
      component,
      normalized: node.get('normalized')?.boolean() ?? false,
    };
  }

  /** Values as floats: normalized integers are scaled to −1 … 1 or 0 … 1, others converted. The array is shared: do not modify it. */
  floats(info: AccessorInfo): Promise<Float32Array> {
    let floats = this.#floats.get(info.index);
    if (floats === undefined) {
      floats = this.#readFloats(info);
      this.#floats.set(info.index, floats);
    }
    return floats;
  }

  async #readFloats(info: AccessorInfo): Promise<Float32Array> {
    const { component, components, count, normalized } = info;
    const dense = await this.#dense(info);
    const isSparse = info.node.get('sparse') !== undefined;
    if (dense !== undefined && !isSparse && component.code === FLOAT && dense.stride === components * 4) {
      const inPlace = viewFloats(dense.bytes, count * components);
      if (inPlace !== undefined) return inPlace;
    }
    const out = new Float32Array(count * components);
    const scale = normalized ? component.max : 1;
    if (dense !== undefined) readInto(out, 0, dense.bytes, dense.stride, count, components, component, scale);
    if (isSparse) {
      await this.#sparse(info, (element, bytes, at) => {
        readInto(out, element * components, bytes.subarray(at), 0, 1, components, component, scale);
      });
    }
    if (component.code !== FLOAT && normalized) clampSigned(out);
    return out;
  }

  /** Unsigned integers: vertex indices and joints. The array is shared if possible: do not modify it. */
  async integers(info: AccessorInfo): Promise<Uint32Array> {
    const { component, components, count } = info;
    const dense = await this.#dense(info);
    const isSparse = info.node.get('sparse') !== undefined;
    const length = count * components;
    if (dense !== undefined && dense.stride === components * component.size) {
      const packed = packedIntegers(dense.bytes, component.code, length);
      if (packed instanceof Uint32Array && !isSparse) return packed;
      if (packed !== undefined && !isSparse) return Uint32Array.from(packed);
    }
    const out = new Uint32Array(length);
    if (dense !== undefined) readInto(out, 0, dense.bytes, dense.stride, count, components, component, 1);
    if (isSparse)
      await this.#sparse(info, (element, bytes, at) => {
        readInto(out, element * components, bytes.subarray(at), 0, 1, components, component, 1);
      });
    return out;
  }

  /** The accessor's own data, checked to contain `count` elements. Undefined means zeros. */
  async #dense(info: AccessorInfo): Promise<{ readonly bytes: Uint8Array; readonly stride: number } | undefined> {
    const { node, count, components, component } = info;
    const reference = node.get('bufferView');
    if (reference === undefined) {
      // Declared buffer sizes may be wrong too, so they count only up to a limit.
      if (count > Math.max(MAX_ZERO_ELEMENTS, Math.min(this.#file.declaredBytes, MAX_ZERO_ELEMENTS * 64)))
        node.require('count').fail('gltf/bad-accessor', `${count} elements without data are too many`);
      return undefined;
    }
    const view = await this.views.read(reference);
    const offset = node.get('byteOffset')?.integer() ?? 0;
    const size = components * component.size;
    const stride = view.byteStride ?? size;
    if (stride < size)
      reference.fail('gltf/bad-accessor', `elements of ${size} bytes overlap with a stride of ${stride}`);
    checkRange(node, view, offset, stride, size, count);
    return { bytes: view.bytes.subarray(offset), stride };
  }

  async #sparse(info: AccessorInfo, store: (element: number, bytes: Uint8Array, at: number) => void): Promise<void> {
    const sparse = info.node.require('sparse');
    const count = sparse.require('count').integer();
    if (count > info.count)
      sparse.require('count').fail('gltf/bad-accessor', `${count} of ${info.count} elements cannot be replaced`);
    const indices = sparse.require('indices');
    const values = sparse.require('values');
    const type = componentType(indices.require('componentType'));
    if (![UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT].includes(type.code))
      indices.require('componentType').fail('gltf/bad-accessor', `${type.code} cannot be an index`);
    const indexView = await this.views.read(indices.require('bufferView'));
    const indexOffset = indices.get('byteOffset')?.integer() ?? 0;
    checkRange(indices, indexView, indexOffset, type.size, type.size, count);
    const size = info.components * info.component.size;
    const valueView = await this.views.read(values.require('bufferView'));
    const valueOffset = values.get('byteOffset')?.integer() ?? 0;
    checkRange(values, valueView, valueOffset, size, size, count);
    const view = viewOf(indexView.bytes);
    for (let i = 0; i < count; i++) {
      const element = type.read(view, indexOffset + i * type.size);
      if (element >= info.count)
        indices.fail('gltf/bad-accessor', `sparse element ${i} replaces ${element} of ${info.count} elements`);
      store(element, valueView.bytes, valueOffset + i * size);
    }
  }
}

function checkRange(
  node: JsonNode,
  view: ViewBytes,
  offset: number,
  stride: number,
  size: number,
  count: number,
): void {
  const end = count === 0 ? offset : offset + stride * (count - 1) + size;
  if (end > view.bytes.length)
    node.fail('gltf/bad-accessor', `${count} elements need ${end} bytes, the buffer view has ${view.bytes.length}`);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function viewFloats(bytes: Uint8Array, length: number): Float32Array | undefined {
  return bytes.byteOffset % 4 === 0 ? new Float32Array(bytes.buffer, bytes.byteOffset, length) : undefined;
}

/** Packed, aligned integers in place; undefined if they must be copied one by one. */
function packedIntegers(bytes: Uint8Array, code: number, length: number): Uint32Array | Uint16Array | undefined {
  if (code === UNSIGNED_INT && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, length);
  if (code === UNSIGNED_SHORT && bytes.byteOffset % 2 === 0)
    return new Uint16Array(bytes.buffer, bytes.byteOffset, length);
  return undefined;
}

/** Converts packed components from a decoder to floats, scaled like the accessor. */
export function convertToFloats(bytes: Uint8Array, info: AccessorInfo): Float32Array {
  const { component, components, count, normalized } = info;
  const out = new Float32Array(count * components);
  readInto(out, 0, bytes, components * component.size, count, components, component, normalized ? component.max : 1);
  if (component.code !== FLOAT && normalized) clampSigned(out);
  return out;
}

/** Converts packed components from a decoder to integers. */
export function convertToIntegers(bytes: Uint8Array, info: AccessorInfo): Uint32Array {
  const { component, components, count } = info;
  const out = new Uint32Array(count * components);
  readInto(out, 0, bytes, components * component.size, count, components, component, 1);
  return out;
}

/** −128 / 127 is slightly below −1. */
function clampSigned(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) < -1) values[i] = -1;
}

/** Divides by `scale` (for normalized integers). One loop per type would be faster, but this is not a hot spot. */
function readInto(
  out: Float32Array | Uint32Array,
  at: number,
  bytes: Uint8Array,
  stride: number,
  count: number,
  components: number,
  type: ComponentType,
  scale: number,
): void {
  const view = viewOf(bytes);
  let target = at;
  for (let i = 0; i < count; i++) {
    let from = i * stride;
    for (let c = 0; c < components; c++, from += type.size) out[target++] = type.read(view, from) / scale;
  }
}
