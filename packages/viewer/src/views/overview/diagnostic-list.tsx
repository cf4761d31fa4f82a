// Errors and warnings with their remedies, errors first.

import { useState } from 'preact/hooks';
import type { UiDiagnostic } from '../../api.js';
import { formatCount } from '../../format-size.js';

const FEW = 6;

interface DiagnosticListProps {
  readonly diagnostics: readonly UiDiagnostic[];
  readonly title?: string;
}

export function DiagnosticList({ diagnostics, title }: DiagnosticListProps) {
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
        {shown.map(({ severity, code, file, place, message, remedy }, i) => (
          <li key={`${i} ${code}`} class={`is-${severity}`}>
            <p class="diagnostic-head">
              <span class="diagnostic-severity">{severity}</span> <code>{code}</code>{' '}
              <span class="diagnostic-file">{place === '' ? file : `${file} ${place}`}</span>
            </p>
            <p>{message}</p>
            <p class="muted">{remedy}</p>
          </li>
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
