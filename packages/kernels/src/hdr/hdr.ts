// UASTC HDR 4×4 and BC6H_UFLOAT in wasm. Blocks depend on their own sixteen texels and the level only, so any division into strips gives the
// same bytes. Blocks of one colour are exact. One instance a worker.

import { type BlockLevel, levelNumber } from '../blocks/block-options.js';
import { encodeStrip } from '../blocks/block-strips.js';
import { wasmBase64 } from '../generated/hdr-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

/** `uastc-hdr` is the subset of ASTC's HDR blocks that Basis Universal turns into BC6H; both formats have no alpha. */
export type HdrBlockFormat = 'uastc-hdr' | 'bc6h';

export interface HdrBlockOptions {
  readonly level: BlockLevel;
}

interface HdrExports extends KernelExports {
  encode(src: number, stride: number, columns: number, rows: number, out: number, format: number, level: number): void;
}

const BLOCK_BYTES = 16;
const NUMBERS: Readonly<Record<HdrBlockFormat, number>> = { 'uastc-hdr': 0, bc6h: 1 };

const isHdrExports = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & HdrExports =>
  hasFunctions(exports, ['heapBase', 'encode']);

let compiled: WebAssembly.Module | undefined;

function createKernel(): Kernel<HdrExports> {
  compiled ??= compileKernel(wasmBase64);
  return new Kernel(compiled, isHdrExports);
}

export class HdrEncoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an image of half floats (the bits of R, G, B and A a texel) into `out`,
   * 16 bytes a block, row-major. Texels beyond the right and lower edge repeat the last column and row. Alpha is not looked at; negative
   * values are taken for 0, those that are infinite or no number for the greatest half or 0.
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
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (src, stride, columns, rows, dst) => {
      this.#kernel.exports.encode(src, stride, columns, rows, dst, NUMBERS[format], levelNumber(level));
    });
  }
}
