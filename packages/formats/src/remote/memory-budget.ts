// Counts bytes against a limit. Without a limit everything fits.

export class MemoryBudget {
  readonly #limit: number;
  #held = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    if (!(limit >= 0)) throw new RangeError(`a budget of ${limit} bytes is none`);
    this.#limit = limit;
  }

  get heldBytes(): number {
    return this.#held;
  }

  get leftBytes(): number {
    return this.#limit - this.#held;
  }

  /** Returns false and takes nothing if it does not fit. */
  take(bytes: number): boolean {
    if (bytes > this.leftBytes) return false;
    this.#held += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held -= bytes;
  }
}
