// Blocks → RGBA texels, in strips of block rows on all threads.

import { decodeTexels, type TexelFormat } from '@assetc/formats';
import type { Parallel } from '../parallel.js';
import { sharedBytes } from '../shared-memory.js';
import { bytesOfBlock, isAstc, sizeOfBlock, type TextureBlocks } from './texture-blocks.js';

/** The payload of a `decode-blocks` task. */
interface DecodeBlocksJob {
  readonly format: TexelFormat;
  readonly width: number;
  readonly height: number;
  /** Texels of a block downward. */
  readonly blockHeight: number;
  /** Bytes of a row of blocks. */
  readonly rowBytes: number;
  /** Block rows of a strip. */
  readonly stripRows: number;
  readonly blocks: Uint8Array;
  /** In shared memory. */
  readonly pixels: Uint8Array;
}

const STRIP_TEXELS = 65536;

interface Encoded {
  readonly width: number;
  readonly height: number;
  readonly blocks: Uint8Array;
}

/** `isSrgb`: ASTC interpolates such textures slightly differently. */
export async function decodeBlocks(
  { width, height, blocks: bytes }: Encoded,
  blocks: TextureBlocks,
  isSrgb: boolean,
  parallel: Parallel,
): Promise<Uint8Array> {
  const block = sizeOfBlock(blocks);
  const columns = Math.ceil(width / block.width);
  const stripRows = Math.max(1, Math.floor(STRIP_TEXELS / (width * block.height)));
  const pixels = sharedBytes(width * height * 4);
  const job: DecodeBlocksJob = {
    ...{ format: formatOf(blocks, isSrgb), width, height, blockHeight: block.height },
    ...{ rowBytes: columns * bytesOfBlock(blocks), stripRows, blocks: bytes, pixels },
  };
  await parallel('decode-blocks', Math.ceil(Math.ceil(height / block.height) / stripRows), job);
  return pixels;
}

function formatOf(blocks: TextureBlocks, isSrgb: boolean): TexelFormat {
  return isSrgb && isAstc(blocks) ? `${blocks}-srgb` : blocks;
}

/** The blocks of one strip, and where its texels belong. */
function decodedStripAt(
  { width, height, blockHeight, rowBytes, stripRows, blocks, pixels }: DecodeBlocksJob,
  index: number,
): { readonly blocks: Uint8Array; readonly height: number; readonly target: Uint8Array } {
  const top = index * stripRows * blockHeight;
  const rows = Math.min(stripRows * blockHeight, height - top);
  const from = index * stripRows * rowBytes;
  return {
    blocks: blocks.subarray(from, from + Math.ceil(rows / blockHeight) * rowBytes),
    height: rows,
    target: pixels.subarray(top * width * 4, (top + rows) * width * 4),
  };
}

/** Runs one index of the task `decode-blocks`. */
export function decodeStrip(job: DecodeBlocksJob, index: number): void {
  const { blocks, height, target } = decodedStripAt(job, index);
  target.set(decodeTexels(job.format, blocks, job.width, height));
}
