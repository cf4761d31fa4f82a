// A task over the workers of a pool, or over this thread alone, with word of how much is done.

import type { EncoderTask, Parallel } from '../parallel.js';
import { cutJob } from './cut-job.js';
import type { EncoderPool } from './encoder-pool.js';

interface Watch {
  readonly signal: AbortSignal | undefined;
  /** One more index of `count` is done. */
  readonly done: (task: EncoderTask, count: number) => void;
}

export function parallelOver(pool: EncoderPool, { signal, done }: Watch): Parallel {
  return async (task, count, payload) => {
    let next = 0;
    const lane = async () => {
      while (next < count) {
        signal?.throwIfAborted();
        const { job, place } = cutJob(task, payload, next++);
        place(await pool.run(job, { signal }));
        done(task, count);
      }
    };
    // Two for each worker: one that it works on, one that waits for it.
    await Promise.all(Array.from({ length: Math.min(count, pool.size * 2) }, lane));
  };
}

/** Whoever else has something to do on this thread waits no longer. */
const TURN_MS = 50;

export function parallelHere({ signal, done }: Watch): Parallel {
  let turnEnds = performance.now() + TURN_MS;
  return async (task, count, payload) => {
    const { runTask } = await import('../tasks.js');
    for (let index = 0; index < count; index++) {
      signal?.throwIfAborted();
      runTask(task, payload, index);
      done(task, count);
      if (performance.now() < turnEnds) continue;
      await new Promise((resolve) => setTimeout(resolve, 0));
      turnEnds = performance.now() + TURN_MS;
    }
    signal?.throwIfAborted();
  };
}
