// A worker's places among the queues that it takes jobs off. BullMQ counts for each queue alone: what one uses must be taken from the others.

import type { Worker } from 'bullmq';

type Taker = Pick<Worker, 'concurrency'>;

/** Each keeps one: its job may have to wait for a thread. */
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

  /** When none is in use. */
  async idle(): Promise<void> {
    if (this.#all > 0) await new Promise<void>((done) => this.#onIdle.push(done));
  }

  get #all(): number {
    return [...this.#used.values()].reduce((sum, used) => sum + used, 0);
  }

  #change(worker: Taker, by: number): void {
    this.#used.set(worker, (this.#used.get(worker) ?? 0) + by);
    const all = this.#all;
    if (all === 0) for (const done of this.#onIdle.splice(0)) done();
    for (const [each, used] of this.#used) {
      const left = Math.max(1, this.#places - (all - used));
      if (each.concurrency !== left) each.concurrency = left;
    }
  }
}
