// Follows a watch: passes the changes of each build to the store.

import { followBuilds, type LiveDiagnostic, type LiveEvent } from '@assetc/formats/live';
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../store/store.js';

export interface Watch {
  readonly state: 'idle' | 'building' | 'failed' | 'lost';
  readonly diagnostics: readonly LiveDiagnostic[];
  /** Duration of the last build. */
  readonly milliseconds?: number;
}

const LOOK_AGAIN_MS = 2000;

export function useWatch(store: Store): Watch {
  const [watch, setWatch] = useState<Watch>({ state: 'lost', diagnostics: [] });
  useEffect(() => {
    const life = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const take = (event: LiveEvent): void => {
      setWatch((before) => after(event, before));
      if (!('changed' in event)) return;
      if (event.changed.length + event.removed.length > 0) store.take(event.changed, event.removed);
      // If the server is gone, the connection reports it.
      store.refreshStatus().catch(() => undefined);
      // The configuration may have changed too: refresh the rest of the index later.
      clearTimeout(later);
      later = setTimeout(() => store.refresh().catch(() => undefined), LOOK_AGAIN_MS);
    };
    const onConnection = (state: 'open' | 'lost') => {
      if (state === 'lost') setWatch((before) => ({ ...before, state: 'lost' }));
    };
    followBuilds({ url: document.baseURI, signal: life.signal, onEvent: take, onConnection }).catch(
      (error: unknown) => {
        if (!life.signal.aborted) throw error;
      },
    );
    return () => {
      clearTimeout(later);
      life.abort();
    };
  }, [store]);
  return watch;
}

function after(event: LiveEvent, before: Watch): Watch {
  switch (event.type) {
    case 'hello':
      return { ...before, state: event.state, diagnostics: event.diagnostics };
    case 'building':
      return { ...before, state: 'building' };
    case 'built':
    case 'failed':
      return {
        state: event.type === 'built' ? 'idle' : 'failed',
        diagnostics: event.diagnostics,
        milliseconds: event.milliseconds,
      };
  }
}
