// Jobs whose answers are waited for. Events bring most; those that were missed are found by looking.

import { setMaxListeners } from 'node:events';
import type { FarmAnswer } from 'assetc';
import type { Job } from 'bullmq';
import type { QueuedJob } from './queue-settings.js';

/** What is younger is about to be heard of. */
const LOOK_AFTER_MS = 1000;
/** At a time: a build may wait for thousands. */
const MAX_LOOKS = 256;

type FoundJob = Pick<Job<QueuedJob, string>, 'finishedOn' | 'failedReason' | 'returnvalue'>;

interface Waiting {
  readonly give: (answer: FarmAnswer) => void;
  sinceMs: number;
}

export class Pending {
  readonly #find: (jobId: string) => Promise<FoundJob | undefined> | undefined;
  readonly #waiting = new Map<string, Waiting>();

  /** `find`: undefined while there is no queue. */
  constructor(find: (jobId: string) => Promise<FoundJob | undefined> | undefined) {
    this.#find = find;
  }

  /** Rejects only with the signal's reason. */
  wait(jobId: string, signal: AbortSignal): Promise<FarmAnswer> {
    // A build waits for many at a time.
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(jobId);
        reject(signal.reason);
      };
      const earlier = this.#waiting.get(jobId);
      const give = (answer: FarmAnswer) => {
        signal.removeEventListener('abort', stop);
        earlier?.give(answer);
        resolve(answer);
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(jobId, { give, sinceMs: performance.now() });
    });
  }

  give(jobId: string, answer: FarmAnswer): void {
    const waiting = this.#waiting.get(jobId);
    this.#waiting.delete(jobId);
    waiting?.give(answer);
  }

  /** Some clients hand the value over as it is stored, some parsed: it is a text in any case. */
  completed(jobId: string, value: unknown): void {
    this.give(jobId, { is: 'reply', text: typeof value === 'string' ? value : '' });
  }

  failed(jobId: string, why: string): void {
    this.give(jobId, { is: 'failed', why });
  }

  lose(why: string): void {
    for (const jobId of [...this.#waiting.keys()]) this.give(jobId, { is: 'lost', why });
  }

  async lookAtAll(): Promise<void> {
    const nowMs = performance.now();
    const old = [...this.#waiting].filter(([, { sinceMs }]) => nowMs - sinceMs > LOOK_AFTER_MS).slice(0, MAX_LOOKS);
    for (const [jobId, waiting] of old) {
      // To the end, so that all have their turn.
      waiting.sinceMs = nowMs;
      if (this.#waiting.delete(jobId)) this.#waiting.set(jobId, waiting);
    }
    await Promise.all(old.map(([jobId]) => this.look(jobId)));
  }

  async look(jobId: string): Promise<void> {
    if (!this.#waiting.has(jobId)) return;
    const job = await this.#find(jobId);
    if (job === undefined) this.failed(jobId, 'the queue has lost it');
    else if (job.finishedOn !== undefined && job.failedReason) this.failed(jobId, job.failedReason);
    else if (job.finishedOn !== undefined) this.completed(jobId, job.returnvalue);
  }
}
