// What is loaded when it is first needed, and asked for with every asset: Node's own answer that a module is there already takes
// some 20 µs of a program that has just begun.

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
