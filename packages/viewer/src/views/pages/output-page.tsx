// The frame of a page about the whole output.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import type { Store } from '../../store/store.js';
import { PAGES } from './pages.js';
import { PagesNav } from './pages-nav.js';

export function OutputPage({ store, name }: { readonly store: Store; readonly name: string }) {
  const [state, setState] = useState<{
    readonly name?: string;
    readonly View?: ComponentType<{ readonly store: Store }>;
    readonly error?: unknown;
  }>({});
  const page = PAGES.find((each) => each.name === name && each.isThere(store));
  useEffect(() => {
    page?.load().then(
      (View) => setState({ name, View }),
      (error: unknown) => setState({ name, error }),
    );
  }, [page]);
  const { View, error } = state.name === name ? state : {};
  return (
    <main class="asset overview">
      <PagesNav store={store} chosen={name} />
      <header class="overview-head">
        <h1>{page?.title ?? 'Not found'}</h1>
      </header>
      {error !== undefined || page === undefined ? (
        <ErrorBox title="The page cannot be shown" error={error ?? 'This output does not have it.'} />
      ) : View === undefined ? (
        <Busy label="Loading" />
      ) : (
        <View store={store} />
      )}
    </main>
  );
}
