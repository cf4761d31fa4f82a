// Keeps the value loaded last. The previous one stays until its user has switched to the next, so that nothing flickers while a build's
// changes are read. Of overlapping loads only the last stays. All others are freed.

export interface Loaded<T> {
  readonly value?: T;
  readonly error?: unknown;
}

export class LastLoaded<T> {
  readonly #free: (value: T) => void;
  readonly #onChange: (loaded: Loaded<T>) => void;
  #run = new AbortController();
  /** The newest is last. */
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
      // The previous value stays visible next to the error.
      (error: unknown) => signal.aborted || this.#onChange({ ...this.#shown(), error }),
    );
  }

  /** Call it once the last value is in use: frees the earlier ones. */
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
