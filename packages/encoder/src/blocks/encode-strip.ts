// Encodes one strip of block rows, of any blocks: the task that threads run.

import { encodeLargeAstc } from './astc-encoder.js';
import { encodeSmallBlocks, type Strip } from './block-encoders.js';
import type { BlockOptions } from './block-options.js';
import { type EncodeBlocksJob, stripAt } from './encode-blocks.js';
import { isLargeAstc } from './texture-blocks.js';

/** Runs one index of the task `encode-blocks`. */
export function encodeStrip(job: EncodeBlocksJob, index: number): void {
  const { strip, target } = stripAt(job, index);
  encodeBlockRows(strip, target, job.options);
}

export function encodeBlockRows(strip: Strip, out: Uint8Array, options: BlockOptions): void {
  const { blocks } = options;
  if (isLargeAstc(blocks)) encodeLargeAstc(blocks, strip, out, options);
  else encodeSmallBlocks(blocks, strip, out, options);
}
