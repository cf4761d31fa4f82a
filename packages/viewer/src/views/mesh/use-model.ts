// Loads the model of a mesh onto a stage, and anew when a build writes it; the camera stays where it is.

import { decodeHmesh, type Hmesh } from '@assetc/formats';
import type { AssetcModel } from '@assetc/three';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { ShownModel } from './shown-model.js';

interface LoadedModel {
  readonly shown?: ShownModel;
  readonly mesh?: Hmesh;
  readonly error?: unknown;
}

export function useModel(store: Store, path: string, version: string, stage: Stage | undefined): LoadedModel {
  const [loaded, setLoaded] = useState<LoadedModel>({});
  const model = useRef<AssetcModel | undefined>(undefined);
  const shown = useRef<ShownModel | undefined>(undefined);

  useEffect(() => {
    if (stage === undefined) return;
    const life = new AbortController();
    const take = async (): Promise<void> => {
      const mesh = decodeHmesh(await store.read(path));
      if (life.signal.aborted) return;
      setLoaded((was) => (was.shown === undefined ? { mesh } : was));
      const made = model.current ?? (await sharedLoader(store).loader.loadModel(path, { signal: life.signal }));
      if (life.signal.aborted) {
        if (model.current === undefined) made.dispose();
        return;
      }
      const isFirst = model.current === undefined;
      model.current = made;
      shown.current?.dispose();
      shown.current = new ShownModel(stage, made, mesh);
      if (isFirst) stage.frame(shown.current.box);
      setLoaded({ shown: shown.current, mesh });
    };
    const fail = (error: unknown): void => {
      if (!life.signal.aborted) setLoaded((was) => ({ ...was, error }));
    };
    take().catch(fail);
    // A reload has put other objects below the model: what hung on the old ones is made again.
    const end = sharedLoader(store).onReload(({ models }) => {
      if (model.current !== undefined && models.includes(model.current)) take().catch(fail);
      else stage.invalidate();
    });
    return () => {
      life.abort();
      end();
    };
  }, [store, path, stage]);

  // What failed before is tried again with what a build wrote since.
  useEffect(() => {
    if (loaded.error !== undefined) setLoaded({});
  }, [version]);

  useEffect(
    () => () => {
      shown.current?.dispose();
      model.current?.dispose();
      shown.current = undefined;
      model.current = undefined;
    },
    [stage],
  );
  return loaded;
}
