// A card with files: the first few, and all on request.

import { useState } from 'preact/hooks';
import { formatCount } from '../../format-size.js';
import { KIND_NAMES, type Kind, kindClass } from '../../kinds.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { Thumbnail } from '../../thumbnails/thumbnail.js';

/** Rows at first. */
export const LISTED = 12;

interface ListedFile {
  readonly path: string;
  /** Shown instead of the path. */
  readonly label?: string;
  readonly kind?: Kind;
  readonly note: string;
}

export interface FileListProps {
  readonly title: string;
  readonly store: Store;
  readonly files: readonly ListedFile[];
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
        {title} <span class="card-count">{formatCount(files.length)}</span>
      </h2>
      <ul class="card-list">
        {shown.map(({ path, label = path, kind, note }, i) => (
          <li key={`${i} ${path}`}>
            <Thumbnail store={store} path={path} size="small" />
            {kind === undefined ? null : <span class={`dot ${kindClass(kind)}`} title={KIND_NAMES[kind]} />}
            {store.find(path) === undefined ? (
              <span class="card-path">
                <PathText path={label} />
              </span>
            ) : (
              <a class="card-path" href={hashOf(path)} title={path}>
                <PathText path={label} />
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
          {`Show all ${formatCount(files.length)}`}
        </button>
      ) : null}
    </section>
  );
}

/** If it is too long, the folder is cut short, never the name. */
function PathText({ path }: { readonly path: string }) {
  const name = path.lastIndexOf('/') + 1;
  return (
    <>
      <span class="card-folder">{path.slice(0, name)}</span>
      <span class="card-name">{path.slice(name)}</span>
    </>
  );
}
