// Loads the model of a mesh onto a stage, and anew when a build writes it; the camera stays where it is. Where it cannot be loaded whole, the
// mesh alone is shown, and what is wrong is told.

import { decodeHmesh, type Hmesh } from '@assetc/formats';
import { AssetcModel } from '@assetc/three';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { plainModel, type ViewedModel } from './plain-model.js';
import { ShownModel } from './shown-model.js';

interface LoadedModel {
  readonly shown?: ShownModel;
  readonly mesh?: Hmesh;
  readonly error?: unknown;
}

export function useModel(store: Store, path: string, stage: Stage | undefined): LoadedModel {
  const [loaded, setLoaded] = useState<LoadedModel>({});
  const model = useRef<ViewedModel | undefined>(undefined);
  const shown = useRef<ShownModel | undefined>(undefined);

  useEffect(() => {
    if (stage === undefined) return;
    const life = new AbortController();
    const take = async (): Promise<void> => {
      const mesh = decodeHmesh(await store.read(path));
      if (life.signal.aborted) return;
      setLoaded((was) => (was.shown === undefined ? { mesh } : was));
      const before = model.current;
      let made = before instanceof AssetcModel ? before : undefined;
      let error: unknown;
      try {
        made ??= await sharedLoader(store).loader.loadModel(path, { signal: life.signal });
      } catch (failure) {
        error = failure;
      }
      if (life.signal.aborted) {
        if (made !== before) made?.dispose();
        return;
      }
      shown.current?.dispose();
      if (made !== before) before?.dispose();
      model.current = made ?? plainModel(path, mesh);
      shown.current = new ShownModel(stage, model.current, mesh);
      if (before === undefined) stage.frame(shown.current.box);
      setLoaded({ shown: shown.current, mesh, ...(error === undefined ? {} : { error }) });
    };
    const again = (): void => {
      take().catch((error: unknown) => {
        if (!life.signal.aborted) setLoaded((was) => ({ ...was, error }));
      });
    };
    again();
    const ends = [
      // A reload has put other objects below the model: what hung on the old ones is made again.
      sharedLoader(store).onReload(({ models }) => {
        if (models.some((each) => each === model.current)) again();
        else stage.invalidate();
      }),
      // What was missing may be there now.
      store.onChange(() => {
        if (!(model.current instanceof AssetcModel)) again();
      }),
    ];
    return () => {
      life.abort();
      for (const end of ends) end();
    };
  }, [store, path, stage]);

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
