// The manifest: which hash means which file. What it names and is not there, and what others ask it for in vain, is red.

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

/** Rows that are in the document at first: thousands would take a second to lay out. */
const FIRST_ROWS = 400;

interface Row extends ManifestEntry {
  /** Undefined where the file is not there. */
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
  const [isBrokenOnly, setBrokenOnly] = useState(false);
  const [most, setMost] = useState(FIRST_ROWS);
  const { value, error } = useLoaded(() => load(store, path), [store, path, version]);
  if (error !== undefined) return <ErrorBox title="The manifest cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading" />;
  const { rows, broken } = value;
  const missing = rows.filter(({ size }) => size === undefined).length;
  const wanted = search.toLowerCase();
  const found = rows.filter(
    (row) =>
      (!isBrokenOnly || row.size === undefined) &&
      (row.path.toLowerCase().includes(wanted) || hashToHex(row.hash).includes(wanted) || row.kind === wanted),
  );
  const isSound = missing + broken.length === 0;
  return (
    <div class="manifest">
      <Toolbar label="Which entries">
        <input
          class="field"
          type="search"
          placeholder="Path, kind or hash"
          aria-label="Find entries by path, kind or hash"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value.trim())}
        />
        <Toggle label="Missing only" checked={isBrokenOnly} onChange={setBrokenOnly} />
        <span class={isSound ? 'manifest-sum' : 'manifest-sum is-bad'} role="status">
          {formatCount(rows.length)} entries
          {isSound
            ? ', all there'
            : `, ${formatCount(missing)} missing, ${formatCount(broken.length)} broken references`}
        </span>
      </Toolbar>
      <div class="manifest-rows">
        {broken.length === 0 ? null : (
          <section class="manifest-broken">
            <h2>Broken references</h2>
            <Table
              label="References to what is not there"
              columns={[
                { title: 'In', cell: (row) => <Link store={store} path={row.path} /> },
                { title: 'Wants', cell: ({ wants }) => <code>{wants}</code> },
              ]}
              rows={broken}
              keyOf={(row) => `${row.path} ${row.wants}`}
              classOf={() => 'is-broken'}
            />
          </section>
        )}
        <Table
          label="Entries of the manifest"
          columns={[
            { title: 'Path', cell: (row) => <Link store={store} path={row.path} /> },
            { title: 'Kind', cell: ({ kind, kindNumber }) => (kind === 'unknown' ? `unknown (${kindNumber})` : kind) },
            { title: 'Colour space', cell: ({ kind, colorspace }) => (kind === 'texture' ? colorspace : '') },
            { title: 'Hash', cell: ({ hash }) => <code>{hashToHex(hash)}</code> },
            { title: 'Size', isNumber: true, cell: ({ size }) => (size === undefined ? 'missing' : formatSize(size)) },
          ]}
          rows={found.slice(0, most)}
          keyOf={({ hash }) => String(hash)}
          classOf={({ size }) => (size === undefined ? 'is-broken' : '')}
        />
        {found.length <= most ? null : (
          <button type="button" class="button manifest-more" onClick={() => setMost(most * 10)}>
            {formatCount(found.length - most)} more
          </button>
        )}
      </div>
    </div>
  );
}
