// The page of one entry: its name, size, tabs, and the view of its kind. If a view fails, the rest of the page stays usable.

import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatSize } from './format-size.js';
import { KIND_NAMES } from './kinds.js';
import { Busy, ErrorBox } from './parts/error-box.js';
import { KindIcon } from './parts/icons.js';
import { hashOf } from './routing/route.js';
import type { Entry, Store } from './store/store.js';
import { TABS, VIEWS, type ViewProps } from './views/table.js';

type LoadView = () => Promise<ComponentType<ViewProps>>;
const loaded = new Map<LoadView, ComponentType<ViewProps>>();

/** Loads a view's code once; a loaded view is returned at once. */
function useView(load: LoadView): { readonly View?: ComponentType<ViewProps>; readonly error?: unknown } {
  const [state, setState] = useState<{ load?: LoadView; error?: unknown }>({});
  useEffect(() => {
    if (loaded.has(load)) return;
    load().then(
      (View) => {
        loaded.set(load, View);
        setState({ load });
      },
      (error: unknown) => setState({ load, error }),
    );
  }, [load]);
  const View = loaded.get(load);
  if (View !== undefined) return { View };
  return state.load === load ? { error: state.error } : {};
}

/** Shows the error of a view instead of the view. */
class ErrorBoundary extends Component<
  { readonly name: string; readonly children: ComponentChildren },
  { error?: unknown }
> {
  override state: { error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if ('error' in this.state)
      return <ErrorBox title={`${this.props.name} cannot be shown`} error={this.state.error} />;
    return this.props.children;
  }
}

interface AssetPageProps {
  readonly entry: Entry;
  readonly store: Store;
  readonly tab: string;
}

export function AssetPage({ entry, store, tab }: AssetPageProps) {
  const { path, kind, size, version } = entry;
  const own = VIEWS[kind];
  const tabs = TABS.filter(({ isThere }) => isThere(store, path));
  const chosen = tabs.find(({ name }) => name === tab) ?? (own === undefined ? tabs.at(-1) : undefined);
  const load = chosen?.load ?? own ?? TABS[0]?.load;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return (
    <main class="asset">
      <header class="asset-head">
        <KindIcon kind={kind} />
        {/* Of another file they are others, not the same ones elsewhere. */}
        <h1 key={`name ${path}`} title={path}>
          <span class="asset-folder">{folder.replaceAll('/', ' / ')}</span>
          <span>{path.slice(folder.length)}</span>
        </h1>
        <span key={`size ${path}`} class="asset-size" title={`${KIND_NAMES[kind]}, ${size} bytes`}>
          {formatSize(size)}
        </span>
        <nav class="tabs" aria-label="Views">
          {own === undefined ? null : (
            <a href={hashOf(path)} {...(chosen === undefined ? { 'aria-current': 'page' } : {})}>
              View
            </a>
          )}
          {tabs.map(({ name, title }) => (
            <a
              key={name}
              href={hashOf(path, new URLSearchParams({ tab: name }))}
              {...(chosen?.name === name ? { 'aria-current': 'page' } : {})}
            >
              {title}
            </a>
          ))}
        </nav>
      </header>
      <div class="asset-view">
        {load === undefined ? null : (
          <Shown key={`${chosen?.name ?? ''} ${path}`} load={load} {...{ path, store, version }} />
        )}
      </div>
    </main>
  );
}

function Shown({ load, ...props }: ViewProps & { readonly load: LoadView }) {
  const { View, error } = useView(load);
  if (error !== undefined) return <ErrorBox title="The view cannot be loaded" error={error} />;
  if (View === undefined) return <Busy label="Loading" />;
  return (
    <ErrorBoundary name={props.path}>
      <View {...props} />
    </ErrorBoundary>
  );
}
