// Compiles small sources on the main thread as long as no worker has started: starting one and sending it jobs takes longer than
// some of them take. Any other source starts the workers, which then compile the rest. One job per turn of the event loop, so that
// the build can process events in between.

import { setImmediate as turn } from 'node:timers/promises';
import type { Kind } from '../../model/kind/kind.js';
import type { Executor, Job } from './job.js';

/** Threads that start with the first job. */
interface LateThreads extends Executor {
  readonly hasStarted: boolean;
}

/** Larger sources are not read here: reading them twice takes as long as a thread needs to start. */
export const MAX_SMALL_SOURCE_BYTES = 1 << 16;

/**
 * By kind of asset. `read`: returns the bytes of a source of up to MAX_SMALL_SOURCE_BYTES. A source that the record knows by its stat data
 * was not hashed, so its bytes are not in memory.
 */
export function runSmallInline(
  here: Executor,
  threads: LateThreads,
  read: (source: string) => Uint8Array | undefined,
): (kind: Kind) => Executor {
  const bytesOf = ({ kept, name, source }: Job): Uint8Array | undefined =>
    kept?.bytes ?? (name === undefined ? read(source) : undefined);
  let last: Promise<void> = Promise.resolve();
  const nextTurn = (): Promise<void> => {
    last = last.then(() => turn());
    return last;
  };
  return ({ isSmall }) => ({
    async run(job, signal, limitMs, hold) {
      const { settings, otherPresets: others = [] } = job;
      const mayBeHere = limitMs === undefined && !threads.hasStarted && isSmall !== undefined && others.length === 0;
      const bytes = mayBeHere ? bytesOf(job) : undefined;
      if (bytes === undefined || isSmall?.(bytes, settings) !== true) return threads.run(job, signal, limitMs, hold);
      await nextTurn();
      signal.throwIfAborted();
      return here.run(job, signal);
    },
    getReady(sourceBytes = 0) {
      if (isSmall === undefined || sourceBytes > MAX_SMALL_SOURCE_BYTES) threads.getReady?.();
    },
    dispose: () => threads.dispose(),
  });
}
