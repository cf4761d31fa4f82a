// A model with its hierarchy of clusters, compiled as in a project.

import { compileModel } from '../support/compile-model.js';
import { Surface } from './drawn-surface.js';
import type { ClusterModel } from './models.js';

export async function clusteredSurface({ glb }: Pick<ClusterModel, 'glb'>): Promise<Surface> {
  const settings = { mesh: { clusters: true, lods: [], tangents: 'none' } };
  const { mesh } = await compileModel({ path: 'a.glb', input: { 'a.glb': glb() }, settings });
  return new Surface(mesh);
}
