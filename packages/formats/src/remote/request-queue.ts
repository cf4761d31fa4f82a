// Runs a limited number of requests at a time, by priority.

/** Priority and cancellation of a request. */
export interface RequestOptions {
  /** The largest runs first, equal ones in order. Default: 0. A function is called each time a request is picked. */
  readonly priority?: number | (() => number);
  /** Cancels the request, waiting or running: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly priority: number | (() => number);
  start(): void;
}

const priorityOf = ({ priority }: Waiting): number => (typeof priority === 'number' ? priority : priority());

export class RequestQueue {
  readonly #limit: number;
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`${limit} requests at a time are not possible`);
    this.#limit = limit;
  }

  /** Runs the work when its turn has come. The work itself must check the signal. */
  run<T>(work: () => Promise<T>, { priority = 0, signal }: RequestOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        priority,
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          this.#running++;
          work()
            .then(resolve, reject)
            .finally(() => {
              this.#running--;
              this.#startNext();
            });
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#limit && this.#waiting.length > 0) {
      let best = 0;
      let greatest = Number.NEGATIVE_INFINITY;
      for (const [i, waiting] of this.#waiting.entries()) {
        const priority = priorityOf(waiting);
        if (priority <= greatest) continue;
        greatest = priority;
        best = i;
      }
      const [next] = this.#waiting.splice(best, 1);
      next?.start();
    }
  }
}
