// The transcoder's wasm module and its memory. Compiled once; every call lays out the memory again.

import { wasmBase64 } from './generated/transcode-wasm.js';

/** Blocks, their number and the output address; `second` is the channel of the second value, if there are two. */
type TranscodeBlocks = (src: number, count: number, out: number, second: number) => void;

/** What the module exports. */
export interface TranscodeExports {
  heapBase(): number;
  astc: TranscodeBlocks;
  bc7: TranscodeBlocks;
  bc1: TranscodeBlocks;
  bc3: TranscodeBlocks;
  bc4: TranscodeBlocks;
  bc5: TranscodeBlocks;
  etc1: TranscodeBlocks;
  etc2: TranscodeBlocks;
  eacR: TranscodeBlocks;
  eacRg: TranscodeBlocks;
  rgba(src: number, columns: number, rows: number, out: number, stride: number): void;
}

const NAMES: readonly (keyof TranscodeExports)[] = [
  ...(['heapBase', 'astc', 'bc7', 'bc1', 'bc3', 'bc4', 'bc5', 'etc1', 'etc2', 'eacR', 'eacRg', 'rgba'] as const),
];
const PAGE_BYTES = 65536;
const INITIAL_PAGES = 16;

function isExports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & TranscodeExports {
  return NAMES.every((name) => typeof exports[name] === 'function');
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const text = atob(wasmBase64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** An instance and its memory. */
export class TranscodeKernel {
  readonly exports: TranscodeExports;
  readonly #memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: PAGE_BYTES });
  readonly #base: number;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    if (!isExports(exports)) throw new Error('the transcoder was built from other sources than this program');
    this.exports = exports;
    this.#base = (exports.heapBase() + 15) & ~15;
  }

  /** Reserves memory for input and output and returns the addresses. Earlier contents are lost. */
  layOut(srcBytes: number, outBytes: number): { readonly src: number; readonly out: number } {
    const out = this.#base + ((srcBytes + 15) & ~15);
    const missing = out + outBytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return { src: this.#base, out };
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }
}

let kernel: TranscodeKernel | undefined;

/** The one instance of this thread; compiled synchronously if it was not prepared. */
export function transcodeKernel(): TranscodeKernel {
  kernel ??= new TranscodeKernel(new WebAssembly.Module(moduleBytes()));
  return kernel;
}

/**
 * Compiles the transcoder without blocking. Without this, the first call of `transcode` compiles it. Only needed on the main thread of a
 * browser: some do not allow synchronous compilation there.
 */
export async function prepareTranscoder(): Promise<void> {
  if (kernel !== undefined) return;
  const module = await WebAssembly.compile(moduleBytes());
  kernel ??= new TranscodeKernel(module);
}
