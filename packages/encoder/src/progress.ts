// Progress of an encoding.

import type { EncoderTask } from './parallel.js';

/** The share of mip levels in the whole. */
const LEVELS = 0.1;
/** The share of compression at the end. */
const PACKING = 0.02;

/** Returns a function to call for each finished index of a task. It reports the share of the whole, which never falls. */
export function progressReporter(
  report: ((done: number) => void) | undefined,
): (task: EncoderTask, count: number) => void {
  if (report === undefined) return () => {};
  const indices = { levels: 0, blocks: 0 };
  let reported = 0;
  return (task, count) => {
    const kind = task === 'encode-blocks' ? 'blocks' : 'levels';
    const done = Math.min(1, ++indices[kind] / count);
    const share = kind === 'levels' ? done * LEVELS : LEVELS + done * (1 - LEVELS - PACKING);
    if (share <= reported) return;
    reported = share;
    report(share);
  };
}
