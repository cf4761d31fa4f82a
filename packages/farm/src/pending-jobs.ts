// Jobs that a build waits for. Events deliver most answers; checks find those that events missed.

import { setMaxListeners } from 'node:events';
import type { FarmAnswer } from 'assetc';
import type { Job } from 'bullmq';
import type { QueuedJob } from './queue-settings.js';

/** Younger jobs are not checked: their event is probably on its way. */
const CHECK_AFTER_MS = 1000;
/** Jobs in one check: a build may wait for thousands. */
const MAX_CHECKS = 256;

type FoundJob = Pick<Job<QueuedJob, string>, 'finishedOn' | 'failedReason' | 'returnvalue'>;

interface PendingJob {
  readonly resolve: (answer: FarmAnswer) => void;
  sinceMs: number;
}

export class PendingJobs {
  readonly #find: (jobId: string) => Promise<FoundJob | undefined> | undefined;
  readonly #jobs = new Map<string, PendingJob>();

  /** `find` returns undefined while there is no queue. */
  constructor(find: (jobId: string) => Promise<FoundJob | undefined> | undefined) {
    this.#find = find;
  }

  /** Rejects only with the signal's reason. */
  wait(jobId: string, signal: AbortSignal): Promise<FarmAnswer> {
    // A build waits for many jobs at once.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#jobs.delete(jobId);
        reject(signal.reason);
      };
      const earlier = this.#jobs.get(jobId);
      const settle = (answer: FarmAnswer) => {
        signal.removeEventListener('abort', stop);
        earlier?.resolve(answer);
        resolve(answer);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#jobs.set(jobId, { resolve: settle, sinceMs: performance.now() });
    });
  }

  settle(jobId: string, answer: FarmAnswer): void {
    const job = this.#jobs.get(jobId);
    this.#jobs.delete(jobId);
    job?.resolve(answer);
  }

  /** `value` is always a string: some clients pass it as it is stored, some parsed. */
  completed(jobId: string, value: unknown): void {
    this.settle(jobId, { is: 'reply', text: typeof value === 'string' ? value : '' });
  }

  failed(jobId: string, why: string): void {
    this.settle(jobId, { is: 'failed', why });
  }

  loseAll(why: string): void {
    for (const jobId of [...this.#jobs.keys()]) this.settle(jobId, { is: 'lost', why });
  }

  async checkAll(): Promise<void> {
    const nowMs = performance.now();
    const old = [...this.#jobs].filter(([, { sinceMs }]) => nowMs - sinceMs > CHECK_AFTER_MS).slice(0, MAX_CHECKS);
    for (const [jobId, job] of old) {
      // Moved to the end, so that the next check takes others.
      job.sinceMs = nowMs;
      if (this.#jobs.delete(jobId)) this.#jobs.set(jobId, job);
    }
    await Promise.all(old.map(([jobId]) => this.check(jobId)));
  }

  async check(jobId: string): Promise<void> {
    if (!this.#jobs.has(jobId)) return;
    const job = await this.#find(jobId);
    if (job === undefined) this.failed(jobId, 'the queue has lost the job');
    else if (job.finishedOn !== undefined && job.failedReason) this.failed(jobId, job.failedReason);
    else if (job.finishedOn !== undefined) this.completed(jobId, job.returnvalue);
  }
}
