// The state of a watch in the bar, and the first error of a failed build next to it. They cover nothing, and nothing moves for them.

import { hashOf } from '../routing/route.js';
import type { Watch } from './use-watch.js';

const WORDS = { idle: 'up to date', building: 'building', failed: 'failed', lost: 'not connected' } as const;

export function LiveStatus({ watch }: { readonly watch: Watch }) {
  const { state, milliseconds } = watch;
  const took = state === 'idle' && milliseconds !== undefined ? ` in ${milliseconds} ms` : '';
  return (
    <>
      {state === 'failed' ? <FirstError watch={watch} /> : null}
      <span class={`live is-${state}`} role="status">
        <span class="live-dot" aria-hidden="true" />
        {`${WORDS[state]}${took}`}
      </span>
    </>
  );
}

/** The others are in the list that it leads to. */
function FirstError({ watch: { diagnostics } }: { readonly watch: Watch }) {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  if (first === undefined) return null;
  const text = [first.file, first.message].filter((part) => part !== '').join(': ');
  return (
    <span class="live-problems" role="alert">
      <a href={hashOf('')} title={text}>
        {text}
      </a>
    </span>
  );
}
