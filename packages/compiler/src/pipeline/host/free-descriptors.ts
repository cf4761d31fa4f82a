// Waits for file descriptors if the process or the system has no more (`ulimit -n`). Others of the build free some soon, so a build with few
// descriptors takes longer instead of failing.

import { isMainThread } from 'node:worker_threads';
import { errorCode } from './host.js';

const OUT_OF_DESCRIPTORS: readonly (string | undefined)[] = ['EMFILE', 'ENFILE'];
const PAUSE_MS = 20;
/** A minute without a free one: whoever has them does not give them back. */
const MAX_PAUSES = 3000;
/** The main thread has most of them open, and could not close one while it waits synchronously. */
const maxSyncPauses = (): number => (isMainThread ? 0 : MAX_PAUSES);

const isOutOfDescriptors = (error: unknown): boolean => OUT_OF_DESCRIPTORS.includes(errorCode(error));

/** One file waited without success: a hundred others do not wait as long again, until one of them is opened. */
let waitedInVain = false;

/** Calls `open` again while it fails for lack of descriptors. */
export async function whenDescriptorsAreFree<T>(open: () => T | Promise<T>, maxPauses = MAX_PAUSES): Promise<T> {
  for (let pauses = 0; ; pauses++) {
    try {
      const opened = await open();
      waitedInVain = false;
      return opened;
    } catch (error) {
      if (!isOutOfDescriptors(error) || waitedInVain) throw error;
      if (pauses >= maxPauses) {
        waitedInVain = true;
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** In a worker thread. On the main thread it calls `open` once. */
export function whenDescriptorsAreFreeSync<T>(open: () => T, maxPauses?: number): T {
  for (let pauses = 0; ; pauses++) {
    try {
      return open();
    } catch (error) {
      if (!isOutOfDescriptors(error) || pauses >= (maxPauses ?? maxSyncPauses())) throw error;
    }
    Atomics.wait(neverNotified, 0, 0, PAUSE_MS);
  }
}
