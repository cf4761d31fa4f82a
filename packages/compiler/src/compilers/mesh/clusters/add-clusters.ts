// A mesh → the same with its cluster hierarchy, and its vertices in the order in which pages of that need them.

import type { HmeshModel } from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { buildHierarchy, type HierarchyOptions } from './build-hierarchy.js';
import { layOutClusters } from './lay-out-clusters.js';
import { reorderVertices } from './reorder-vertices.js';

type Model = Omit<HmeshModel, 'materials'>;

/** A mesh without triangles stays as it is. */
export async function addClusters(model: Model, options: HierarchyOptions): Promise<Model> {
  if (model.meshlets.length === 0) return model;
  const hierarchy = await buildHierarchy(model, options);
  options.step?.();
  const { clusters, renumbered } = layOutClusters(model, hierarchy, model.vertices.length / GpuVertex.size);
  return { ...reorderVertices(model, renumbered), clusters };
}
