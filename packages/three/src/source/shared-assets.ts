// Assets that several users share: made once, freed with the last of them. A job that nobody waits for is aborted.

/** One user's reference to a shared asset. */
export interface Lease<T> {
  readonly value: T;
  /** Further calls do nothing. */
  release(): void;
}

interface Entry<T> {
  readonly made: Promise<T>;
  readonly giveUp: AbortController;
  users: number;
  /** Set once it is made, so that it can be freed synchronously. */
  value?: { readonly it: T };
}

export class SharedAssets<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #free: (value: T) => void;

  constructor(free: (value: T) => void) {
    this.#free = free;
  }

  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** The asset with this key, finished or in progress. */
  peek(key: string): Promise<T> | undefined {
    return this.#entries.get(key)?.made;
  }

  /** Forgets a key: the next request makes a new asset. Leases of the old one stay valid. */
  forget(key: string): void {
    this.#entries.delete(key);
  }

  async lease(
    key: string,
    make: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<Lease<T>> {
    signal?.throwIfAborted();
    const entry = this.#entries.get(key) ?? this.#start(key, make);
    entry.users++;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave(key, entry);
    };
    try {
      return { value: await orAborted(entry.made, signal), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const giveUp = new AbortController();
    const entry: Entry<T> = { made: make(giveUp.signal), giveUp, users: 0 };
    this.#entries.set(key, entry);
    entry.made.then(
      (it) => {
        if (entry.users > 0) entry.value = { it };
        else this.#free(it);
      },
      // A failure rejects all waiters; the next request tries again.
      () => this.#drop(key, entry),
    );
    return entry;
  }

  #leave(key: string, entry: Entry<T>): void {
    if (--entry.users > 0) return;
    this.#drop(key, entry);
    entry.giveUp.abort();
    if (entry.value !== undefined) this.#free(entry.value.it);
  }

  #drop(key: string, entry: Entry<T>): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

/** Settles like the promise, or rejects with the signal's reason if that comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
