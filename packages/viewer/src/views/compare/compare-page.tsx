// The output and another one, file by file: what was added, removed, grew, shrank and changed.

import { useState } from 'preact/hooks';
import { countFiles, formatCount, formatSize } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Segmented } from '../../parts/segmented.js';
import { Table } from '../../parts/table.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { useEntries } from '../../store/use-store.js';
import { compareEntries, type EntryChange } from './compare-entries.js';
import { useChanged } from './use-changed.js';
import { OtherChoice, useOther } from './use-other.js';

const SHOWN = 500;

const TITLES = {
  all: 'All',
  added: 'Added',
  removed: 'Removed',
  grew: 'Grew',
  shrank: 'Shrank',
  changed: 'Changed',
} as const;

export function ComparePage({ store }: { readonly store: Store }) {
  const entries = useEntries(store);
  const { other, error, chosen, onChoose } = useOther(store);
  const changed = useChanged(store, other, entries);
  const [filter, setFilter] = useState<'all' | EntryChange['change']>('all');
  if (error !== undefined) return <ErrorBox title="It cannot be read" error={error} />;
  if (changed.error !== undefined) return <ErrorBox title="It cannot be read" error={changed.error} />;
  if (other === undefined) return <Busy label="Opening" />;
  const all = compareEntries(entries, other.entries, changed.paths);
  const shown = all.filter(({ change }) => filter === 'all' || change === filter);
  const sum = all.reduce((total, { before, after }) => total + after - before, 0);
  const count = (change: EntryChange['change']): number => all.filter((each) => each.change === change).length;
  return (
    <>
      <p class="why-verdict" role="status">
        {`From A, ${store.index.title}, to B, ${other.index.title}: ${countFiles(all.length)} with other bytes, ${sum < 0 ? '−' : '+'}${formatSize(Math.abs(sum))}.`}
        {changed.left === 0 ? null : ` Reading ${countFiles(changed.left)} of equal size…`}
      </p>
      <div class="compare-bar">
        <OtherChoice {...{ store, chosen, onChoose }} />
        <Segmented
          label="Shown"
          choices={(['all', 'added', 'removed', 'grew', 'shrank', 'changed'] as const)
            .filter((value) => value === 'all' || value === filter || count(value) > 0)
            .map((value) => ({
              value,
              label: value === 'all' ? TITLES.all : `${TITLES[value]} ${formatCount(count(value))}`,
            }))}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <section class="card" aria-label="Changes">
        <ChangeTable rows={shown.slice(0, SHOWN)} />
        {shown.length > SHOWN ? <p class="muted note">{`${countFiles(shown.length - SHOWN)} more.`}</p> : null}
      </section>
    </>
  );
}

function ChangeTable({ rows }: { readonly rows: readonly EntryChange[] }) {
  return (
    <Table<EntryChange>
      label="Changes"
      rows={rows}
      keyOf={({ path }) => path}
      columns={[
        {
          title: 'File',
          cell: ({ path, change }) =>
            change === 'added' ? (
              path
            ) : (
              <a href={hashOf(path, change === 'removed' ? undefined : new URLSearchParams({ tab: 'compare' }))}>
                {path}
              </a>
            ),
        },
        { title: 'Change', cell: ({ change }) => TITLES[change] },
        {
          title: 'A',
          isNumber: true,
          cell: ({ before, change }) => (change === 'added' ? '–' : formatSize(before)),
        },
        {
          title: 'B',
          isNumber: true,
          cell: ({ after, change }) => (change === 'removed' ? '–' : formatSize(after)),
        },
        {
          title: 'Difference',
          isNumber: true,
          cell: ({ before, after }) => `${after < before ? '−' : '+'}${formatSize(Math.abs(after - before))}`,
        },
      ]}
    />
  );
}
