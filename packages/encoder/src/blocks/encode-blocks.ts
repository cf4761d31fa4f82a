// RGBA levels → blocks, strips of block rows over all threads. A strip depends on its own texels alone; under
// rate-distortion it is cut where the kernel begins anew, so that any division gives the same bytes.

import type { MipLevel } from '../mips/mip-chain.js';
import type { Parallel } from '../parallel.js';
import type { Strip } from './block-encoders.js';
import { type BlockOptions, blockRowUnit } from './block-options.js';
import { bytesOfBlock, type TextureBlocks } from './texture-blocks.js';

/** The payload of an `encode-blocks` task. */
export interface EncodeBlocksJob {
  readonly levels: readonly MipLevel[];
  /** For each level its blocks, in shared memory. */
  readonly blocks: readonly Uint8Array[];
  /** For each strip: level, first block row, block rows. */
  readonly strips: Uint32Array;
  readonly options: BlockOptions;
}

/** Enough for a thread to be worth waking, few enough for all threads to end together. */
const STRIP_BLOCKS = 4096;

const blocksAcross = (size: number): number => Math.ceil(size / 4);

/** The blocks of one level. */
export const blockBytes = ({ width, height }: Pick<MipLevel, 'width' | 'height'>, blocks: TextureBlocks): number =>
  blocksAcross(width) * blocksAcross(height) * bytesOfBlock(blocks);

/** A level can be handed over in pieces from the top: of as many rows as this divides, but for the last. */
export const pieceRows = (options: BlockOptions): number => 4 * blockRowUnit(options);

/** `blocks` has room for each level's, in shared memory. */
export async function encodeBlocks(
  levels: readonly MipLevel[],
  blocks: readonly Uint8Array[],
  options: BlockOptions,
  parallel: Parallel,
): Promise<void> {
  const strips: number[] = [];
  for (const [i, level] of levels.entries()) {
    const rows = blocksAcross(level.height);
    const unit = blockRowUnit(options);
    const step = unit * Math.max(1, Math.floor(STRIP_BLOCKS / blocksAcross(level.width) / unit));
    for (let row = 0; row < rows; row += step) strips.push(i, row, Math.min(step, rows - row));
  }
  const job: EncodeBlocksJob = { levels, blocks, strips: Uint32Array.from(strips), options };
  await parallel('encode-blocks', strips.length / 3, job);
}

/** The texels of a strip, and where its blocks go. */
export function stripAt(job: EncodeBlocksJob, index: number): { readonly strip: Strip; readonly target: Uint8Array } {
  const [n = 0, firstRow = 0, blockRows = 0] = job.strips.subarray(index * 3, index * 3 + 3);
  const level = job.levels[n];
  const out = job.blocks[n];
  if (level === undefined || out === undefined) throw new Error(`strip ${index} names level ${n}, which is not there`);
  const { width } = level;
  const rowBytes = blocksAcross(width) * bytesOfBlock(job.options.blocks);
  const target = out.subarray(firstRow * rowBytes, (firstRow + blockRows) * rowBytes);
  // The strip is an image of its own: its last row is repeated only where it is the level's last row too.
  const top = firstRow * 4;
  const height = Math.min(blockRows * 4, level.height - top);
  const texels = level.pixels.subarray(top * width * 4, (top + height) * width * 4);
  return { strip: { texels, width, height, blockRows }, target };
}
