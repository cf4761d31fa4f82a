// ASTC in wasm, LDR and HDR, all 14 block sizes for 2D textures. Blocks of one color are exact, and opaque blocks stay opaque.

import { type BlockLevel, type BlockOptions, levelNumber, numbersOf } from '../blocks/block-options.js';
import { type EncodeArguments, encodeStrip } from '../blocks/block-strips.js';
import { wasmBase64 } from '../generated/astc-wasm.js';
import { type KernelExports, kernelFactory } from '../wasm/kernel.js';

export interface AstcOptions extends BlockOptions {
  /** Channels to encode: all; red and green with blue 0 and full alpha; or red in all colors with full alpha. */
  readonly channels: 'rgba' | 'rg' | 'r';
  /** How much quality to trade for blocks that Zstandard compresses better: 0 (default) to about 4. */
  readonly rdo?: number;
}

/** Texels per block. */
export interface BlockSize {
  readonly width: number;
  readonly height: number;
}

interface AstcExports extends KernelExports {
  tableBytes(width: number, height: number): number;
  buildTables(width: number, height: number, at: number): void;
  useTables(width: number, height: number, at: number): void;
  encodeHdr(...args: [...EncodeArguments, level: number]): void;
  encode(
    ...args: [
      ...EncodeArguments,
      level: number,
      perceptual: number,
      alphaWeighted: number,
      channels: number,
      errorPerBit: number,
    ]
  ): void;
}

const BLOCK_BYTES = 16;
/** Squared error per texel that a saved bit of a block is worth at `rdo` 1: as for other formats, whose blocks have 16 texels. */
const ERROR_PER_BIT = 1;
const CHANNELS = { rgba: 0, rg: 1, r: 2 } as const;

const createKernel = kernelFactory<AstcExports>(wasmBase64, [
  'tableBytes',
  'buildTables',
  'useTables',
  'encode',
  'encodeHdr',
]);

/** One instance per worker. The tables of a block size are built when it is first used, and kept. */
export class AstcEncoder {
  readonly #kernel = createKernel();
  /** Addresses of the tables, by block size. */
  readonly #tables = new Map<string, number>();

  /**
   * Encodes block rows firstBlockRow … firstBlockRow + blockRowCount − 1 of an RGBA8 image into `out`, 16 bytes a block, row-major. Texels
   * beyond the right and lower edge repeat the last column and row.
   */
  encode(
    size: BlockSize,
    rgba: Uint8Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    options: AstcOptions,
  ): void {
    this.#use(size);
    const { level, perceptual, alphaWeighted } = numbersOf(options);
    const channels = CHANNELS[options.channels];
    const strip = { rgba, width, height, firstBlockRow, blockRowCount, blockSize: size };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (args) => {
      this.#kernel.exports.encode(
        ...args,
        level,
        perceptual,
        alphaWeighted,
        channels,
        (options.rdo ?? 0) * ERROR_PER_BIT * size.width * size.height,
      );
    });
  }

  /**
   * The same for an image of half floats (the bits of R, G, B and A per texel), as HDR blocks. Alpha is ignored. Values must not be negative, infinite
   * or NaN.
   */
  encodeHdr(
    size: BlockSize,
    halfs: Uint16Array,
    width: number,
    height: number,
    firstBlockRow: number,
    blockRowCount: number,
    out: Uint8Array,
    level: BlockLevel,
  ): void {
    this.#use(size);
    const rgba = new Uint8Array(halfs.buffer, halfs.byteOffset, halfs.byteLength);
    const strip = { rgba, width, height, firstBlockRow, blockRowCount, blockSize: size, texelBytes: 8 } as const;
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (args) => {
      this.#kernel.exports.encodeHdr(...args, levelNumber(level));
    });
  }

  #use({ width, height }: BlockSize): void {
    const { exports } = this.#kernel;
    const key = `${width}x${height}`;
    let at = this.#tables.get(key);
    if (at === undefined) {
      const bytes = exports.tableBytes(width, height);
      at = this.#kernel.reserve(bytes);
      this.#kernel.u8(at, bytes).fill(0);
      exports.buildTables(width, height, at);
      this.#tables.set(key, at);
    }
    exports.useTables(width, height, at);
  }
}
