// Shares the places of a worker (how many jobs run at once) between its queues. BullMQ limits each queue separately, so a place
// that one queue uses is taken from the others.

import type { Worker } from 'bullmq';

type Taker = Pick<Worker, 'concurrency'>;

/** Each queue keeps at least one place; its job may then wait for a thread. */
export class SharedPlaces {
  readonly #places: number;
  readonly #used = new Map<Taker, number>();
  readonly #onIdle: (() => void)[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  add(worker: Taker): void {
    this.#used.set(worker, 0);
  }

  async use<T>(worker: Taker, work: () => Promise<T>): Promise<T> {
    this.#change(worker, 1);
    try {
      return await work();
    } finally {
      this.#change(worker, -1);
    }
  }

  /** Resolves when no place is in use. */
  async idle(): Promise<void> {
    if (this.#usedCount > 0) await new Promise<void>((done) => this.#onIdle.push(done));
  }

  get #usedCount(): number {
    return [...this.#used.values()].reduce((sum, used) => sum + used, 0);
  }

  #change(worker: Taker, by: number): void {
    this.#used.set(worker, (this.#used.get(worker) ?? 0) + by);
    const usedCount = this.#usedCount;
    if (usedCount === 0) for (const done of this.#onIdle.splice(0)) done();
    for (const [each, used] of this.#used) {
      const left = Math.max(1, this.#places - (usedCount - used));
      if (each.concurrency !== left) each.concurrency = left;
    }
  }
}
