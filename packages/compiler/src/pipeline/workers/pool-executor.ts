// Compiles in a pool of threads, started with the first job. Threads that have nothing to do join work that jobs share,
// so that one big asset uses every core.

import { bytesIn, collectAfter } from './collect-garbage.js';
import type { Executor, Job, JobResult } from './job.js';
import type { WorkerMessage, WorkerRequest, WorkerSetup } from './serve-jobs.js';
import { abandonWork, isExhausted, type SharedWork } from './shared-work.js';
import { ThreadPool } from './thread-pool.js';

interface PoolOptions {
  /** Absolute path of the worker's JavaScript. */
  readonly workerFile: string;
  readonly threads: number;
  readonly setup: WorkerSetup;
  /** For objects of one thread; Node's own limit where absent. A thread that needs more dies, and no other. */
  readonly heapMegabytes?: number;
}

export class PoolExecutor implements Executor {
  readonly #options: PoolOptions;
  readonly #pool: ThreadPool<WorkerRequest, WorkerMessage>;
  /** Jobs and joins that have been handed to the pool: never more than there are threads. */
  #busy = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #shared = new Set<SharedWork>();
  /** Work that a helper took up and died with. */
  readonly #abandoned = new WeakSet<SharedWork>();
  #disposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { workerFile, threads, setup, heapMegabytes } = options;
    this.#pool = new ThreadPool({ workerFile, threads, workerData: setup, heapMegabytes });
  }

  /** A job whose helper died, rather than its own thread, is run once more: the helper may have had no memory left for it. */
  async run(job: Job, signal: AbortSignal): Promise<JobResult> {
    const first = await this.#runOnce(job, signal);
    if (first !== 'lost-helper') return first;
    const second = await this.#runOnce(job, signal);
    return second === 'lost-helper' ? crashed(job, new Error('a thread that helped died twice')) : second;
  }

  async #runOnce(job: Job, signal: AbortSignal): Promise<JobResult | 'lost-helper'> {
    if (this.#busy < this.#options.threads) this.#busy++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let shared: SharedWork | undefined;
    let hasLostHelper = false;
    const forget = (): void => {
      if (shared === undefined) return;
      hasLostHelper ||= this.#abandoned.has(shared);
      this.#shared.delete(shared);
      setImmediate(collectAfter, bytesIn(shared.payload));
      shared = undefined;
    };
    let result: JobResult | undefined;
    try {
      signal.throwIfAborted();
      await this.#pool.run({ type: 'job', job }, (message) => {
        if (message.type === 'broken') throw message.error;
        if (message.type === 'result') result = message.result;
        if (message.type !== 'share') return true;
        // A job shares one work after the other: the one before has been done, and its memory must not wait for the end of the job.
        forget();
        shared = message.work;
        this.#shared.add(message.work);
        this.#inviteIdle();
        return false;
      });
      if (result === undefined) throw new Error('it gave no result');
      forget();
      return result.failed && hasLostHelper ? 'lost-helper' : result;
    } catch (error) {
      signal.throwIfAborted();
      return crashed(job, error);
    } finally {
      forget();
      this.#free();
    }
  }

  /** A thread has nothing to do: the next job has it, or work that others share. */
  #free(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#busy--;
      this.#inviteIdle();
    } else next();
  }

  #inviteIdle(): void {
    for (const work of this.#shared) {
      if (isExhausted(work)) {
        this.#shared.delete(work);
        continue;
      }
      while (this.#busy < this.#options.threads && !this.#disposed && !isExhausted(work)) {
        this.#busy++;
        this.#pool
          .run({ type: 'join', work }, (message) => {
            if (message.type === 'broken') throw message.error;
            return true;
          })
          .catch(() => {
            this.#abandoned.add(work);
            abandonWork(work);
          })
          .finally(() => this.#free());
      }
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#pool.destroy();
    for (const next of this.#waiting.splice(0)) next();
  }
}

function crashed(job: Job, error: unknown): JobResult {
  const message = `the thread that compiled it died: ${error instanceof Error ? error.message : String(error)}`;
  const hint = 'Build with fewer jobs (-j), or make the source smaller; if it stays, report it';
  return {
    failed: true,
    ms: 0,
    outputs: [],
    forOthers: [],
    copies: [],
    derived: [],
    dependencies: [],
    reads: [],
    diagnostics: [{ code: 'internal/worker', severity: 'error', file: job.source, message, hint }],
  };
}
