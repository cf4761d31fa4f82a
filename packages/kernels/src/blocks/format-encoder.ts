// An encoder whose kernel knows several formats by their numbers. Blocks depend on their own sixteen texels and the options only, so any
// division into strips gives the same bytes. One instance a worker.

import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';
import { type BlockOptions, numbersOf } from './block-options.js';
import { encodeStrip } from './block-strips.js';

interface FormatExports extends KernelExports {
  encode(
    src: number,
    stride: number,
    columns: number,
    rows: number,
    out: number,
    format: number,
    level: number,
    perceptual: number,
    alphaWeighted: number,
  ): void;
}

/** The number that a kernel knows a format by, and the bytes of a block. */
interface KernelFormat {
  readonly number: number;
  readonly blockBytes: number;
}

const isFormatExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & FormatExports =>
  hasFunctions(exports, ['heapBase', 'encode']);

/** Compiled once for all instances of a kernel. */
const modules = new Map<string, WebAssembly.Module>();

export class FormatEncoder<Format extends string> {
  readonly #kernel: Kernel<FormatExports>;
  readonly #formats: Readonly<Record<Format, KernelFormat>>;

  constructor(wasmBase64: string, formats: Readonly<Record<Format, KernelFormat>>) {
    const module = modules.get(wasmBase64) ?? compileKernel(wasmBase64);
    modules.set(wasmBase64, module);
    this.#kernel = new Kernel(module, isFormatExports);
    this.#formats = formats;
  }

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, row-major, 8 or 16 bytes a block.
   * Texels beyond the right and lower edge repeat the last column and row.
   */
  encode(
    format: Format,
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: BlockOptions,
  ): void {
    const { number, blockBytes } = this.#formats[format];
    const { level, perceptual, alphaWeighted } = numbersOf(options);
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, blockBytes, out, (src, stride, columns, rows, dst) => {
      this.#kernel.exports.encode(src, stride, columns, rows, dst, number, level, perceptual, alphaWeighted);
    });
  }
}
