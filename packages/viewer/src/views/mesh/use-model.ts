// Loads the model of a mesh onto a stage, and anew when a build writes it; the camera stays where it is.

import { decodeHmesh } from '@assetc/formats';
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../../store/store.js';
import { sharedLoader } from '../stage/shared-loader.js';
import type { Stage } from '../stage/stage.js';
import { ModelSeat, type Seated } from './model-seat.js';
import { plainModel } from './plain-model.js';
import { ShownModel } from './shown-model.js';

export function useModel(store: Store, path: string, stage: Stage | undefined): Seated<ShownModel> {
  const [loaded, setLoaded] = useState<Seated<ShownModel>>({});
  useEffect(() => {
    if (stage === undefined) return;
    const seat = new ModelSeat({
      readMesh: async () => decodeHmesh(await store.read(path)),
      loadWhole: (signal) => sharedLoader(store).loader.loadModel(path, { signal }),
      plainOf: (mesh) => plainModel(path, mesh),
      show(model, mesh, isFirst) {
        const shown = new ShownModel(stage, model, mesh);
        if (isFirst) stage.frame(shown.box);
        return shown;
      },
      onChange: setLoaded,
    });
    seat.take();
    const ends = [
      // A reload has put other objects below the model: what hung on the old ones is made again.
      sharedLoader(store).onReload(({ models }) => {
        if (models.some((each) => seat.holds(each))) seat.take();
        else stage.invalidate();
      }),
      // What was missing may be there now.
      store.onChange(() => {
        if (!seat.isWhole) seat.take();
      }),
    ];
    return () => {
      for (const end of ends) end();
      seat.dispose();
    };
  }, [store, path, stage]);
  return loaded;
}
