// Compares a cut with an error of one pixel with the full mesh. Pictures are in build/pictures/three/clusters: full, cut, and eight times
// their difference.

import { selectClusters, unpackVertices } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { compare, keepPictures } from '../three/compare-pictures.js';
import { clusteredSurface } from './clustered-surface.js';
import { CLUSTER_MODELS } from './models.js';
import { rasterize } from './rasterize.js';

const SIZE = 400;

describe.each(CLUSTER_MODELS.filter(({ name }) => ['ball', 'two materials'].includes(name)))('$name', (model) => {
  it('looks as the full mesh does at an error of one pixel', async () => {
    const surface = await clusteredSurface(model);
    const { sphereCenter, sphereRadius } = surface.mesh.bounds;
    const eye = [sphereRadius * 2, sphereRadius, sphereRadius * 2].map((d, axis) => d + (sphereCenter[axis] ?? 0));
    // The whole mesh is in view.
    const camera = { eye, target: sphereCenter, pixelsPerUnit: SIZE * 1.2, size: SIZE };
    const drawn = selectClusters(surface.clusters, { eye, pixelsPerUnit: camera.pixelsPerUnit, maxPixels: 1 });
    const corners = surface.corners(drawn);
    expect(corners.length).toBeLessThan(surface.mesh.indices.length * 0.65);
    const vertices = unpackVertices(surface.mesh.vertices);
    const full = rasterize(vertices, surface.mesh.indices, camera);
    const cut = rasterize(vertices, corners, camera);
    await keepPictures(`clusters/${model.name}`, full, cut);
    const { mean, lit } = compare(full, cut);
    console.log(
      `${model.name}: ${corners.length / 3} of ${surface.mesh.indices.length / 3} triangles, mean ${mean.toFixed(3)} of 255`,
    );
    expect(lit).toBeGreaterThan(0.3);
    expect(mean).toBeLessThan(1);
    // A much coarser cut differs, so the comparison can fail.
    const coarse = surface.corners(selectClusters(surface.clusters, { eye, pixelsPerUnit: SIZE, maxPixels: 60 }));
    expect(compare(full, rasterize(vertices, coarse, camera)).mean).toBeGreaterThan(1);
  });
});
