// The tasks of encodeKtx2 on the calling thread, loaded when they are needed. Their callers guarantee that task and payload match.

import { encodeSmallBlocks } from './blocks/block-encoders.js';
import { type EncodeBlocksJob, stripAt } from './blocks/encode-blocks.js';
import { isLargeAstc } from './blocks/texture-blocks.js';
import {
  type FilterLevelJob,
  type FilterTwoLevelsJob,
  filterLevelBand,
  filterTwoLevelsBand,
} from './mips/filter-level.js';
import type { EncoderTask } from './parallel.js';

/** A function that runs one index of a task. */
export async function loadTask(task: EncoderTask, payload: unknown): Promise<(index: number) => void> {
  switch (task) {
    case 'filter-level':
      return (index) => filterLevelBand(payload as FilterLevelJob, index);
    case 'filter-two-levels':
      return (index) => filterTwoLevelsBand(payload as FilterTwoLevelsJob, index);
    case 'encode-blocks':
      return stripEncoder(payload as EncodeBlocksJob);
    case 'decode-blocks':
      throw new Error('encodeKtx2 decodes nothing');
  }
}

async function stripEncoder(job: EncodeBlocksJob): Promise<(index: number) => void> {
  const { options } = job;
  const { blocks } = options;
  if (!isLargeAstc(blocks))
    return (index) => {
      const { strip, target } = stripAt(job, index);
      encodeSmallBlocks(blocks, strip, target, options);
    };
  const { encodeLargeAstc } = await import('./blocks/astc-encoder.js');
  return (index) => {
    const { strip, target } = stripAt(job, index);
    encodeLargeAstc(blocks, strip, target, options);
  };
}
