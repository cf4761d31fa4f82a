// An opened glTF or GLB: its JSON, its buffers (read on demand, each once) and its warnings.

import type { DiagnosticCode } from '../../../diagnostics/codes.js';
import { isGlb } from '../../../model/glb.js';
import type { BytesRef } from '../../../model/kind/bytes-ref.js';
import type { CompileContext } from '../../../model/kind/compile-context.js';
import { SCENE_LIMITS, type SceneLimits } from '../../../model/scene/scene-limits.js';
import { isDataUri } from '../../../model/text/data-uri.js';
import { checkJson } from './check-json.js';
import { readGlb } from './glb.js';
import { JsonNode } from './json-node.js';
import { parseJson } from './parse-json.js';
import { decodeDataUriAt, resolveUri } from './uri.js';

interface LoadedBuffer {
  readonly bytes: Uint8Array;
  /** The position of the bytes, for references that are read later. */
  readonly at: BytesRef;
}

/** Exporters count the bytes that pad a buffer to a multiple of four, but do not always write them. */
const MAX_PADDING = 3;

/** The part of a compile context that reading a glTF needs; the path may differ from the job's source. */
export type GltfContext = Pick<CompileContext, 'path' | 'read' | 'exists' | 'resolve' | 'warn'>;

export class GltfFile {
  readonly root: JsonNode;
  readonly context: GltfContext;
  readonly #bin: { readonly offset: number; readonly bytes: Uint8Array } | undefined;
  readonly #buffers = new Map<number, Promise<LoadedBuffer>>();
  readonly #warned = new Set<string>();
  #declaredBytes: number | undefined;

  constructor(context: GltfContext, bytes: Uint8Array, limits: SceneLimits = SCENE_LIMITS) {
    this.context = context;
    const glb = isGlb(bytes) || isMissingHeader(context.path, bytes) ? readGlb(context.path, bytes) : undefined;
    this.#bin = glb?.bin;
    const json = glb?.json ?? bytes;
    checkJson(context.path, json, limits);
    this.root = new JsonNode(context.path, parseJson(context.path, json), '');
  }

  /** The sum of the declared buffer sizes. */
  get declaredBytes(): number {
    this.#declaredBytes ??= this.list('buffers').reduce((sum, b) => sum + (b.get('byteLength')?.integer() ?? 0), 0);
    return this.#declaredBytes;
  }

  /** Elements of a top-level array; empty if it is missing. */
  list(name: string): readonly JsonNode[] {
    return this.root.get(name)?.items() ?? [];
  }

  count(name: string): number {
    return this.root.get(name)?.length ?? 0;
  }

  /** An element that is known to exist. */
  element(name: string, index: number): JsonNode {
    return this.root.require(name).at(index);
  }

  /** The element of a top-level array that an index refers to. */
  follow(reference: JsonNode, name: string): { readonly index: number; readonly node: JsonNode } {
    const index = reference.integer();
    const list = this.root.get(name);
    const count = list?.length ?? 0;
    if (list === undefined || index >= count)
      return reference.fail('gltf/bad-reference', `${name}[${index}] does not exist (number of ${name}: ${count})`);
    return { index, node: list.at(index) };
  }

  /** Warns only for the first position; `topic` separates warnings of the same code. Without a hint, the code's remedy is shown. */
  warnOnce(code: DiagnosticCode, at: JsonNode, message: string, topic = '', hint?: string): void {
    const key = `${code} ${topic}`;
    if (this.#warned.has(key)) return;
    this.#warned.add(key);
    const where = { pointer: at.pointer };
    this.context.warn({ code, file: this.context.path, where, message, ...(hint === undefined ? {} : { hint }) });
  }

  async buffer(reference: JsonNode): Promise<LoadedBuffer & { readonly byteLength: number }> {
    const { index, node } = this.follow(reference, 'buffers');
    const declared = node.require('byteLength');
    const byteLength = declared.integer();
    let loaded = this.#buffers.get(index);
    if (loaded === undefined) {
      loaded = this.#load(index, node);
      this.#buffers.set(index, loaded);
    }
    const { bytes, at } = await loaded;
    const missingBytes = byteLength - bytes.length;
    if (missingBytes > MAX_PADDING)
      declared.fail(
        'gltf/bad-buffer',
        `the buffer has ${bytes.length} bytes, not ${byteLength}`,
        node.get('uri') === undefined ? 'The file was probably cut short. Get it again or export it again.' : undefined,
      );
    if (missingBytes > 0)
      this.warnOnce(
        'gltf/short-buffer',
        declared,
        `the buffer has ${bytes.length} bytes, not ${byteLength}`,
        `${index}`,
      );
    return { bytes, at, byteLength: Math.min(byteLength, bytes.length) };
  }

  async #load(index: number, node: JsonNode): Promise<LoadedBuffer> {
    const { path } = this.context;
    const uri = node.get('uri');
    if (uri !== undefined) {
      if (isDataUri(uri.text())) return { bytes: decodeDataUriAt(uri), at: { file: path, pointer: uri.pointer } };
      const file = await resolveUri(this.context, uri);
      return { bytes: await this.context.read(file), at: { file } };
    }
    if (index === 0 && this.#bin !== undefined)
      return { bytes: this.#bin.bytes, at: { file: path, offset: this.#bin.offset } };
    return node.fail(
      'gltf/bad-buffer',
      index === 0
        ? 'the buffer has no URI and the file has no binary chunk'
        : 'the buffer has no URI: only the first buffer may be in the binary chunk',
      'Export the file again: a buffer needs a URI, or the binary chunk of a .glb.',
    );
  }

  /** Reads `buffer`, `byteOffset` and `byteLength` of a view, or of a compressed view's extension. */
  async range(node: JsonNode): Promise<{ readonly bytes: Uint8Array; readonly at: BytesRef }> {
    const { bytes, at, byteLength } = await this.buffer(node.require('buffer'));
    const offset = node.get('byteOffset')?.integer() ?? 0;
    const length = node.require('byteLength').integer(0);
    if (offset + length > byteLength)
      node.fail(
        'gltf/bad-buffer',
        `bytes ${offset} to ${offset + length} reach past the buffer's ${byteLength}`,
        'Export the file again: its buffer views do not match its buffers.',
      );
    return {
      bytes: bytes.subarray(offset, offset + length),
      at: { ...at, offset: (at.offset ?? 0) + offset, length },
    };
  }
}

/** Whether a .glb is neither GLB nor JSON: its header is missing. */
function isMissingHeader(path: string, bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte > 0x20);
  return /\.glb$/i.test(path) && first !== 0x7b;
}
