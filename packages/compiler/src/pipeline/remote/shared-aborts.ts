// One listener for all requests of a signal: adding and removing one costs more than writing the head of a request.

export class SharedAborts {
  readonly #bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  /** Listens until the returned function is called. */
  onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
    if (signal === undefined) return () => {};
    const stops = this.#bySignal.get(signal) ?? this.#listen(signal);
    stops.add(stop);
    return () => void stops.delete(stop);
  }

  #listen(signal: AbortSignal): Set<() => void> {
    const stops = new Set<() => void>();
    this.#bySignal.set(signal, stops);
    signal.addEventListener(
      'abort',
      () => {
        for (const stop of [...stops]) stop();
      },
      { once: true },
    );
    return stops;
  }
}
