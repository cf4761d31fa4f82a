// A card with files: the first few, and all on request.

import { useState } from 'preact/hooks';
import { KIND_NAMES, type Kind, kindClass } from '../../kinds.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';

/** Rows at first. */
export const LISTED = 12;

export interface FileListProps {
  readonly title: string;
  readonly store: Store;
  readonly files: readonly { readonly path: string; readonly kind?: Kind; readonly note: string }[];
  readonly isBad?: boolean;
  /** A sentence below. */
  readonly more?: string;
}

export function FileList({ title, store, files, isBad, more = '' }: FileListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? files : files.slice(0, LISTED);
  return (
    <section class={`card${isBad === true ? ' is-bad' : ''}`} aria-label={title}>
      <h2>
        {title} <span class="card-count">{files.length}</span>
      </h2>
      <ul class="card-list">
        {shown.map(({ path, kind, note }, i) => (
          <li key={`${i} ${path}`}>
            {kind === undefined ? null : <span class={`dot ${kindClass(kind)}`} title={KIND_NAMES[kind]} />}
            {store.find(path) === undefined ? (
              <span class="card-path">{path}</span>
            ) : (
              <a class="card-path" href={hashOf(path)} title={path}>
                {path}
              </a>
            )}
            <span class="card-note" title={note}>
              {note}
            </span>
          </li>
        ))}
      </ul>
      {more === '' ? null : <p class="muted">{more}</p>}
      {files.length > shown.length ? (
        <button class="button" type="button" onClick={() => setWhole(true)}>
          {`Show all ${files.length}`}
        </button>
      ) : null}
    </section>
  );
}
