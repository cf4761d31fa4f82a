// The overview of an output: where its bytes are, its problems, and what could be smaller.

import { useMemo, useState } from 'preact/hooks';
import type { UiOverview, UiProblem } from '../../api.js';
import { countFiles, formatSize, formatTime } from '../../format-size.js';
import { kindOf } from '../../kinds.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Segmented } from '../../parts/segmented.js';
import type { Store } from '../../store/store.js';
import { useEntries, useStatus } from '../../store/use-store.js';
import { PagesNav } from '../pages/pages-nav.js';
import { Budgets } from './budgets.js';
import { DiagnosticList } from './diagnostic-list.js';
import { FileList, type FileListProps, LISTED } from './file-list.js';
import { FolderPath } from './folder-path.js';
import { MapView } from './map-view.js';
import { largestOf, slowestOf, type Total, totalsOf, wastedBytes } from './totals.js';
import type { Measure, Sized } from './treemap.js';
import { useOverview } from './use-overview.js';
import { usePainted } from './use-painted.js';

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

interface OverviewProps {
  readonly store: Store;
  readonly overview: UiOverview;
}

function Overview({ store, overview }: OverviewProps) {
  const [measure, setMeasure] = useState<Measure>('stored');
  const [folder, setFolder] = useState<string>();
  const isPainted = usePainted();
  const { problems } = useStatus(store);
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const { assets } = overview;
  const totals = totalsOf(assets);
  const inFolder = useMemo(() => sizedIn(folder ?? '', assets, measure), [folder, assets, measure]);
  const entries = useEntries(store);
  // The same element is not drawn again: the map has a thousand cells.
  const map = useMemo(
    () => <MapView label="Files by size" files={inFolder} {...{ store, folder }} onFolder={setFolder} />,
    [inFolder, folder, store, entries],
  );
  return (
    <main class="asset overview">
      <PagesNav store={store} chosen="" />
      <header class="overview-head">
        <h1>{store.index.title}</h1>
        <p class="muted">{countFiles(assets.length)}</p>
        <Totals totals={totals} />
      </header>
      {hasErrors ? (
        <div class="overview-first">
          <DiagnosticList diagnostics={problems} store={store} />
        </div>
      ) : null}
      <section class="overview-map" aria-label="Sizes">
        <div class="overview-bar">
          <h2>Sizes</h2>
          <Segmented
            label="Groups are"
            choices={[
              { value: 'kind', label: 'By kind' },
              { value: 'folder', label: 'By folder' },
            ]}
            value={folder === undefined ? 'kind' : 'folder'}
            onChange={(group) => setFolder(group === 'kind' ? undefined : '')}
          />
          <span class="toolbar-rest" />
          <Segmented
            label="Area shows"
            choices={totals.map((total) => ({ value: total.measure, label: total.title }))}
            value={measure}
            onChange={setMeasure}
          />
        </div>
        {folder === undefined ? null : <FolderPath folder={folder} files={inFolder} onFolder={setFolder} />}
        {map}
      </section>
      {isPainted ? <Cards {...{ store, overview, measure }} warnings={hasErrors ? [] : problems} /> : null}
    </main>
  );
}

const sizedIn = (folder: string, assets: UiOverview['assets'], measure: Measure): readonly Sized[] =>
  assets
    .filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))
    .map((asset) => ({ path: asset.path, kind: kindOf(asset.path), value: asset[measure] ?? 0 }));

interface CardsProps extends OverviewProps {
  readonly measure: Measure;
  /** Shown here unless there are errors. */
  readonly warnings: readonly UiProblem[];
}

function Cards({ store, overview, measure, warnings }: CardsProps) {
  const { assets, duplicates, unreadBytes } = overview;
  const { budgets } = useStatus(store);
  const lists = { store };
  return (
    <div class="overview-cards">
      {warnings.length > 0 ? <DiagnosticList diagnostics={warnings} store={store} /> : null}
      {budgets.length > 0 ? <Budgets budgets={budgets} /> : null}
      {assets.length > 0 ? (
        <FileList
          {...lists}
          title="Largest files"
          files={largestOf(assets, measure, LISTED).map((asset) => ({
            path: asset.path,
            kind: kindOf(asset.path),
            note: formatSize(asset[measure] ?? 0),
          }))}
        />
      ) : null}
      {plainLists(store, overview).map((list) =>
        list.files.length > 0 ? <FileList key={list.title} {...lists} {...list} /> : null,
      )}
      {duplicates.length > 0 || unreadBytes > 0 ? (
        <FileList
          {...lists}
          title={`Equal files: ${formatSize(wastedBytes(overview))} more than once`}
          more={unreadBytes > 0 ? `${formatSize(unreadBytes)} more are being compared.` : ''}
          files={duplicates.map(([first = '', ...others]) => ({ path: first, note: `× ${others.length + 1}` }))}
        />
      ) : null}
    </div>
  );
}

/** Lists that are shown only if they have files. */
function plainLists(
  store: Store,
  { assets, unused, brokenReferences }: UiOverview,
): readonly Pick<FileListProps, 'title' | 'files' | 'isBad'>[] {
  return [
    {
      title: 'Slowest assets of the last build',
      files: slowestOf(assets, LISTED).map(({ path, asset, milliseconds = 0 }) => ({
        path,
        ...(asset === undefined ? {} : { label: asset }),
        kind: kindOf(path),
        note: formatTime(milliseconds),
      })),
    },
    {
      title: 'Broken references',
      files: brokenReferences.map(({ path, wants }) => ({ path, note: wants })),
      isBad: true,
    },
    {
      title: 'Unused textures',
      files: unused.map((path) => ({ path, note: formatSize(store.find(path)?.size ?? 0) })),
    },
  ];
}

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
