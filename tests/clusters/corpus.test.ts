// Real models as hierarchies: the triangles of all levels, the size of the coarsest level, and how full clusters are.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MESHLET_MAX_TRIANGLES, MESHLET_MAX_VERTICES, NO_GROUP } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { compileModel } from '../support/compile-model.js';
import { type ClusterInfo, Surface } from './drawn-surface.js';

const models = ['gltf', 'obj'].flatMap((folder) =>
  existsSync(join(corpusFolder, folder))
    ? readdirSync(join(corpusFolder, folder), { recursive: true })
        .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
        .filter((name) => /\.(?:gltf|glb|obj)$/i.test(name))
        .sort()
    : [],
);

interface Shape {
  readonly path: string;
  readonly triangles: number;
  readonly submeshes: number;
  readonly isClosed: boolean;
  /** Triangles of all levels for each of the mesh. */
  readonly total: number;
  readonly roots: number;
  readonly clusters: number;
  /** Of a cluster, on average. */
  readonly fill: number;
}

async function shapeOf(path: string): Promise<Shape | undefined> {
  const settings = { mesh: { clusters: true, lods: [], tangents: 'none' } };
  const { mesh } = await compileModel({ path, input: corpusFolder, settings });
  if (mesh.clusters === undefined) return undefined;
  const surface = new Surface(mesh);
  const { infos } = surface;
  const edges = surface.edges(Array.from(mesh.indices));
  const sum = (of: (info: ClusterInfo) => number): number => infos.reduce((total, info) => total + of(info), 0);
  return {
    path,
    triangles: mesh.indices.length / 3,
    submeshes: mesh.submeshes.length,
    isClosed: [...edges.values()].every((count) => count === 2),
    total: (sum(({ triangleCount }) => triangleCount) / mesh.indices.length) * 3,
    roots: sum(({ parentGroup }) => (parentGroup === NO_GROUP ? 1 : 0)),
    clusters: infos.length,
    fill:
      sum(({ vertexCount, triangleCount }) =>
        Math.max(vertexCount / MESHLET_MAX_VERTICES, triangleCount / MESHLET_MAX_TRIANGLES),
      ) / infos.length,
  };
}

describe.skipIf(models.length === 0)('models of the corpus', () => {
  it('come down to a cluster a submesh, with twice the triangles in all', async () => {
    const shapes: Shape[] = [];
    for (const path of models) {
      const shape = await shapeOf(path);
      if (shape !== undefined) shapes.push(shape);
    }
    expect(shapes.length).toBeGreaterThan(30);
    expect(shapes.filter(({ total }) => total > 2.1)).toEqual([]);
    const closed = shapes.filter(({ isClosed }) => isClosed);
    expect(closed.length).toBeGreaterThan(10);
    expect(closed.filter(({ roots, submeshes }) => roots > submeshes)).toEqual([]);
    const single = shapes.filter(({ roots, submeshes }) => roots <= submeshes);
    expect(single.length / shapes.length).toBeGreaterThanOrEqual(0.95);
    // A box of twelve triangles cannot fill a cluster.
    const large = closed.filter(({ triangles, submeshes }) => triangles / submeshes > MESHLET_MAX_TRIANGLES);
    expect(large.length).toBeGreaterThan(3);
    const clusters = large.reduce((sum, shape) => sum + shape.clusters, 0);
    const filled = large.reduce((sum, shape) => sum + shape.fill * shape.clusters, 0);
    expect(filled / clusters).toBeGreaterThanOrEqual(0.85);
  });
});
