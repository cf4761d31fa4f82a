// The page: top bar, tree at the left, and the selected entry.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AssetPage } from './asset-page.js';
import { LiveStatus } from './live/live-status.js';
import { Busy, ErrorBox } from './parts/error-box.js';
import { useRoute } from './routing/route.js';
import { Store } from './store/store.js';
import { useEntries, useLoaded } from './store/use-store.js';
import { ThemeButton } from './theme/theme-button.js';
import { Sidebar } from './tree/sidebar.js';
import { OVERVIEW } from './views/table.js';

export function App() {
  const { value: store, error } = useLoaded(() => Store.open(), []);
  return (
    <div class="app">
      <button class="skip button" type="button" onClick={toContent}>
        Skip to the content
      </button>
      <header class="bar">
        <a class="bar-mark" href="#/">
          assetc
        </a>
        <span class="bar-title">{store?.index.title ?? ''}</span>
        {store?.index.live === true ? <LiveStatus store={store} /> : null}
        <ThemeButton />
      </header>
      {store !== undefined ? (
        <Body store={store} />
      ) : error !== undefined ? (
        <ErrorBox title="The output cannot be read" error={error} />
      ) : (
        <Busy label="Opening" />
      )}
    </div>
  );
}

/** A button, because the fragment of the address is the selected file. */
function toContent(): void {
  const content = document.querySelector('main');
  if (content === null) return;
  content.tabIndex = -1;
  content.focus();
}

function Body({ store }: { readonly store: Store }) {
  const { path, params } = useRoute();
  useEntries(store);
  const entry = store.find(path);
  useEffect(() => {
    document.title = path === '' ? `${store.index.title} – assetc` : `${path} – ${store.index.title}`;
  }, [path, store.index.title]);
  return (
    <>
      {store.index.isFailed === true ? <FailedBuild store={store} /> : null}
      <Sidebar store={store} selected={path} />
      {entry !== undefined ? (
        <AssetPage entry={entry} store={store} tab={params.get('tab') ?? ''} />
      ) : path === '' ? (
        <Start store={store} />
      ) : (
        <main class="asset">
          <ErrorBox title="Not found" error={`${path} is not in ${store.index.title}.`} />
        </main>
      )}
    </>
  );
}

/** Files of a failed build are shown as they are: not all belong together. */
const FailedBuild = ({ store }: { readonly store: Store }) => (
  <p class="failed-build" role="status">
    {store.entries.some(({ kind }) => kind === 'manifest')
      ? 'The last build failed: the manifest is that of the build before.'
      : 'The last build failed: no manifest yet.'}
  </p>
);

/** Shown until something is selected. */
function Start({ store }: { readonly store: Store }) {
  const [Overview, setOverview] = useState<{ readonly View: ComponentType<{ readonly store: Store }> }>();
  useEffect(() => {
    OVERVIEW().then((View) => setOverview({ View }));
  }, []);
  return Overview === undefined ? <Busy label="Loading" /> : <Overview.View store={store} />;
}
