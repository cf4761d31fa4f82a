// The store inside components: they are drawn again when it changes.

import { useEffect, useState } from 'preact/hooks';
import type { Loaded } from './last-loaded.js';
import type { Entry, Store } from './store.js';

/** All entries, as they are now. */
export function useEntries(store: Store): readonly Entry[] {
  const [entries, setEntries] = useState(store.entries);
  useEffect(() => {
    setEntries(store.entries);
    return store.onChange(() => setEntries(store.entries));
  }, [store]);
  return entries;
}

/** What `load` gives, again whenever one of `keys` changes; what came before stays until then. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({});
  useEffect(() => {
    const life = new AbortController();
    load(life.signal).then(
      (value) => life.signal.aborted || setState({ value }),
      (error: unknown) => life.signal.aborted || setState({ error }),
    );
    return () => life.abort();
  }, keys);
  return state;
}
