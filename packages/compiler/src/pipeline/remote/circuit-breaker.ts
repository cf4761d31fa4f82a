// Gives up a server that fails too often. All failures and wrong answers together may take only as long as a single one may: a dead
// server costs that time once, for any number of assets.

import { setMaxListeners } from 'node:events';
import { RemoteError, type RemoteFault } from './remote-error.js';

/** In a row, without a useful answer between them. One broken connection means little. */
const MAX_FAILURES = 3;

/** Maximum number of wrong answers, however fast they were. */
const MAX_WRONG = 16;

export class CircuitBreaker {
  readonly #opened = new AbortController();
  readonly #patienceMs: () => number;
  readonly #now: () => number;
  #lostMs = 0;
  #failures = 0;
  #wrong = 0;

  /** `patienceMs`: the time that all failures together may take. */
  constructor(patienceMs: () => number, now: () => number = () => performance.now()) {
    this.#patienceMs = patienceMs;
    this.#now = now;
    // Every running request listens.
    setMaxListeners(0, this.#opened.signal);
  }

  /** Aborts when the server is given up; its reason is the last failure. */
  get signal(): AbortSignal {
    return this.#opened.signal;
  }

  get isOpen(): boolean {
    return this.#opened.signal.aborted;
  }

  /** The time that is left. */
  readonly patienceMs = (): number => Math.max(0, this.#patienceMs() - this.#lostMs);

  /** Rejects with the error of the work, or with the reason why the server was given up. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted();
    const startMs = this.#now();
    try {
      const answer = await work();
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof RemoteError && error !== this.signal.reason) this.#count(error, this.#now() - startMs);
      throw error;
    }
  }

  open(reason: RemoteError): void {
    if (!this.isOpen) this.#opened.abort(reason);
  }

  #count(error: RemoteError, ms: number): void {
    this.#lostMs += ms;
    if (isWrong(error.fault)) this.#wrong++;
    else this.#failures++;
    const isTooMuch = this.#wrong >= MAX_WRONG || this.#failures >= MAX_FAILURES || this.patienceMs() === 0;
    if (error.fault === 'refused' || isTooMuch) this.open(error);
  }
}

const isWrong = (fault: RemoteFault): boolean => fault === 'wrong' || fault === 'oversized';
