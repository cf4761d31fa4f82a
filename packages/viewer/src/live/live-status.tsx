// Follows a watch: passes the changes of each build to the store, shows the watch's state in the bar, and errors below it.

import { followBuilds, type LiveDiagnostic, type LiveEvent } from '@assetc/formats/live';
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../store/store.js';
import { DiagnosticList } from '../views/overview/diagnostic-list.js';

interface Watch {
  readonly state: 'idle' | 'building' | 'failed' | 'lost';
  readonly diagnostics: readonly LiveDiagnostic[];
  /** Duration of the last build. */
  readonly milliseconds?: number;
}

const LOOK_AGAIN_MS = 2000;
const WORDS = { idle: 'up to date', building: 'building', failed: 'failed', lost: 'not connected' } as const;

export function LiveStatus({ store }: { readonly store: Store }) {
  const [watch, setWatch] = useState<Watch>({ state: 'lost', diagnostics: [] });
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const take = (event: LiveEvent): void => {
      setWatch((before) => after(event, before));
      if (event.type === 'building') setHidden(false);
      if (!('changed' in event)) return;
      if (event.changed.length + event.removed.length > 0) store.take(event.changed, event.removed);
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
  const { state, diagnostics, milliseconds } = watch;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const took = state === 'idle' && milliseconds !== undefined ? ` in ${milliseconds} ms` : '';
  return (
    <>
      <span class={`live is-${state}`} role="status">
        <span class="live-dot" aria-hidden="true" />
        {`${WORDS[state]}${took}`}
      </span>
      {state === 'failed' && errors.length > 0 && !isHidden ? (
        <div class="live-problems" role="alert">
          <button class="button live-hide" type="button" onClick={() => setHidden(true)}>
            Hide
          </button>
          <DiagnosticList diagnostics={errors} title="The build failed" />
        </div>
      ) : null}
    </>
  );
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
