// The clusters of each object for a view: selected once for objects at the same place.

import { type Clusters, selectClusters, viewOfInstance } from '@assetc/formats';
import * as THREE from 'three';

/** `maxPixels` 0 selects the finest. */
export function cutFor(
  clusters: Clusters,
  camera: THREE.PerspectiveCamera,
  heightPixels: number,
  maxPixels: number,
): (object: THREE.Object3D) => ReadonlySet<number> {
  const known = new Map<string, ReadonlySet<number>>();
  const perUnit = heightPixels / (2 * Math.tan((camera.fov * Math.PI) / 360));
  return (object) => {
    const key = object.matrixWorld.elements.join();
    const had = known.get(key);
    if (had !== undefined) return had;
    const eye = new THREE.Vector3().setFromMatrixPosition(camera.matrixWorld);
    const view = { eye: eye.toArray(), pixelsPerUnit: perUnit, maxPixels };
    const chosen = new Set(selectClusters(clusters, viewOfInstance(object.matrixWorld.elements, view)));
    known.set(key, chosen);
    return chosen;
  };
}
