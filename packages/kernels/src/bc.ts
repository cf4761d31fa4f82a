// BC1, BC3, BC4 and BC5 in wasm: encode strips of an image. One instance a worker. Blocks depend on their own sixteen texels and the options
// only, so any division into strips gives the same bytes.

import { encodeStrip } from './block-strips.js';
import { wasmBase64 } from './generated/bc-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from './load.js';

/** BC1 is opaque, whatever the alpha; BC4 reads red, BC5 red and green. */
export type BcFormat = 'bc1' | 'bc3' | 'bc4' | 'bc5';
export type BcLevel = 'fast' | 'normal' | 'high' | 'max';

export interface BcOptions {
  readonly level: BcLevel;
  /** `perceptual` weighs squared differences of R, G, B as 2 : 4 : 1; `rgb` weighs all alike. Nothing to BC4 and BC5. */
  readonly metric: 'rgb' | 'perceptual';
  /** Of BC3: weighs a texel's colour by its alpha, for textures whose alpha blends. */
  readonly alphaWeighted?: boolean;
}

interface BcExports extends KernelExports {
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

const FORMATS: readonly BcFormat[] = ['bc1', 'bc3', 'bc4', 'bc5'];
const LEVELS: readonly BcLevel[] = ['fast', 'normal', 'high', 'max'];
const BLOCK_BYTES: Readonly<Record<BcFormat, number>> = { bc1: 8, bc3: 16, bc4: 8, bc5: 16 };

function isBcExports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & BcExports {
  return hasFunctions(exports, ['heapBase', 'encode']);
}

let compiled: WebAssembly.Module | undefined;

function createKernel(): Kernel<BcExports> {
  compiled ??= compileKernel(wasmBase64);
  return new Kernel(compiled, isBcExports);
}

export class BcEncoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, row-major: 8 bytes a block of BC1 and
   * BC4, 16 of BC3 and BC5. Texels beyond the right and lower edge repeat the last column and row.
   */
  encode(
    format: BcFormat,
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: BcOptions,
  ): void {
    const level = LEVELS.indexOf(options.level);
    const perceptual = options.metric === 'perceptual' ? 1 : 0;
    const alphaWeighted = options.alphaWeighted === true ? 1 : 0;
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES[format], out, (src, stride, columns, rows, dst) => {
      const kind = FORMATS.indexOf(format);
      this.#kernel.exports.encode(src, stride, columns, rows, dst, kind, level, perceptual, alphaWeighted);
    });
  }
}
