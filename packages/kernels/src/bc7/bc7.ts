// BC7 in wasm, all eight modes. Opaque blocks stay opaque, and blocks of one color are exact.

import { type BlockOptions, numbersOf } from '../blocks/block-options.js';
import { type EncodeArguments, encodeStrip } from '../blocks/block-strips.js';
import { applyRdo, RDO_ROWS, type RdoExports } from '../blocks/rdo.js';
import { wasmBase64 } from '../generated/bc7-wasm.js';
import { type Kernel, kernelFactory } from '../wasm/kernel.js';

interface Bc7Exports extends RdoExports {
  encode(...args: [...EncodeArguments, level: number, perceptual: number, alphaWeighted: number]): void;
}

const BLOCK_BYTES = 16;

const createKernel = kernelFactory<Bc7Exports>(wasmBase64, ['encode', 'rdo', 'rdoScratchBytes']);

/** One instance per worker. */
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
    encodeStrip(this.#kernel, strip, BLOCK_BYTES, out, (args) => {
      this.#kernel.exports.encode(...args, level, perceptual, alphaWeighted);
    });
  }
}

/** Block rows that `applyBc7Rdo` treats as a unit, counted from the top. A strip that begins and ends at multiples of it (or at the
 *  image's lower edge) can be passed alone. */
export const BC7_RDO_ROWS = RDO_ROWS;

let shared: Kernel<Bc7Exports> | undefined;

function sharedKernel(): Kernel<Bc7Exports> {
  shared ??= createKernel();
  return shared;
}

/**
 * Changes encoded blocks in place so that Zstd compresses them better. λ = 0.5 is hardly measurable, 1 a fair trade, 4 about the limit:
 * no block gets worse than about four times its error. 0 changes nothing.
 */
export function applyBc7Rdo(
  blocks: Uint8Array,
  rgba: Uint8Array,
  width: number,
  height: number,
  lambda: number,
  options: BlockOptions,
): void {
  const { perceptual, alphaWeighted } = numbersOf(options);
  applyRdo(sharedKernel, blocks, { rgba, width, height }, lambda, [perceptual, alphaWeighted]);
}
