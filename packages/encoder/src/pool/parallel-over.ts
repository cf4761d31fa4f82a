// Runs a task on the workers of a pool, or on this thread alone, and reports progress.

import type { EncoderTask, Parallel } from '../parallel.js';
import { cutJob } from './cut-job.js';
import type { EncoderPool } from './encoder-pool.js';

interface Watch {
  readonly signal: AbortSignal | undefined;
  /** Called when one more index of `count` is done. */
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
    // Two per worker: one running, one waiting.
    await Promise.all(Array.from({ length: Math.min(count, pool.size * 2) }, lane));
  };
}

/** Longest time to block this thread without a break. */
const SLICE_MS = 50;

export function parallelHere({ signal, done }: Watch): Parallel {
  let turnEnds = performance.now() + SLICE_MS;
  return async (task, count, payload) => {
    const { loadTask } = await import('../tasks.js');
    const run = await loadTask(task, payload);
    for (let index = 0; index < count; index++) {
      signal?.throwIfAborted();
      run(index);
      done(task, count);
      if (performance.now() < turnEnds) continue;
      await new Promise((resolve) => setTimeout(resolve, 0));
      turnEnds = performance.now() + SLICE_MS;
    }
    signal?.throwIfAborted();
  };
}
