// RGBA levels → blocks, in strips of block rows on all threads. A strip depends on its own texels only; with rate-distortion optimization
// strips are cut where the kernel restarts. So any division gives the same bytes.

import type { MipLevel } from '../mips/mip-chain.js';
import type { Parallel } from '../parallel.js';
import type { Strip } from './block-encoders.js';
import { type BlockOptions, blockRowUnit } from './block-options.js';
import { bytesOfBlock, sizeOfBlock, type TextureBlocks } from './texture-blocks.js';

/** The payload of an `encode-blocks` task. */
export interface EncodeBlocksJob {
  readonly levels: readonly MipLevel[];
  /** The blocks of each level, in shared memory. */
  readonly blocks: readonly Uint8Array[];
  /** For each strip: level, first block row, block rows. */
  readonly strips: Uint32Array;
  readonly options: BlockOptions;
}

/** Large enough to be worth a thread, small enough for all threads to finish together. */
const STRIP_TEXELS = 65536;

/** Size of the blocks of one level. */
export function blockBytes({ width, height }: Pick<MipLevel, 'width' | 'height'>, blocks: TextureBlocks): number {
  const block = sizeOfBlock(blocks);
  return Math.ceil(width / block.width) * Math.ceil(height / block.height) * bytesOfBlock(blocks);
}

/** A level can be passed in pieces from the top. Each has a multiple of this many rows, except the last. */
export const pieceRows = (options: BlockOptions): number => sizeOfBlock(options.blocks).height * blockRowUnit(options);

/** `blocks`: memory for the blocks of each level, shared between threads. */
export async function encodeBlocks(
  levels: readonly MipLevel[],
  blocks: readonly Uint8Array[],
  options: BlockOptions,
  parallel: Parallel,
): Promise<void> {
  const strips: number[] = [];
  const block = sizeOfBlock(options.blocks);
  const stripBlocks = Math.floor(STRIP_TEXELS / (block.width * block.height));
  for (const [i, level] of levels.entries()) {
    const rows = Math.ceil(level.height / block.height);
    const unit = blockRowUnit(options);
    const step = unit * Math.max(1, Math.floor(stripBlocks / Math.ceil(level.width / block.width) / unit));
    for (let row = 0; row < rows; row += step) strips.push(i, row, Math.min(step, rows - row));
  }
  const job: EncodeBlocksJob = { levels, blocks, strips: Uint32Array.from(strips), options };
  await parallel('encode-blocks', strips.length / 3, job);
}

/** The texels of a strip, and the memory for its blocks. */
export function stripAt(job: EncodeBlocksJob, index: number): { readonly strip: Strip; readonly target: Uint8Array } {
  const [n = 0, firstRow = 0, blockRows = 0] = job.strips.subarray(index * 3, index * 3 + 3);
  const level = job.levels[n];
  const out = job.blocks[n];
  if (level === undefined || out === undefined) throw new Error(`strip ${index} names level ${n}, which is not there`);
  const { width } = level;
  const block = sizeOfBlock(job.options.blocks);
  const rowBytes = Math.ceil(width / block.width) * bytesOfBlock(job.options.blocks);
  const target = out.subarray(firstRow * rowBytes, (firstRow + blockRows) * rowBytes);
  // The encoder repeats the last row of a strip only if that is the last row of the level.
  const top = firstRow * block.height;
  const height = Math.min(blockRows * block.height, level.height - top);
  const texels = level.pixels.subarray(top * width * 4, (top + height) * width * 4);
  return { strip: { texels, width, height, blockRows }, target };
}
