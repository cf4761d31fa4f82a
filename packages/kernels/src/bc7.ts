// BC7 in wasm: encode strips of an image. One instance a worker. Blocks depend on their own sixteen texels and the options only, so any
// division into strips gives the same bytes. Opaque blocks stay opaque and blocks of one colour are exact.

import { encodeStrip } from './block-strips.js';
import { wasmBase64 } from './generated/bc7-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from './load.js';

export type Bc7Level = 'fast' | 'normal' | 'high' | 'max';

export interface Bc7Options {
  readonly level: Bc7Level;
  /** `perceptual` weighs squared differences of R, G, B, A as 2 : 4 : 1 : 3; `rgb` weighs all alike. */
  readonly metric: 'rgb' | 'perceptual';
  /** Weighs a texel's colour by its alpha, for textures whose alpha blends: what is transparent shows no colour. */
  readonly alphaWeighted?: boolean;
}

interface Bc7Exports extends KernelExports {
  encode(
    src: number,
    stride: number,
    columns: number,
    rows: number,
    out: number,
    level: number,
    perceptual: number,
    alphaWeighted: number,
  ): void;
}

const LEVELS: readonly Bc7Level[] = ['fast', 'normal', 'high', 'max'];
const BLOCK_BYTES = 16;

function isBc7Exports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Bc7Exports {
  return hasFunctions(exports, ['heapBase', 'encode']);
}

let compiled: WebAssembly.Module | undefined;

function createKernel(): Kernel<Bc7Exports> {
  compiled ??= compileKernel(wasmBase64);
  return new Kernel(compiled, isBc7Exports);
}

export class Bc7Encoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, 16 bytes a block,
   * row-major. Texels beyond the right and lower edge repeat the last column and row.
   */
  encode(
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: Bc7Options,
  ): void {
    const level = LEVELS.indexOf(options.level);
    const perceptual = options.metric === 'perceptual' ? 1 : 0;
    const alphaWeighted = options.alphaWeighted === true ? 1 : 0;
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (src, stride, columns, rows, dst) => {
      this.#kernel.exports.encode(src, stride, columns, rows, dst, level, perceptual, alphaWeighted);
    });
  }
}
