// An encoder for a kernel that has several formats, by number. One instance per worker.

import { type Kernel, type KernelExports, kernelFactory } from '../wasm/kernel.js';
import { type BlockOptions, numbersOf } from './block-options.js';
import { type EncodeArguments, encodeStrip } from './block-strips.js';

interface FormatExports extends KernelExports {
  encode(...args: [...EncodeArguments, format: number, level: number, perceptual: number, alphaWeighted: number]): void;
}

/** A format's number in the kernel, and the bytes of a block. */
interface KernelFormat {
  readonly number: number;
  readonly blockBytes: number;
}

/** By module. */
const factories = new Map<string, () => Kernel<FormatExports>>();

export class FormatEncoder<Format extends string> {
  readonly #kernel: Kernel<FormatExports>;
  readonly #formats: Readonly<Record<Format, KernelFormat>>;

  constructor(wasmBase64: string, formats: Readonly<Record<Format, KernelFormat>>) {
    const createKernel = factories.get(wasmBase64) ?? kernelFactory<FormatExports>(wasmBase64, ['encode']);
    factories.set(wasmBase64, createKernel);
    this.#kernel = createKernel();
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
    encodeStrip(this.#kernel, strip, blockBytes, out, (args) => {
      this.#kernel.exports.encode(...args, number, level, perceptual, alphaWeighted);
    });
  }
}
