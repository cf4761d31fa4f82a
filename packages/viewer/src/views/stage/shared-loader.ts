// One loader per store: assets of several views are loaded once, and a build's changes reach all users. Its workers are a file of the page:
// the policy forbids workers from text.

import { AssetcLoader, type ReloadReport } from '@assetc/three';
import type { Store } from '../../store/store.js';
import { theRenderer } from './renderer.js';

interface SharedLoader {
  readonly loader: AssetcLoader;
  /** Adds a listener for reloads. Returns a function that removes it. */
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
      // On an error the old version stays: the next build may fix it, and reports errors.
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
