// UASTC HDR 4×4 and BC6H_UFLOAT in wasm. Blocks of one color are exact.

import { type BlockLevel, levelNumber } from '../blocks/block-options.js';
import { type EncodeArguments, encodeStrip } from '../blocks/block-strips.js';
import { wasmBase64 } from '../generated/hdr-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';

/** `uastc-hdr` is the subset of ASTC's HDR blocks that Basis Universal converts to BC6H. Both formats have no alpha. */
export type HdrBlockFormat = 'uastc-hdr' | 'bc6h';

export interface HdrBlockOptions {
  readonly level: BlockLevel;
}

interface HdrExports extends KernelExports {
  encode(...args: [...EncodeArguments, format: number, level: number]): void;
}

const BLOCK_BYTES = 16;
const NUMBERS: Readonly<Record<HdrBlockFormat, number>> = { 'uastc-hdr': 0, bc6h: 1 };

const createKernel = kernelFactory<HdrExports>(wasmBase64, ['encode']);

/** One instance per worker. */
export class HdrEncoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an image of half floats (the bits of R, G, B and A per texel)
   * into `out`, 16 bytes a block, row-major. Texels beyond the right and lower edge repeat the last column and row. Alpha is ignored.
   * `draft` is the same as `fast`. Negative values count as 0, infinite ones as the largest half, NaN as the largest half or 0.
   */
  encode(
    format: HdrBlockFormat,
    halfs: Uint16Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    { level }: HdrBlockOptions,
  ): void {
    const rgba = new Uint8Array(halfs.buffer, halfs.byteOffset, halfs.byteLength);
    const strip = { rgba, width, height, firstBlockRow, blockRowCount, texelBytes: 8 } as const;
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (args) => {
      this.#kernel.exports.encode(...args, NUMBERS[format], Math.max(levelNumber(level), 0));
    });
  }
}
