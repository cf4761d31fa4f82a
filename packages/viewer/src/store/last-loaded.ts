// What was loaded last; what there was before stays until whoever shows it has taken the next, so that nothing blinks while a build's changes are read.
// Of loads that overlap the last alone stays. All else is freed.

export interface Loaded<T> {
  readonly value?: T;
  readonly error?: unknown;
}

export class LastLoaded<T> {
  readonly #free: (value: T) => void;
  readonly #onChange: (loaded: Loaded<T>) => void;
  #run = new AbortController();
  /** The last one at the end. */
  #held: readonly T[] = [];

  constructor(free: (value: T) => void, onChange: (loaded: Loaded<T>) => void) {
    this.#free = free;
    this.#onChange = onChange;
  }

  load(make: (signal: AbortSignal) => Promise<T>): void {
    this.#run.abort();
    this.#run = new AbortController();
    const { signal } = this.#run;
    make(signal).then(
      (value) => {
        if (signal.aborted) return this.#free(value);
        this.#held = [...this.#held, value];
        this.#onChange({ value });
      },
      // What there was stays in sight beside what is wrong.
      (error: unknown) => signal.aborted || this.#onChange({ ...this.#shown(), error }),
    );
  }

  /** The last one is in its place: nobody shows those before it any more. */
  freeEarlier(): void {
    for (const value of this.#held.slice(0, -1)) this.#free(value);
    this.#held = this.#held.slice(-1);
  }

  dispose(): void {
    this.#run.abort();
    for (const value of this.#held) this.#free(value);
    this.#held = [];
  }

  #shown(): Loaded<T> {
    const [value] = this.#held.slice(-1);
    return value === undefined ? {} : { value };
  }
}
