// Limits the memory of all jobs of a build. A job declares its need before it starts, and waits until that much is free, in order of
// arrival. A job that needs more than the total runs alone.

/** Frees it. */
export type Release = () => void;

/** The memory of one job, taken in any number of steps and freed together. */
export class MemoryHold {
  readonly #budget: MemoryBudget;
  readonly #releases: Release[] = [];

  constructor(budget: MemoryBudget) {
    this.#budget = budget;
  }

  async take(bytes: number): Promise<void> {
    this.#releases.push(await this.#budget.take(bytes));
  }

  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}

export class MemoryBudget {
  /** The total. */
  readonly totalBytes: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  #takenBytes = 0;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  async take(wantedBytes: number): Promise<Release> {
    const bytes = Math.min(Math.max(0, wantedBytes), this.totalBytes);
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, begin });
      this.#letIn();
    });
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#takenBytes -= bytes;
      this.#letIn();
    };
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#takenBytes + next.bytes > this.totalBytes) return;
      this.#waiting.shift();
      this.#takenBytes += next.bytes;
      next.begin();
    }
  }
}
