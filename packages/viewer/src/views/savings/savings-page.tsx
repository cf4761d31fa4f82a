// Settings that make files smaller, measured on the files themselves: to try, and to apply to all that match a glob.

import { useState } from 'preact/hooks';
import type { UiSuggestion, UiSuggestions } from '../../api.js';
import { formatCount, formatSize } from '../../format-size.js';
import { Busy, ErrorBox, messageOf } from '../../parts/error-box.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../parts/table.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { useEntries, useLoaded } from '../../store/use-store.js';
import { applyRule } from '../edit/edit-client.js';
import { hasToken } from '../edit/token.js';
import { labelOf } from '../edit/value-text.js';

export function SavingsPage({ store }: { readonly store: Store }) {
  const entries = useEntries(store);
  // The search of encodings takes longest: what is known before is there meanwhile.
  const read = (part: 'first' | 'all') => (signal: AbortSignal) =>
    store.api<UiSuggestions>(`suggestions/${part}.json`, signal);
  const first = useLoaded(read('first'), [store, entries]);
  const all = useLoaded(read('all'), [store, entries]);
  const [report, setReport] = useState('');
  const error = all.error ?? first.error;
  if (error !== undefined) return <ErrorBox title="The files cannot be measured" error={error} />;
  const isSearching = all.value === undefined;
  const { list, unmeasured } = all.value ?? first.value ?? NOTHING;
  const canEdit = store.index.edit === true && hasToken();
  return (
    <>
      {isSearching ? <Busy label="Measuring" /> : null}
      <p class="why-verdict" role="status">
        {report !== '' ? report : verdictOf(list.length, isSearching)}
      </p>
      {isSearching && first.value !== undefined ? (
        <p class="muted savings-note">
          Better encodings of the largest textures are being searched. This may take a minute.
        </p>
      ) : null}
      {canEdit ? null : (
        <p class="muted savings-note">To try or apply them, start assetc ui --edit and open the printed address.</p>
      )}
      {unmeasured > 0 ? (
        <p class="muted savings-note">{formatCount(unmeasured)} files were not measured: too many, or too large.</p>
      ) : null}
      {list.length === 0 ? null : (
        <section class="card savings is-stacked" aria-label="Suggestions">
          <SuggestionTable
            list={list}
            onDone={
              canEdit
                ? (text) => {
                    setReport(text);
                    Promise.all([store.refresh(), store.refreshStatus()]).catch(() => undefined);
                  }
                : undefined
            }
          />
        </section>
      )}
    </>
  );
}

const NOTHING: UiSuggestions = { list: [], unmeasured: 0 };

function verdictOf(count: number, isSearching: boolean): string {
  if (count === 0) return isSearching ? 'Measuring…' : 'No setting that was measured makes a file smaller.';
  return `${formatCount(count)} ${count === 1 ? 'suggestion' : 'suggestions'}. Each was measured by itself on the compiled file.`;
}

interface SuggestionTableProps {
  readonly list: readonly UiSuggestion[];
  /** Reports what was applied. Undefined if nothing can be. */
  readonly onDone: ((report: string) => void) | undefined;
}

function SuggestionTable({ list, onDone }: SuggestionTableProps) {
  return (
    <Table<UiSuggestion>
      label="Suggestions"
      rows={list}
      keyOf={({ path, values }) => `${path} ${labelOf(values)}`}
      columns={[
        { title: 'File', cell: ({ path }) => <PathLink path={path} /> },
        {
          title: 'Setting',
          cell: ({ values, note }) => (
            <span title={note}>
              {labelOf(values)}
              <span class="setting-from">{note}</span>
            </span>
          ),
        },
        { title: 'Saves', isNumber: true, cell: ({ sizeBytes, thenBytes }) => formatSize(sizeBytes - thenBytes) },
        {
          title: 'Of',
          isNumber: true,
          cell: ({ sizeBytes, thenBytes }) =>
            `${formatSize(sizeBytes)} (−${((1 - thenBytes / sizeBytes) * 100).toFixed(0)} %)`,
        },
        ...(onDone === undefined
          ? []
          : [
              {
                title: 'Do',
                cell: (suggestion: UiSuggestion) => <Act suggestion={suggestion} onDone={onDone} />,
              },
            ]),
      ]}
    />
  );
}

function Act({ suggestion, onDone }: { readonly suggestion: UiSuggestion; readonly onDone: (report: string) => void }) {
  const { path, match, values } = suggestion;
  const [glob, setGlob] = useState(match);
  const [isBusy, setBusy] = useState(false);
  const apply = (): void => {
    setBusy(true);
    applyRule({ path, values, match: glob })
      .then((answer) =>
        onDone('because' in answer ? `Refused: ${answer.because}.` : `Written into assetc.yml as ${answer.origin}.`),
      )
      .catch((error: unknown) => onDone(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div class="savings-act">
      <a class="button" href={hashOf(path, new URLSearchParams({ tab: 'settings', try: JSON.stringify(values) }))}>
        Try
      </a>
      <input
        class="field"
        type="text"
        aria-label={`Glob for ${path}`}
        value={glob}
        onInput={({ currentTarget }) => setGlob(currentTarget.value)}
      />
      <button class="button" type="button" disabled={isBusy} onClick={apply}>
        Apply
      </button>
    </div>
  );
}
