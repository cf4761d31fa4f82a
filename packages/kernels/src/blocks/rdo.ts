// Rate-distortion for blocks of sixteen bytes: changes them in place so that Zstd compresses them better.

import type { Kernel, KernelExports } from '../wasm/kernel.js';
import { checkImage, copyRows, type EncodeArguments } from './block-strips.js';

/** The kernel's `rdo`. `lambda` is the squared error that a saved bit is worth; two options follow. */
export interface RdoExports extends KernelExports {
  rdoScratchBytes(): number;
  rdo(...args: [...EncodeArguments, scratch: number, lambda: number, perceptual: number, option: number]): void;
}

/** Block rows that rate-distortion treats as a unit, counted from the top. */
export const RDO_ROWS = 64;

const BLOCK_BYTES = 16;
/** Squared error, summed over a block, that a saved bit is worth at λ = 1: saves a quarter of photographs for 0.4 dB. */
const ERROR_PER_BIT = 16;

/** `flags`: whether the metric is perceptual, and the kernel's own option. */
export function applyRdo<E extends RdoExports>(
  createKernel: () => Kernel<E>,
  blocks: Uint8Array,
  { rgba, width, height }: { readonly rgba: Uint8Array; readonly width: number; readonly height: number },
  lambda: number,
  flags: readonly [perceptual: number, option: number],
): void {
  checkImage(rgba.length, width, height);
  const columns = Math.ceil(width / 4);
  const blockRows = Math.ceil(height / 4);
  const count = columns * blockRows;
  if (blocks.length < count * BLOCK_BYTES) throw new RangeError(`${count} blocks need ${count * BLOCK_BYTES} bytes`);
  if (!(lambda > 0)) return;
  const kernel = createKernel();
  const rowBytes = columns * BLOCK_BYTES;
  const mark = kernel.mark();
  const stride = columns * 16;
  const maxRows = Math.min(RDO_ROWS, blockRows);
  const src = kernel.reserve(stride * 4 * maxRows);
  const dst = kernel.reserve(rowBytes * maxRows);
  const scratch = kernel.reserve(kernel.exports.rdoScratchBytes());
  for (let row = 0; row < blockRows; row += RDO_ROWS) {
    const rows = Math.min(RDO_ROWS, blockRows - row);
    const bytes = rowBytes * rows;
    copyRows(rgba, width, height, row * 4, rows * 4, kernel.u8(src, stride * 4 * rows), stride);
    kernel.u8(dst, bytes).set(blocks.subarray(row * rowBytes, row * rowBytes + bytes));
    kernel.exports.rdo(src, stride, columns, rows, dst, scratch, lambda * ERROR_PER_BIT, ...flags);
    blocks.set(kernel.u8(dst, bytes), row * rowBytes);
  }
  kernel.release(mark);
}
