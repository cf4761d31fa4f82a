// What the last build reported, next to the title of every page. It leads to the list.

import type { UiStatus } from '../api.js';
import { hashOf } from '../routing/route.js';
import { statusParts } from './problems.js';

export function StatusLine({ status }: { readonly status: UiStatus }) {
  const parts = statusParts(status);
  if (parts.length === 0) return null;
  return (
    <a class="status-line" href={hashOf('')} aria-label={`The last build: ${parts.map(({ text }) => text).join(', ')}`}>
      {parts.map(({ severity, text }) => (
        <span key={text} class={`is-${severity}`}>
          <span class="status-dot" aria-hidden="true" />
          {text}
        </span>
      ))}
    </a>
  );
}
