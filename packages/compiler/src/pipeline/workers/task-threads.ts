// Threads for parallel tasks outside a build: they only join shared work, and know no project.

import { availableParallelism } from 'node:os';
import type { ParallelTask } from '../../model/kind/registry.js';
import { fittingThreads } from '../host/descriptor-limit.js';
import type { WorkerMessage, WorkerRequest, WorkerSetup, WorkerSlots } from './serve-jobs.js';
import { finishWork, shareWork } from './shared-work.js';
import { ThreadPool } from './thread-pool.js';

const NO_PROJECT: WorkerSetup & WorkerSlots = {
  root: '',
  exclude: [],
  layers: [],
  sources: { input: '', output: '', otherOutputs: [], embed: [] },
  begun: new Int32Array(new SharedArrayBuffer(4)),
};

export class TaskThreads {
  readonly #threads = fittingThreads(availableParallelism());
  readonly #pool: ThreadPool<WorkerRequest, WorkerMessage>;

  constructor(workerFile: string) {
    this.#pool = new ThreadPool({ workerFile, threads: this.#threads, workerData: NO_PROJECT });
  }

  /** Runs all indices of a task, whose payload is in shared memory. `run`: the same task, which repeats an index that failed, for its error. */
  async run(name: string, run: ParallelTask, count: number, payload: unknown, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const work = shareWork(name, count, payload);
    const stop = (): void => void this.end();
    signal?.addEventListener('abort', stop);
    try {
      const joins = Array.from({ length: Math.min(this.#threads, count) }, () =>
        this.#pool.run({ type: 'join', work }, (message) => {
          if (message.type === 'broken') throw message.error;
          return true;
        }),
      );
      await Promise.all(joins);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    finishWork(run, work, signal ?? new AbortController().signal);
  }

  async end(): Promise<void> {
    await this.#pool.destroy();
  }
}
