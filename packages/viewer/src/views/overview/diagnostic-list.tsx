// Errors and warnings with their remedies, errors first. Each leads to its asset, and explains its code.

import { useState } from 'preact/hooks';
import type { UiDiagnostic, UiProblem } from '../../api.js';
import { formatCount } from '../../format-size.js';
import { hashOf } from '../../routing/route.js';
import { pathOf } from '../../status/problems.js';
import type { Store } from '../../store/store.js';
import { Thumbnail } from '../../thumbnails/thumbnail.js';

const FEW = 6;

/** Without an asset: of a page that is already about it. */
type Listed = UiDiagnostic & Partial<Pick<UiProblem, 'explanation' | 'asset' | 'outputs'>>;

interface DiagnosticListProps {
  readonly diagnostics: readonly Listed[];
  readonly title?: string;
  /** With it, files have pictures. */
  readonly store?: Store;
}

export function DiagnosticList({ diagnostics, title, store }: DiagnosticListProps) {
  const [isWhole, setWhole] = useState(false);
  const sorted = [...diagnostics].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
  const shown = isWhole ? sorted : sorted.slice(0, FEW);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const heading = title ?? (errors > 0 ? 'Problems' : 'Warnings');
  return (
    <section class="card card-wide" aria-label={heading}>
      <h2>
        {heading} <span class="card-count">{formatCount(diagnostics.length)}</span>
      </h2>
      <ul class="diagnostics">
        {shown.map((diagnostic, i) => (
          <Item key={`${i} ${diagnostic.code}`} diagnostic={diagnostic} store={store} />
        ))}
      </ul>
      {sorted.length > shown.length ? (
        <button class="button" type="button" onClick={() => setWhole(true)}>
          {`Show all ${formatCount(sorted.length)}`}
        </button>
      ) : null}
    </section>
  );
}

interface ItemProps {
  readonly diagnostic: Listed;
  readonly store: Store | undefined;
}

function Item({ diagnostic, store }: ItemProps) {
  const { severity, code, file, place, message, remedy, explanation, asset, outputs } = diagnostic;
  const name = file === '' ? (asset ?? '') : file;
  return (
    <li class={`is-${severity}`}>
      <p class="diagnostic-head">
        {store === undefined || outputs?.[0] === undefined ? null : (
          <Thumbnail store={store} path={outputs[0]} size="small" />
        )}
        {asset === undefined || outputs === undefined ? (
          <span class="diagnostic-file">{name}</span>
        ) : (
          <a class="diagnostic-file" href={hashOf(pathOf({ asset, outputs }))}>
            {name}
          </a>
        )}
        {place === '' ? null : <span>{/^\d/.test(place) ? `line ${place}` : place}</span>}
        <span class="diagnostic-severity">{severity}</span>
      </p>
      <p class="diagnostic-message">{message}</p>
      <p class="muted">{remedy}</p>
      {explanation === undefined ? (
        <code class="muted">{code}</code>
      ) : (
        <details class="diagnostic-code">
          <summary>
            <code>{code}</code>
          </summary>
          <p>{explanation}</p>
        </details>
      )}
    </li>
  );
}
