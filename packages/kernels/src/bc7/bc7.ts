// BC7 in wasm: encode strips of an image. One instance a worker. Blocks depend on their own sixteen texels and the options only, so any
// division into strips gives the same bytes. Opaque blocks stay opaque and blocks of one colour are exact.

import { type BlockOptions, numbersOf } from '../blocks/block-options.js';
import { checkBlocks, checkImage, encodeStrip, improveBlocks, RDO_ROWS } from '../blocks/block-strips.js';
import { wasmBase64 } from '../generated/bc7-wasm.js';
import { compileKernel, hasFunctions, Kernel, type KernelExports } from '../wasm/kernel.js';

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
  rdoScratchBytes(): number;
  rdo(
    src: number,
    stride: number,
    columns: number,
    rows: number,
    blocks: number,
    scratch: number,
    lambda: number,
    perceptual: number,
    alphaWeighted: number,
  ): void;
}

const BLOCK_BYTES = 16;

function isBc7Exports(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Bc7Exports {
  return hasFunctions(exports, ['heapBase', 'encode', 'rdo', 'rdoScratchBytes']);
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
    options: BlockOptions,
  ): void {
    const { level, perceptual, alphaWeighted } = numbersOf(options);
    const strip = { rgba, width, height, firstBlockRow, blockRowCount };
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (src, stride, columns, rows, dst) => {
      this.#kernel.exports.encode(src, stride, columns, rows, dst, level, perceptual, alphaWeighted);
    });
  }
}

/** Block rows that `applyBc7Rdo` treats as a unit, counted from the top: a strip that begins and ends at multiples of it (or at the image's
 *  lower edge) may be handed over alone. */
export const BC7_RDO_ROWS = RDO_ROWS;

/** Squared error, summed over a block, that a saved bit is worth at λ = 1. */
const RDO_ERROR_PER_BIT = 16;

let shared: Kernel<Bc7Exports> | undefined;

/**
 * Changes encoded blocks in place so that Zstd packs them better. λ = 0.5 is hardly measurable, 1 a fair trade, 4 about as far as it
 * goes: no block gets worse than four times its error and a little. 0 changes nothing.
 */
export function applyBc7Rdo(
  blocks: Uint8Array,
  rgba: Uint8Array,
  width: number,
  height: number,
  lambda: number,
  options: BlockOptions,
): void {
  checkImage(rgba.length, width, height);
  checkBlocks(blocks.length, width, height);
  if (!(lambda > 0)) return;
  shared ??= createKernel();
  const { exports } = shared;
  const { perceptual, alphaWeighted } = numbersOf(options);
  const worth = lambda * RDO_ERROR_PER_BIT;
  const image = { rgba, width, height };
  improveBlocks(shared, blocks, image, exports.rdoScratchBytes(), (src, stride, columns, rows, dst, scratch) => {
    exports.rdo(src, stride, columns, rows, dst, scratch, worth, perceptual, alphaWeighted);
  });
}
