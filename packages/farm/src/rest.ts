// A machine that can do no jobs (another version, a cache that it cannot reach) is always free, and would refuse each job as often as it may be
// tried before those have their turn who could do it. So it rests after a refusal, longer each time.

import type { Worker } from 'bullmq';

const FIRST_MS = 1000;

export class Rest {
  readonly #worker: Pick<Worker, 'pause' | 'resume'>;
  readonly #maxMs: number;
  #ms = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: Pick<Worker, 'pause' | 'resume'>, maxMs: number) {
    this.#worker = worker;
    this.#maxMs = maxMs;
  }

  /** Before the job is given back: otherwise the next one comes with that. */
  async begin(): Promise<void> {
    if (this.#timer !== undefined) return;
    this.#ms = Math.min(this.#maxMs, Math.max(FIRST_MS, 2 * this.#ms));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // One that ends meanwhile takes no more jobs anyway.
      this.#worker.resume().catch(() => {});
    }, this.#ms);
    await this.#worker.pause(true);
  }

  /** A job was done: the next refusal is the first one. */
  forget(): void {
    this.#ms = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
