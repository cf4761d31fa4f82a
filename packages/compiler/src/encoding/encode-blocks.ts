// RGBA levels → UASTC blocks, strips of block rows over all threads. A strip depends on its own texels alone; under
// rate-distortion it is cut where the kernel begins anew, so that any division gives the same bytes.

import { applyUastcRdo, UASTC_RDO_ROWS, UastcEncoder, type UastcOptions } from '@assetc/kernels';
import type { MipLevel } from './mip-chain.js';
import type { Parallel } from './parallel.js';

export interface BlockOptions extends UastcOptions {
  /** Red goes into all colours, alpha is full. */
  readonly redOnly: boolean;
  /** How much quality is traded for blocks that Zstd packs better; 0 for none. */
  readonly rdo: number;
}

/** The payload of an `encode-blocks` task. */
export interface EncodeBlocksJob {
  readonly levels: readonly MipLevel[];
  /** For each level its blocks, in shared memory. */
  readonly blocks: readonly Uint8Array[];
  /** For each strip: level, first block row, block rows. */
  readonly strips: Uint32Array;
  readonly options: BlockOptions;
}

const BLOCK_BYTES = 16;
/** Enough for a thread to be worth waking, few enough for all threads to end together. */
const STRIP_BLOCKS = 4096;

const blocksAcross = (size: number): number => Math.ceil(size / 4);

/** The blocks of one level. */
export const blockBytes = ({ width, height }: Pick<MipLevel, 'width' | 'height'>): number =>
  blocksAcross(width) * blocksAcross(height) * BLOCK_BYTES;

/** A level can be handed over in pieces from the top: of as many rows as this divides, but for the last. */
export const pieceRows = ({ rdo }: BlockOptions): number => 4 * (rdo > 0 ? UASTC_RDO_ROWS : 1);

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
    const unit = options.rdo > 0 ? UASTC_RDO_ROWS : 1;
    const step = unit * Math.max(1, Math.floor(STRIP_BLOCKS / blocksAcross(level.width) / unit));
    for (let row = 0; row < rows; row += step) strips.push(i, row, Math.min(step, rows - row));
  }
  const job: EncodeBlocksJob = { levels, blocks, strips: Uint32Array.from(strips), options };
  const count = strips.length / 3;
  if (count === 1) encodeStrip(job, 0);
  else await parallel('encode-blocks', count, job);
}

let encoder: UastcEncoder | undefined;

export function encodeStrip(job: EncodeBlocksJob, index: number): void {
  encoder ??= new UastcEncoder();
  const [n = 0, firstRow = 0, rows = 0] = job.strips.subarray(index * 3, index * 3 + 3);
  const level = job.levels[n];
  const out = job.blocks[n];
  if (level === undefined || out === undefined) throw new Error(`strip ${index} names level ${n}, which is not there`);
  const rowBytes = blocksAcross(level.width) * BLOCK_BYTES;
  const target = out.subarray(firstRow * rowBytes, (firstRow + rows) * rowBytes);
  // The strip is an image of its own: its last row is repeated only where it is the level's last row too.
  const top = firstRow * 4;
  const height = Math.min(rows * 4, level.height - top);
  const texels = level.pixels.subarray(top * level.width * 4, (top + height) * level.width * 4);
  const fed = job.options.redOnly ? redEverywhere(texels) : texels;
  encoder.encode(fed, level.width, height, 0, rows, target, job.options);
  if (job.options.rdo > 0) applyUastcRdo(target, fed, level.width, height, job.options.rdo, job.options);
}

function redEverywhere(texels: Uint8Array): Uint8Array {
  const out = new Uint8Array(texels.length);
  for (let i = 0; i < texels.length; i += 4) {
    const red = texels[i] ?? 0;
    out[i] = red;
    out[i + 1] = red;
    out[i + 2] = red;
    out[i + 3] = 255;
  }
  return out;
}
