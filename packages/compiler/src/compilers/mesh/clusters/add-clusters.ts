// Adds a cluster hierarchy to a mesh, and orders its vertices by first use in the pages of the hierarchy.

import type { HmeshModel } from '@assetc/formats';
import { GpuVertex } from '@assetc/formats/layouts';
import { buildHierarchy, type HierarchyOptions } from './build-hierarchy.js';
import { layOutClusters } from './lay-out-clusters.js';
import { reorderVertices } from './reorder-vertices.js';

type Model = Omit<HmeshModel, 'materials'>;

/** A mesh without triangles stays as it is. */
export async function addClusters(
  model: Model,
  options: HierarchyOptions & { readonly entryBytes?: number },
): Promise<Model> {
  if (model.meshlets.length === 0) return model;
  const hierarchy = await buildHierarchy(model, options);
  options.step?.();
  const { clusters, newIndices } = layOutClusters(
    model,
    hierarchy,
    model.vertices.length / GpuVertex.size,
    options.entryBytes ?? Uint32Array.BYTES_PER_ELEMENT,
  );
  return { ...reorderVertices(model, newIndices), clusters };
}
