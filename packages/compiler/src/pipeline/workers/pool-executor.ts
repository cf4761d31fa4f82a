// Compiles in a pool of threads, started with the first job. Threads that have nothing to do join work that jobs share,
// so that one big asset uses every core.

import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { bytesIn, collectAfter } from './collect-garbage.js';
import type { Executor, Job, JobResult } from './job.js';
import type { WorkerMessage, WorkerRequest, WorkerSetup } from './serve-jobs.js';
import { abandonWork, isExhausted, type SharedWork } from './shared-work.js';

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
  #pool: Promise<Piscina> | undefined;
  /**
   * Jobs and joins that have been handed to the pool: never more than there are threads, since what waits inside the pool
   * is lost when the last thread dies (piscina starts none anew for it).
   */
  #busy = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #shared = new Set<SharedWork>();
  /** Work that a helper took up and died with. */
  readonly #abandoned = new WeakSet<SharedWork>();
  #disposed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  #start(): Promise<Piscina> {
    this.#pool ??= import('piscina').then(({ Piscina: Pool }) => {
      const pool = new Pool({
        filename: this.#options.workerFile,
        minThreads: 0,
        maxThreads: this.#options.threads,
        idleTimeout: 60_000,
        // Threads that wait for a message block otherwise, and never come to give memory back.
        atomics: 'disabled',
        workerData: this.#options.setup,
        ...(this.#options.heapMegabytes !== undefined && {
          resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMegabytes },
        }),
      });
      // A thread that dies with nothing to do harms nobody; without a listener the event would end the process.
      pool.on('error', () => {});
      return pool;
    });
    return this.#pool;
  }

  /** A job whose helper died, rather than its own thread, is run once more: the helper may have had no memory left for it. */
  async run(job: Job, signal: AbortSignal): Promise<JobResult> {
    const first = await this.#runOnce(job, signal);
    if (first !== 'lost-helper') return first;
    const second = await this.#runOnce(job, signal);
    return second === 'lost-helper' ? crashed(job, new Error('a thread that helped died twice')) : second;
  }

  async #runOnce(job: Job, signal: AbortSignal): Promise<JobResult | 'lost-helper'> {
    const pool = await this.#start();
    if (this.#busy < this.#options.threads) this.#busy++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const { port1, port2 } = new MessageChannel();
    const shared: SharedWork[] = [];
    try {
      signal.throwIfAborted();
      const answer = new Promise<JobResult>((resolve) => {
        port1.on('message', (message: WorkerMessage) => {
          if (message.type === 'result') return resolve(message.result);
          shared.push(message.work);
          this.#shared.add(message.work);
          this.#inviteIdle(pool);
        });
      });
      const request: WorkerRequest = { type: 'job', job, port: port2 };
      await pool.run(request, { transferList: [port2] });
      const result = await answer;
      return result.failed && shared.some((work) => this.#abandoned.has(work)) ? 'lost-helper' : result;
    } catch (error) {
      signal.throwIfAborted();
      return crashed(job, error);
    } finally {
      port1.close();
      const sharedBytes = Math.max(0, ...shared.splice(0).map((work) => this.#forget(work)));
      setImmediate(collectAfter, sharedBytes);
      this.#free(pool);
    }
  }

  #forget(work: SharedWork): number {
    this.#shared.delete(work);
    return bytesIn(work.payload);
  }

  /** A thread has nothing to do: the next job has it, or work that others share. */
  #free(pool: Piscina): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#busy--;
      this.#inviteIdle(pool);
    } else next();
  }

  #inviteIdle(pool: Piscina): void {
    for (const work of this.#shared) {
      if (isExhausted(work)) {
        this.#shared.delete(work);
        continue;
      }
      while (this.#busy < this.#options.threads && !this.#disposed && !isExhausted(work)) {
        this.#busy++;
        const request: WorkerRequest = { type: 'join', work };
        pool
          .run(request)
          .catch(() => {
            this.#abandoned.add(work);
            abandonWork(work);
          })
          .finally(() => this.#free(pool));
      }
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const pool = await this.#pool;
    this.#pool = undefined;
    await pool?.destroy();
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
