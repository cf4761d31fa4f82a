// A view in world space → the same view in the space of a mesh that is drawn with a transform. The same code is in assetc.h.

import type { ClusterView } from './select-clusters.js';

/**
 * Moves the eye of a view from world space into the space of a mesh that is drawn with `model`, a column-major 4 × 4 matrix. A uniform
 * scale cancels out. With a non-uniform one, an error may appear enlarged by the largest factor while the distance shrinks by the
 * smallest, so `pixelsPerUnit` is multiplied by largest / smallest: never too coarse. Shear is not considered.
 *
 * @example
 * selectClusters(mesh.clusters, viewOfInstance(object.matrixWorld.elements, { eye: camera.position.toArray(), pixelsPerUnit, maxPixels: 1 }));
 */
export function viewOfInstance(model: ArrayLike<number>, view: ClusterView): ClusterView {
  const at = (i: number): number => model[i] ?? 0;
  const cross = (a: number, b: number): [number, number, number] => [
    at(a + 1) * at(b + 2) - at(a + 2) * at(b + 1),
    at(a + 2) * at(b) - at(a) * at(b + 2),
    at(a) * at(b + 1) - at(a + 1) * at(b),
  ];
  const scales = [0, 4, 8].map((i) => Math.sqrt(at(i) * at(i) + at(i + 1) * at(i + 1) + at(i + 2) * at(i + 2)));
  // The rows of the inverse, times the determinant.
  const rows = [cross(4, 8), cross(8, 0), cross(0, 4)];
  const [first] = rows;
  const determinant = first === undefined ? 0 : at(0) * first[0] + at(1) * first[1] + at(2) * first[2];
  const [x = 0, y = 0, z = 0] = Array.from(view.eye, (value, i) => value - at(12 + i));
  const eye = rows.map((row) => (determinant === 0 ? 0 : (row[0] * x + row[1] * y + row[2] * z) / determinant));
  return { ...view, eye, pixelsPerUnit: (view.pixelsPerUnit * Math.max(...scales)) / Math.min(...scales) };
}
