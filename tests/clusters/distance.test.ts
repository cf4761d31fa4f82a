// A cut is no farther from the mesh than the hierarchy states: of samples on both surfaces, 95 % are within the stated error and all within
// twice the error.

import { selectClusters } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { TriangleGrid } from '../../packages/kernels/src/reference/triangle-grid.js';
import { clusteredSurface } from './clustered-surface.js';
import type { Surface } from './drawn-surface.js';
import { CLUSTER_MODELS, random } from './models.js';

const isLong = process.env.ASSETC_LONG !== undefined && process.env.ASSETC_LONG !== '';
const POINTS = isLong ? 100_000 : 2000;
const CUTS = isLong ? 20 : 4;

/** Points spread evenly over triangles by area. `visit` gets the triangle, too. */
function spread(
  positions: Float32Array,
  corners: ArrayLike<number>,
  count: number,
  next: () => number,
  visit: (x: number, y: number, z: number, triangle: number) => void,
): void {
  const sums: number[] = [];
  const at = (t: number, k: number): Float32Array =>
    positions.subarray((corners[t * 3 + k] ?? 0) * 3, (corners[t * 3 + k] ?? 0) * 3 + 3);
  let total = 0;
  for (let t = 0; t < corners.length / 3; t++) {
    const [a, b, c] = [at(t, 0), at(t, 1), at(t, 2)];
    const [u, v] = [b, c].map((p) => Array.from(p, (value, axis) => value - (a[axis] ?? 0)));
    const cross = [0, 1, 2].map(
      (k) => (u?.[(k + 1) % 3] ?? 0) * (v?.[(k + 2) % 3] ?? 0) - (u?.[(k + 2) % 3] ?? 0) * (v?.[(k + 1) % 3] ?? 0),
    );
    total += Math.hypot(...cross);
    sums.push(total);
  }
  let t = 0;
  for (let i = 0; i < count; i++) {
    const goal = ((i + next()) / count) * total;
    while (t < sums.length - 1 && (sums[t] ?? 0) < goal) t++;
    let [s, r] = [next(), next()];
    if (s + r > 1) [s, r] = [1 - s, 1 - r];
    const [a, b, c] = [at(t, 0), at(t, 1), at(t, 2)];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((k) => (a[k] ?? 0) * (1 - s - r) + (b[k] ?? 0) * s + (c[k] ?? 0) * r);
    visit(x, y, z, t);
  }
}

function measure(surface: Surface, maxPixels: number, seed: number) {
  const { mesh, positions, infos, clusters } = surface;
  const next = random(seed);
  const { sphereCenter, sphereRadius } = mesh.bounds;
  const direction = [0, 1, 2].map(() => next() * 2 - 1);
  const length = Math.hypot(...direction) || 1;
  const eye = direction.map((d, axis) => (sphereCenter[axis] ?? 0) + (d / length) * sphereRadius * 3);
  const drawn = selectClusters(clusters, { eye, pixelsPerUnit: 1000, maxPixels });
  const errors = Array.from(drawn).flatMap((i) =>
    new Array<number>(infos[i]?.triangleCount ?? 0).fill(infos[i]?.error ?? 0),
  );
  const corners = Uint32Array.from(surface.corners(drawn));
  const rounding = sphereRadius * 1e-5;
  let [within, beyond, total] = [0, 0, 0];
  const count = (squared: number, stated: number): void => {
    const distance = Math.sqrt(squared);
    total++;
    if (distance <= stated + rounding) within++;
    if (distance > stated * 2 + rounding) beyond++;
  };
  const grid = new TriangleGrid();
  const source = Uint32Array.from(mesh.indices);
  grid.fill(positions, source, source.length);
  spread(positions, corners, POINTS / 2, next, (x, y, z, triangle) => {
    grid.findNearest(x, y, z, 0);
    count(grid.squared, errors[triangle] ?? 0);
  });
  const maxError = Math.max(...errors);
  grid.fill(positions, corners, corners.length);
  spread(positions, source, POINTS / 2, next, (x, y, z) => {
    grid.findNearest(x, y, z, 0);
    count(grid.squared, maxError);
  });
  return { share: within / total, beyond };
}

describe.each(CLUSTER_MODELS)('the surface of $name', (model) => {
  it('is as near to the mesh as stated', async () => {
    const surface = await clusteredSurface(model);
    for (let cut = 0; cut < CUTS; cut++) {
      const { share, beyond } = measure(surface, 300 * 0.6 ** ((cut * 20) / CUTS), cut + 1);
      expect({ cut, beyond }).toEqual({ cut, beyond: 0 });
      expect(share).toBeGreaterThanOrEqual(0.95);
    }
  });
});
