// The tasks that steps distribute over threads, all on this one. The steps guarantee that task and payload match.

import { decodeStrip } from './blocks/decode-blocks.js';
import { encodeStrip } from './blocks/encode-strip.js';
import { filterLevelBand, filterTwoLevelsBand } from './mips/filter-level.js';
import type { EncoderTask, Parallel } from './parallel.js';

type Task = (payload: never, index: number) => void;

const TASKS: Readonly<Record<EncoderTask, Task>> = {
  'filter-level': filterLevelBand,
  'filter-two-levels': filterTwoLevelsBand,
  'encode-blocks': encodeStrip,
  'decode-blocks': decodeStrip,
};

/** Runs every index on this thread, one after the other. */
export const onThisThread: Parallel = async (task, count, payload) => {
  for (let index = 0; index < count; index++) TASKS[task](payload as never, index);
};
