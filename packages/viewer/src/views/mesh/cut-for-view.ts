// The clusters that a view wants of each object: chosen once for all that stand at the same place.

import { type Clusters, selectClusters } from '@assetc/formats';
import * as THREE from 'three';

/** `maxPixels` 0 wants the finest. */
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
    eye.applyMatrix4(object.matrixWorld.clone().invert());
    // Units of the mesh: a scaled object is as far as its eye, and covers as much.
    const chosen = new Set(selectClusters(clusters, { eye: eye.toArray(), pixelsPerUnit: perUnit, maxPixels }));
    known.set(key, chosen);
    return chosen;
  };
}
