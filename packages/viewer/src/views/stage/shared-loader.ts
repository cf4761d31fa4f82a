// One loader for each store: what several views show is loaded once, and a build's changes go where they are in use. Its workers are a file of the
// page's own: the policy allows none that are made of text.

import { AssetcLoader, type ReloadReport } from '@assetc/three';
import type { Store } from '../../store/store.js';
import { theRenderer } from './renderer.js';

interface SharedLoader {
  readonly loader: AssetcLoader;
  /** Calls back after files in use were read again; gives what ends that. */
  onReload(listener: (report: ReloadReport) => void): () => void;
}

const known = new WeakMap<Store, SharedLoader>();

export function sharedLoader(store: Store): SharedLoader {
  const had = known.get(store);
  if (had !== undefined) return had;
  const listeners = new Set<(report: ReloadReport) => void>();
  const manifest = store.entries.find(({ kind }) => kind === 'manifest')?.path;
  const worker = new URL('texture/transcode-worker.js', document.baseURI);
  const loader = new AssetcLoader(store.provider, { renderer: theRenderer(), worker, anisotropy: 4, manifest });
  store.onChange(({ changed }) => {
    loader.reload([...changed]).then(
      (report) => {
        for (const listener of [...listeners]) listener(report);
      },
      // What cannot be read again stays as it was: the next build may mend it, and says what is wrong.
      (error: unknown) => console.warn(String(error)),
    );
  });
  const made: SharedLoader = {
    loader,
    onReload(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  known.set(store, made);
  return made;
}
