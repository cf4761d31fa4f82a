// Promises of plug-ins that failed with nobody waiting for them. Node ends a thread over one; here the asset that let it go is told of it,
// as far as it is still being compiled.

import { setImmediate as turn } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

const reasons: unknown[] = [];
const note = (reason: unknown): void => {
  reasons.push(reason);
};
let listening = 0;

/** A thread of ours listens for good; a program that has us as a library is not ours to listen in any longer than we must. */
function listen(): () => void {
  if (listening++ === 0) process.on('unhandledRejection', note);
  return () => {
    if (--listening === 0 && isMainThread) process.off('unhandledRejection', note);
    else if (listening === 0) listening++;
  };
}

/** Runs it, lets what it left behind come to light, and returns what failed meanwhile with nobody waiting. */
export async function withStrays(run: () => Promise<void>): Promise<readonly unknown[]> {
  const stop = listen();
  try {
    await run();
    // Node tells of them when all that was ready has run.
    await turn();
    return reasons.splice(0);
  } finally {
    stop();
  }
}
