// The decoders of compressed geometry: the wasm module, or the TypeScript twins if the engine does not compile wasm at once.

import { wasmBase64 } from './generated/meshcodec-wasm.js';

/** What the module exports. Functions return 0 if the data is damaged. */
interface CodecExports {
  heapBase(): number;
  decodeVertices(source: number, size: number, count: number, stride: number, target: number): number;
  decodeTriangles(source: number, size: number, count: number, width: number, target: number): number;
  decodeSequence(source: number, size: number, count: number, width: number, target: number): number;
  decodeMeshlets(source: number, count: number, width: number, vertices: number, triangles: number): number;
}

const NAMES: readonly (keyof CodecExports)[] = [
  ...(['heapBase', 'decodeVertices', 'decodeTriangles', 'decodeSequence', 'decodeMeshlets'] as const),
];
const PAGE_BYTES = 65536;
/** Decoders may read this far past their input. */
const SLACK_BYTES = 32;
/** Memory that is kept after a large mesh. */
const KEEP_BYTES = 1 << 24;

function isExports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & CodecExports {
  return NAMES.every((name) => typeof exports[name] === 'function');
}

/** An instance and its memory. */
export class CodecKernel {
  readonly exports: CodecExports;
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: PAGE_BYTES });
  readonly #base: number;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    if (!isExports(exports)) throw new Error('the mesh decoders were built from other sources than this program');
    this.exports = exports;
    this.#base = (exports.heapBase() + 15) & ~15;
  }

  get isLarge(): boolean {
    return this.#memory.buffer.byteLength > KEEP_BYTES;
  }

  /** Copies `source` into the memory and reserves bytes for the output. Earlier contents are lost. */
  place(source: Uint8Array, outBytes: number): { readonly at: number; readonly out: number } {
    const out = this.#base + ((source.length + SLACK_BYTES + 15) & ~15);
    const missing = out + outBytes + SLACK_BYTES - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.bytes(this.#base, source.length).set(source);
    return { at: this.#base, out };
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }
}

function compile(): WebAssembly.Module | undefined {
  const text = atob(wasmBase64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  try {
    return new WebAssembly.Module(bytes);
  } catch {
    // A page without permission for wasm, or an engine without SIMD: the twins give the same bytes.
    return undefined;
  }
}

let module: WebAssembly.Module | undefined;
let isCompiled = false;
let idle: CodecKernel | undefined;

/** Calls `use` with a kernel; with undefined if the engine has no wasm. */
export function withCodecKernel<T>(use: (kernel: CodecKernel | undefined) => T): T {
  if (!isCompiled) module = compile();
  isCompiled = true;
  if (module === undefined) return use(undefined);
  const kernel = idle ?? new CodecKernel(module);
  idle = undefined;
  const result = use(kernel);
  if (!kernel.isLarge) idle = kernel;
  return result;
}
