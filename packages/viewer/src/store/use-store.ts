// Hooks for the store: components render again when it changes.

import { useEffect, useState } from 'preact/hooks';
import type { UiStatus } from '../api.js';
import type { Loaded } from './last-loaded.js';
import type { Entry, Store } from './store.js';

/** All current entries. */
export function useEntries(store: Store): readonly Entry[] {
  const [entries, setEntries] = useState(store.entries);
  useEffect(() => {
    setEntries(store.entries);
    return store.onChange(() => setEntries(store.entries));
  }, [store]);
  return entries;
}

/** How the last build ended. */
export function useStatus(store: Store): UiStatus {
  const [status, setStatus] = useState(store.status);
  useEffect(() => {
    setStatus(store.status);
    return store.onStatus(() => setStatus(store.status));
  }, [store]);
  return status;
}

/** The result of `load`, loaded again when one of `keys` changes. The previous result stays until then. */
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
