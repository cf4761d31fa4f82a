// How much of an encoding is done.

import type { EncoderTask } from './parallel.js';

/** The share that levels are of the whole, most of it the first. */
const LEVELS = 0.1;
/** What is left for packing. */
const REST = 0.02;

/** Takes word of each index of a task that is done; tells the share of the whole, which never falls. */
export function progressOf(tell: ((done: number) => void) | undefined): (task: EncoderTask, count: number) => void {
  if (tell === undefined) return () => {};
  const indices = { levels: 0, blocks: 0 };
  let told = 0;
  return (task, count) => {
    const kind = task === 'encode-blocks' ? 'blocks' : 'levels';
    const done = Math.min(1, ++indices[kind] / count);
    const share = kind === 'levels' ? done * LEVELS : LEVELS + done * (1 - LEVELS - REST);
    if (share <= told) return;
    told = share;
    tell(share);
  };
}
