// The overview of an output: where its bytes are, what is wrong with it, what could be smaller.

import { useState } from 'preact/hooks';
import type { UiOverview } from '../../api.js';
import { countFiles, formatSize } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Segmented } from '../../parts/segmented.js';
import { hashOf } from '../../routing/route.js';
import type { Store } from '../../store/store.js';
import { Budgets } from './budgets.js';
import { DiagnosticList } from './diagnostic-list.js';
import { hueOf, MapView } from './map-view.js';
import { largestOf, slowestOf, type Total, totalsOf, wastedBytes } from './totals.js';
import type { Measure } from './treemap.js';
import { useOverview } from './use-overview.js';

const LISTED = 12;

export function OverviewView({ store }: { readonly store: Store }) {
  const { overview, error, isThere } = useOverview(store);
  if (overview !== undefined) return <Overview store={store} overview={overview} />;
  return (
    <main class="asset overview">
      {error === undefined && isThere ? (
        <Busy label="Reading the output" />
      ) : (
        <ErrorBox title="There is no overview" error={error ?? 'Choose a file at the left.'} />
      )}
    </main>
  );
}

function Overview({ store, overview }: { readonly store: Store; readonly overview: UiOverview }) {
  const [measure, setMeasure] = useState<Measure>('stored');
  const { assets, diagnostics, budgets, unused, duplicates, brokenReferences, unreadBytes } = overview;
  const totals = totalsOf(assets);
  const kinds = [...new Set(assets.map(({ kind }) => kind))].sort();
  const isThere = (path: string) => store.find(path) !== undefined;
  const broken = brokenReferences.map(({ path, wants }) => ({ path, note: wants }));
  const sized = assets.map((asset) => ({ path: asset.path, kind: asset.kind, value: asset[measure] ?? 0 }));
  const slowest = slowestOf(assets, LISTED);
  const lists = { store, kinds };
  return (
    <main class="asset overview">
      <header class="overview-head">
        <h1>{store.index.title}</h1>
        <p class="muted">{countFiles(assets.length)}</p>
        <Totals totals={totals} />
      </header>
      <section class="overview-map" aria-label="Sizes">
        <div class="overview-bar">
          <h2>Sizes by kind</h2>
          <Segmented
            label="What areas stand for"
            choices={totals.map((total) => ({ value: total.measure, label: total.title }))}
            value={measure}
            onChange={setMeasure}
          />
        </div>
        <MapView label="Files by size" files={sized} {...{ kinds, isThere }} />
      </section>
      <div class="overview-cards">
        {diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} /> : null}
        {budgets.length > 0 ? <Budgets budgets={budgets} /> : null}
        {assets.length > 0 ? (
          <FileList
            {...lists}
            title="Largest files"
            files={largestOf(assets, measure, LISTED).map((asset) => ({
              path: asset.path,
              kind: asset.kind,
              note: formatSize(asset[measure] ?? 0),
            }))}
          />
        ) : null}
        {slowest.length > 0 ? (
          <FileList
            {...lists}
            title="Slowest of the last build"
            files={slowest.map(({ path, kind, milliseconds = 0 }) => ({ path, kind, note: timeOf(milliseconds) }))}
          />
        ) : null}
        {broken.length > 0 ? <FileList {...lists} title="Broken references" files={broken} isBad /> : null}
        {unused.length > 0 ? (
          <FileList
            {...lists}
            title="Textures that nothing refers to"
            files={unused.map((path) => ({ path, note: formatSize(store.find(path)?.size ?? 0) }))}
          />
        ) : null}
        {duplicates.length > 0 || unreadBytes > 0 ? (
          <FileList
            {...lists}
            title={`Equal files: ${formatSize(wastedBytes(overview))} twice`}
            more={unreadBytes > 0 ? `${formatSize(unreadBytes)} more are being compared.` : ''}
            files={duplicates.flatMap(([first = '', ...others]) =>
              others.map((path) => ({ path, note: `= ${first}` })),
            )}
          />
        ) : null}
      </div>
    </main>
  );
}

const timeOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

const Totals = ({ totals }: { readonly totals: readonly Total[] }) => (
  <dl class="overview-totals">
    {totals.map(({ title, bytes }, i) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>
          {i === 0 ? null : (
            <span class="overview-arrow" aria-hidden="true">
              →
            </span>
          )}
          {formatSize(bytes)}
        </dd>
      </div>
    ))}
  </dl>
);

interface FileListProps {
  readonly title: string;
  readonly store: Store;
  readonly kinds: readonly string[];
  readonly files: readonly { readonly path: string; readonly kind?: string; readonly note: string }[];
  readonly isBad?: boolean;
  /** A sentence below. */
  readonly more?: string;
}

/** The first few; the rest when asked for. */
function FileList({ title, store, kinds, files, isBad, more = '' }: FileListProps) {
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
            {kind === undefined ? null : <span class={`dot hue-${hueOf(kind, kinds)}`} title={kind} />}
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
