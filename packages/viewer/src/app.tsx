// The page: top bar, tree at the left, and the selected entry.

import { type ComponentChildren, Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { AssetPage } from './asset-page.js';
import { LiveStatus } from './live/live-status.js';
import { useWatch } from './live/use-watch.js';
import { Busy, ErrorBox } from './parts/error-box.js';
import { useRoute } from './routing/route.js';
import { FailedPage } from './status/failed-page.js';
import { statusParts } from './status/problems.js';
import { StatusLine } from './status/status-line.js';
import { Store } from './store/store.js';
import { useEntries, useLoaded, useStatus } from './store/use-store.js';
import { ThemeButton } from './theme/theme-button.js';
import { DrawerButton, DrawerScrim } from './tree/drawer.js';
import { Sidebar } from './tree/sidebar.js';
import { OverviewView } from './views/overview/overview-view.js';
import { OutputPage } from './views/pages/output-page.js';

export function App() {
  const { value: store, error } = useLoaded(() => Store.open(), []);
  if (store !== undefined) return store.index.live ? <LiveApp store={store} /> : <StoreApp store={store} />;
  return (
    <div class="app">
      <SkipLink />
      <Bar title="" />
      {error !== undefined ? <ErrorBox title="The output cannot be read" error={error} /> : <Busy label="Opening" />}
    </div>
  );
}

interface BarProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

const Bar = ({ title, children }: BarProps) => (
  <header class="bar">
    <DrawerButton />
    <a class="bar-mark" href="#/">
      assetc
    </a>
    <span class="bar-title">{title}</span>
    <div class="bar-rest">{children}</div>
    <ThemeButton />
  </header>
);

function LiveApp({ store }: { readonly store: Store }) {
  return <StoreApp store={store} live={<LiveStatus watch={useWatch(store)} />} />;
}

interface StoreAppProps {
  readonly store: Store;
  /** In the bar. */
  readonly live?: ComponentChildren;
}

function StoreApp({ store, live }: StoreAppProps) {
  const status = useStatus(store);
  const { params } = useRoute();
  return (
    <div class={`app${params.has('shot') ? ' is-shot' : ''}`}>
      <SkipLink />
      <Bar title={store.index.title}>
        {/* Of another status they are others: nothing moves. */}
        <Fragment
          key={statusParts(status)
            .map(({ text }) => text)
            .join()}
        >
          <StatusLine status={status} />
          {live}
        </Fragment>
      </Bar>
      <Body store={store} />
    </div>
  );
}

const SkipLink = () => (
  <button class="skip button" type="button" onClick={toContent}>
    Skip to the content
  </button>
);

/** A button, because the fragment of the address is the selected file. */
function toContent(): void {
  const content = document.querySelector('main');
  if (content === null) return;
  content.tabIndex = -1;
  content.focus();
}

function Body({ store }: { readonly store: Store }) {
  const { path, params } = useRoute();
  const status = useStatus(store);
  useEntries(store);
  const entry = store.find(path);
  useEffect(() => {
    document.title = path === '' ? `${store.index.title} – assetc` : `${path} – ${store.index.title}`;
  }, [path, store.index.title]);
  return (
    <>
      {store.index.isFailed === true && !store.index.live ? <FailedBuild store={store} /> : null}
      <Sidebar store={store} selected={path} />
      <DrawerScrim />
      {entry !== undefined ? (
        <AssetPage entry={entry} store={store} tab={params.get('tab') ?? ''} />
      ) : path === '' && params.has('page') ? (
        <OutputPage store={store} name={params.get('page') ?? ''} />
      ) : path === '' ? (
        <OverviewView store={store} />
      ) : status.problems.some(({ asset }) => asset === path) ? (
        <FailedPage status={status} path={path} />
      ) : (
        <main class="asset">
          <ErrorBox title="Not found" error={`${path} is not in ${store.index.title}.`} />
        </main>
      )}
    </>
  );
}

/** Files of a failed build are shown as they are: not all belong together. A watch reports it in the bar, so that nothing moves. */
const FailedBuild = ({ store }: { readonly store: Store }) => (
  <p class="failed-build" role="status">
    {store.entries.some(({ kind }) => kind === 'manifest')
      ? 'The last build failed: the manifest is that of the build before.'
      : 'The last build failed: no manifest yet.'}
  </p>
);
