// Compiles small sources on the main thread as long as no worker has started: starting one and sending it jobs takes longer than
// some of them take. Any other source starts the workers, which then compile the rest. One job per turn of the event loop, so that
// the build can process events in between.

import { setImmediate as turn } from 'node:timers/promises';
import type { Kind } from '../../model/kind/kind.js';
import { MAX_PREFETCHED_FILE_BYTES } from '../discover/input-state.js';
import type { Executor } from './job.js';

/** Threads that start with the first job. */
interface LateThreads extends Executor {
  readonly hasStarted: boolean;
}

/** By kind of asset. */
export function runSmallInline(here: Executor, threads: LateThreads): (kind: Kind) => Executor {
  let last: Promise<void> = Promise.resolve();
  const nextTurn = (): Promise<void> => {
    last = last.then(() => turn());
    return last;
  };
  return ({ isSmall }) => ({
    async run(job, signal, limitMs, hold) {
      const { kept, settings, otherPresets: others = [] } = job;
      const isHere = limitMs === undefined && !threads.hasStarted && kept !== undefined && others.length === 0;
      if (!isHere || isSmall?.(kept.bytes, settings) !== true) return threads.run(job, signal, limitMs, hold);
      await nextTurn();
      signal.throwIfAborted();
      return here.run(job, signal);
    },
    // Larger files are not kept.
    getReady(sourceBytes = 0) {
      if (isSmall === undefined || sourceBytes > MAX_PREFETCHED_FILE_BYTES) threads.getReady?.();
    },
    dispose: () => threads.dispose(),
  });
}
