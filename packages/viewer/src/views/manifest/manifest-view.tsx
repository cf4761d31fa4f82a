// The manifest: which hash means which file. Missing files and broken references are red.

import { decodeHman, hashToHex, type ManifestEntry } from '@assetc/formats';
import { useState } from 'preact/hooks';
import type { UiOverview } from '../../api.js';
import { formatCount, formatSize } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Table } from '../../parts/table.js';
import { Toggle } from '../../parts/toggle.js';
import { Toolbar } from '../../parts/toolbar.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';

/** Rows in the document at first: thousands would take a second to lay out. */
const FIRST_ROWS = 400;

interface Row extends ManifestEntry {
  /** Undefined if the file is missing. */
  readonly size: number | undefined;
}

type Broken = UiOverview['brokenReferences'];

async function load(store: Store, path: string): Promise<{ readonly rows: readonly Row[]; readonly broken: Broken }> {
  const { entries } = decodeHman(await store.read(path));
  const rows = entries.map((entry) => ({ ...entry, size: store.find(entry.path)?.size }));
  rows.sort((a, b) => Number(a.size !== undefined) - Number(b.size !== undefined) || (a.path < b.path ? -1 : 1));
  const overview = await store.api<UiOverview>('overview.json');
  return { rows, broken: overview?.brokenReferences ?? [] };
}

const Link = ({ store, path }: { readonly store: Store; readonly path: string }) =>
  store.find(path) === undefined ? <span>{path}</span> : <a href={hashOf(path)}>{path}</a>;

export function ManifestView({ path, store, version }: ViewProps) {
  const [search, setSearch] = useState('');
  const [isMissingOnly, setMissingOnly] = useState(false);
  const [most, setMost] = useState(FIRST_ROWS);
  const { value, error } = useLoaded(() => load(store, path), [store, path, version]);
  if (error !== undefined) return <ErrorBox title="The manifest cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading" />;
  const { rows, broken } = value;
  const found = rows.filter((row) => (!isMissingOnly || row.size === undefined) && isNamed(row, search.toLowerCase()));
  return (
    <div class="manifest">
      <Toolbar label="Filter">
        <input
          class="field"
          type="search"
          placeholder="Path, kind or hash"
          aria-label="Find entries by path, kind or hash"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value.trim())}
        />
        <Toggle label="Missing only" checked={isMissingOnly} onChange={setMissingOnly} />
        <Summary rows={rows} broken={broken} />
      </Toolbar>
      <div class="manifest-rows">
        {broken.length === 0 ? null : <BrokenReferences store={store} broken={broken} />}
        <Entries store={store} rows={found.slice(0, most)} />
        {found.length <= most ? null : (
          <button type="button" class="button manifest-more" onClick={() => setMost(most * 10)}>
            {formatCount(found.length - most)} more
          </button>
        )}
      </div>
    </div>
  );
}

const isNamed = ({ path, hash, kind }: Row, wanted: string): boolean =>
  path.toLowerCase().includes(wanted) || hashToHex(hash).includes(wanted) || kind === wanted;

function Summary({ rows, broken }: { readonly rows: readonly Row[]; readonly broken: Broken }) {
  const missing = rows.filter(({ size }) => size === undefined).length;
  const isSound = missing + broken.length === 0;
  return (
    <span class={isSound ? 'manifest-sum' : 'manifest-sum is-bad'} role="status">
      {formatCount(rows.length)} entries
      {isSound ? ', all there' : `, ${formatCount(missing)} missing, ${formatCount(broken.length)} broken references`}
    </span>
  );
}

const BrokenReferences = ({ store, broken }: { readonly store: Store; readonly broken: Broken }) => (
  <section class="manifest-broken">
    <h2>Broken references</h2>
    <Table
      label="Broken references"
      columns={[
        { title: 'In', cell: (row) => <Link store={store} path={row.path} /> },
        { title: 'Wants', cell: ({ wants }) => <code>{wants}</code> },
      ]}
      rows={broken}
      keyOf={(row) => `${row.path} ${row.wants}`}
      classOf={() => 'is-broken'}
    />
  </section>
);

const Entries = ({ store, rows }: { readonly store: Store; readonly rows: readonly Row[] }) => (
  <Table
    label="Entries of the manifest"
    columns={[
      { title: 'Path', cell: (row) => <Link store={store} path={row.path} /> },
      { title: 'Kind', cell: ({ kind, kindNumber }) => (kind === 'unknown' ? `unknown (${kindNumber})` : kind) },
      { title: 'Color space', cell: ({ kind, colorspace }) => (kind === 'texture' ? colorspace : '') },
      { title: 'Hash', cell: ({ hash }) => <code>{hashToHex(hash)}</code> },
      { title: 'Size', isNumber: true, cell: ({ size }) => (size === undefined ? 'missing' : formatSize(size)) },
    ]}
    rows={rows}
    keyOf={({ hash }) => String(hash)}
    classOf={({ size }) => (size === undefined ? 'is-broken' : '')}
  />
);
