// Caches modules that are loaded on first use and requested for every asset: Node's own lookup of a loaded module takes about 20 µs in a
// program that has just started.

/** The same promise each time, unless loading failed: then it is tried again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
