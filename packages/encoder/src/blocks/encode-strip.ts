// Encodes one strip of block rows: the task that threads run.

import { encodeBlockRows } from './block-encoders.js';
import { type EncodeBlocksJob, stripAt } from './encode-blocks.js';

/** Runs one index of the task `encode-blocks`. */
export function encodeStrip(job: EncodeBlocksJob, index: number): void {
  const { strip, target } = stripAt(job, index);
  encodeBlockRows(strip, target, job.options);
}
