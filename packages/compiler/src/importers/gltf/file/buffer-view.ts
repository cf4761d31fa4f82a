// Reads the bytes of buffer views, decompressed if they use EXT_meshopt_compression or KHR_meshopt_compression.
// Counts in a compressed view are checked against the compressed size before anything is allocated.

import type { MeshoptDecoder } from 'meshoptimizer';
import type { GltfFile } from './gltf-file.js';
import type { JsonNode } from './json-node.js';

export interface ViewBytes {
  readonly bytes: Uint8Array;
  /** Undefined if elements are tightly packed. */
  readonly byteStride: number | undefined;
}

const MODES = ['ATTRIBUTES', 'TRIANGLES', 'INDICES'];
const FILTERS = ['NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR'];

/** The maximum that one byte can decode to: an all-zero block of 256 vertices takes one byte per four byte columns. */
const MAX_ATTRIBUTE_RATIO = 1024;
const MAX_VIEW_BYTES = 0x7fff_ffff;

export class BufferViews {
  readonly #file: GltfFile;
  readonly #views = new Map<number, Promise<ViewBytes>>();
  #decoder: Promise<typeof MeshoptDecoder> | undefined;

  constructor(file: GltfFile) {
    this.#file = file;
  }

  read(reference: JsonNode): Promise<ViewBytes> {
    const { index, node } = this.#file.follow(reference, 'bufferViews');
    let view = this.#views.get(index);
    if (view === undefined) {
      view = this.#load(node);
      this.#views.set(index, view);
    }
    return view;
  }

  async #load(node: JsonNode): Promise<ViewBytes> {
    const stride = node.get('byteStride')?.integer(0, 0xffff) ?? 0;
    const byteStride = stride === 0 ? undefined : stride;
    const compressed = node.extension('KHR_meshopt_compression') ?? node.extension('EXT_meshopt_compression');
    if (compressed !== undefined) return { bytes: await this.#decompress(node, compressed), byteStride };
    const { bytes } = await this.#file.range(node);
    return { bytes, byteStride };
  }

  async #decompress(node: JsonNode, extension: JsonNode): Promise<Uint8Array> {
    const { bytes: source } = await this.#file.range(extension);
    const stride = extension.require('byteStride').integer(1, 256);
    const count = extension.require('count').integer();
    const mode = extension.require('mode').text();
    const filter = extension.get('filter')?.text() ?? 'NONE';
    if (!MODES.includes(mode)) extension.require('mode').fail('gltf/bad-compression', `${mode} is not a meshopt mode`);
    if (!FILTERS.includes(filter))
      extension.require('filter').fail('gltf/bad-compression', `${filter} is not a meshopt filter`);
    if (mode === 'ATTRIBUTES' ? stride % 4 !== 0 : stride !== 2 && stride !== 4)
      extension.require('byteStride').fail('gltf/bad-compression', `a stride of ${stride} is not valid for ${mode}`);
    if (mode === 'TRIANGLES' && count % 3 !== 0)
      extension.require('count').fail('gltf/bad-compression', `${count} indices are not whole triangles`);
    const maxCount = mode === 'ATTRIBUTES' ? (source.length * MAX_ATTRIBUTE_RATIO) / stride : source.length * 3;
    const size = count * stride;
    if (count > maxCount || size > MAX_VIEW_BYTES)
      extension
        .require('count')
        .fail(
          'gltf/bad-compression',
          `${source.length} compressed bytes are too few for ${count} elements of ${stride} bytes`,
        );
    const length = node.require('byteLength').integer();
    if (length > size)
      node
        .require('byteLength')
        .fail(
          'gltf/bad-buffer',
          `the buffer view has ${length} bytes, but its data decompresses to ${size}`,
          'Compress the file again with a current tool.',
        );
    const decoder = await this.#meshopt();
    const target = new Uint8Array(size);
    try {
      decoder.decodeGltfBuffer(target, count, stride, source, mode, filter);
    } catch {
      return extension.fail('gltf/bad-compression', 'the compressed data is damaged');
    }
    return target;
  }

  #meshopt(): Promise<typeof MeshoptDecoder> {
    this.#decoder ??= import('meshoptimizer/decoder').then(async ({ MeshoptDecoder: decoder }) => {
      await decoder.ready;
      return decoder;
    });
    return this.#decoder;
  }
}
