// Pauses a worker after it refused a job, longer each time. A machine that can do no jobs (another version, a cache that it cannot
// reach) is always free: it would use up all attempts of a job before a machine that can do it gets one.

import type { Worker } from 'bullmq';

const FIRST_MS = 1000;

export class RefusalBackoff {
  readonly #worker: Pick<Worker, 'pause' | 'resume'>;
  readonly #maxMs: number;
  #ms = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: Pick<Worker, 'pause' | 'resume'>, maxMs: number) {
    this.#worker = worker;
    this.#maxMs = maxMs;
  }

  /** Call it before the job is returned to the queue: that would fetch the next one. */
  async pauseWorker(): Promise<void> {
    if (this.#timer !== undefined) return;
    this.#ms = Math.min(this.#maxMs, Math.max(FIRST_MS, 2 * this.#ms));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // Fails if the worker was stopped meanwhile.
      this.#worker.resume().catch(() => {});
    }, this.#ms);
    await this.#worker.pause(true);
  }

  /** After a job was done: the next pause is short again. */
  reset(): void {
    this.#ms = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
