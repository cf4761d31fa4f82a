// Builds the meshlets of one submesh, with bounds that contain every vertex exactly.

import { cutMeshlets, type Meshlets } from '@assetc/kernels';
import { MESHLET_DEFAULTS, type MeshletLimits } from '../../model/scene/meshlet-limits.js';
import { BOUNDS_FLOATS } from './meshlet-table.js';
import type { UnitPositions } from './unit-positions.js';

/** The maximum number of meshlets per triangle. Each submesh may have one more: its last one. */
export const maxMeshletsPerTriangle = ({ maxVertices, maxTriangles }: MeshletLimits): number =>
  // A meshlet full of vertices has at least a third as many triangles as corners.
  Math.max(3 / (maxVertices - 2), 1 / maxTriangles);

export function buildMeshlets(
  indices: Uint32Array,
  { count, positions, scale }: UnitPositions,
  limits: MeshletLimits = MESHLET_DEFAULTS,
): Meshlets {
  return cutMeshlets({ indices, vertexCount: count, positions, scale }, limits);
}

/** Disables cone culling: the cones of a mesh that deforms would be wrong. */
export function disableCones(meshlets: Meshlets): Meshlets {
  const bounds = meshlets.bounds.slice();
  for (let at = 4; at < bounds.length; at += BOUNDS_FLOATS) bounds.set([0, 0, 0, 1], at);
  return { ...meshlets, bounds };
}
