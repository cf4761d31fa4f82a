// One loader per store: assets of several views are loaded once, and a build's changes reach all users. Its workers are a file of the page:
// the policy forbids workers from text.

import type { FileProvider } from '@assetc/formats';
import { AssetcLoader, type ReloadReport } from '@assetc/three';
import { startWorker } from '../../store/fetch-data.js';
import { RESOLVED_MANIFEST, resolvedManifest } from '../../store/resolve-hashes.js';
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
  const worker = () => startWorker('texture/transcode-worker.js');
  const files: FileProvider = {
    async read(path) {
      if (path === RESOLVED_MANIFEST) return resolvedManifest(store);
      return store.find(path) === undefined ? undefined : store.read(path);
    },
  };
  const loader = new AssetcLoader(files, {
    renderer: theRenderer(),
    worker,
    anisotropy: 4,
    manifest: RESOLVED_MANIFEST,
    missingTextures: 'omit',
  });
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
