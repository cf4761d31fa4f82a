// The rows of a table as three materials. After a build, the old ones stay in use until the new ones are loaded.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Material } from 'three';
import { LastLoaded, type Loaded } from '../../store/last-loaded.js';
import type { Store } from '../../store/store.js';
import { sharedLoader } from '../stage/shared-loader.js';

interface LoadedMaterials extends Loaded<readonly Material[]> {
  /** Call it once nothing is drawn with the old ones. */
  readonly freeEarlier: () => void;
}

export function useMaterials(store: Store, table: string, version: string): LoadedMaterials {
  const [loaded, setLoaded] = useState<Loaded<readonly Material[]>>({});
  const { loader } = sharedLoader(store);
  const last = useMemo(() => new LastLoaded<readonly Material[]>((list) => loader.release(list), setLoaded), [loader]);
  useEffect(() => () => last.dispose(), [last]);
  useEffect(() => last.load((signal) => loader.loadMaterials(table, { signal })), [last, table, version]);
  return { ...loaded, freeEarlier: () => last.freeEarlier() };
}
