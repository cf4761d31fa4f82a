// Loads the model of a mesh onto a stage, and again after a build; the camera stays.

import { decodeHmesh } from '@assetc/formats';
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { ModelSlot, type ModelState } from './model-slot.js';
import { plainModel } from './plain-model.js';
import { ShownModel } from './shown-model.js';

interface ModelOptions {
  /** The camera stays if the user has moved it, also for the first model. */
  readonly keepsCamera?: boolean;
}

export function useModel(
  store: Store,
  path: string,
  stage: Stage | undefined,
  { keepsCamera = false }: ModelOptions = {},
): ModelState<ShownModel> {
  const [loaded, setLoaded] = useState<ModelState<ShownModel>>({});
  useEffect(() => {
    if (stage === undefined) return;
    const slot = new ModelSlot({
      readMesh: async () => decodeHmesh(await store.read(path)),
      loadComplete: (signal) => sharedLoader(store).loader.loadModel(path, { signal }),
      makePlain: (mesh) => plainModel(path, mesh),
      show(model, mesh, isFirst) {
        const shown = new ShownModel(stage, model, mesh);
        if (isFirst && keepsCamera) stage.follow(shown.points);
        else if (isFirst) stage.frame(shown.points);
        return shown;
      },
      onChange: setLoaded,
    });
    slot.load();
    const ends = [
      // A reload replaced the objects below the model: recreate everything attached to the old ones.
      sharedLoader(store).onReload(({ models }) => {
        if (models.some((each) => slot.holds(each))) slot.load();
        else stage.invalidate();
      }),
      // Missing files may exist now.
      store.onChange(() => {
        if (!slot.isComplete) slot.load();
      }),
    ];
    return () => {
      for (const end of ends) end();
      slot.dispose();
      setLoaded({});
    };
  }, [store, path, stage, keepsCamera]);
  return loaded;
}
