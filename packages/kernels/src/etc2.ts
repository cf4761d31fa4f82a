// ETC2 and EAC in wasm: encode strips of an image. One instance a worker. Blocks depend on their own sixteen texels and the options
// only, so any division into strips gives the same bytes.

import { encodeStrip } from './block-strips.js';
import { wasmBase64 } from './generated/etc2-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from './load.js';

/** `etc2-rgb` is opaque, whatever the alpha; `eac-r11` reads red, `eac-rg11` red and green. */
export type Etc2Format = 'etc2-rgb' | 'etc2-rgba' | 'eac-r11' | 'eac-rg11';
export type Etc2Level = 'fast' | 'normal' | 'high' | 'max';

export interface Etc2Options {
  readonly level: Etc2Level;
  /** `perceptual` weighs squared differences of R, G, B as 2 : 4 : 1; `rgb` weighs all alike. Nothing to R11 and RG11. */
  readonly metric: 'rgb' | 'perceptual';
  /** Of RGBA: weighs a texel's colour by its alpha, for textures whose alpha blends. */
  readonly alphaWeighted?: boolean;
}

interface Etc2Exports extends KernelExports {
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

const FORMATS: readonly Etc2Format[] = ['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11'];
const LEVELS: readonly Etc2Level[] = ['fast', 'normal', 'high', 'max'];
const BLOCK_BYTES: Readonly<Record<Etc2Format, number>> = {
  'etc2-rgb': 8,
  'etc2-rgba': 16,
  'eac-r11': 8,
  'eac-rg11': 16,
};

function isEtc2Exports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Etc2Exports {
  return hasFunctions(exports, ['heapBase', 'encode']);
}

let compiled: WebAssembly.Module | undefined;

function createKernel(): Kernel<Etc2Exports> {
  compiled ??= compileKernel(wasmBase64);
  return new Kernel(compiled, isEtc2Exports);
}

export class Etc2Encoder {
  readonly #kernel = createKernel();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, row-major: 8 bytes a block of RGB and
   * R11, 16 of RGBA and RG11. Texels beyond the right and lower edge repeat the last column and row.
   */
  encode(
    format: Etc2Format,
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: Etc2Options,
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
