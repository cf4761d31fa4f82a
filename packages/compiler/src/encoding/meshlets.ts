// Meshlets of one submesh: 64 vertices, 124 triangles, cone weight 0.25, with bounds that hold to the last bit.

import { MESHLET_MAX_TRIANGLES, MESHLET_MAX_VERTICES } from '@assetc/formats';
import { MeshoptClusterizer } from 'meshoptimizer/clusterizer';
import { roundUp } from './round-up.js';
import type { UnitPositions } from './unit-positions.js';

const CONE_WEIGHT = 0.25;

export interface Meshlets {
  readonly count: number;
  /** vertexOffset, vertexCount, triangleOffset, triangleCount of each, relative to this submesh's own arrays. */
  readonly table: Uint32Array;
  /** Over the vertices of the submesh. */
  readonly vertices: Uint32Array;
  readonly triangles: Uint8Array;
  /** center, radius, coneAxis, coneCutoff of each. */
  readonly bounds: Float32Array;
}

/** Needs MeshoptClusterizer.ready. */
export function buildMeshlets(indices: Uint32Array, { positions, scale }: UnitPositions): Meshlets {
  const built = MeshoptClusterizer.buildMeshlets(
    indices,
    positions,
    3,
    MESHLET_MAX_VERTICES,
    MESHLET_MAX_TRIANGLES,
    CONE_WEIGHT,
  );
  const given = MeshoptClusterizer.computeMeshletBounds(built, positions, 3);
  const count = built.meshletCount;
  const table = new Uint32Array(count * 4);
  const triangles = new Uint8Array(indices.length);
  const bounds = new Float32Array(count * 8);
  let triangleEnd = 0;
  for (let i = 0; i < count; i++) {
    const vertexOffset = built.meshlets[i * 4] ?? 0;
    const triangleAt = built.meshlets[i * 4 + 1] ?? 0;
    const vertexCount = built.meshlets[i * 4 + 2] ?? 0;
    const triangleCount = built.meshlets[i * 4 + 3] ?? 0;
    table.set([vertexOffset, vertexCount, triangleEnd, triangleCount], i * 4);
    // The library may pad between meshlets; the format does not.
    triangles.set(built.triangles.subarray(triangleAt, triangleAt + triangleCount * 3), triangleEnd * 3);
    triangleEnd += triangleCount;
    const bound = given[i];
    if (bound === undefined) throw new Error('fewer bounds than meshlets');
    bounds.set([bound.centerX / scale, bound.centerY / scale, bound.centerZ / scale], i * 8);
    bounds.set([bound.coneAxisX, bound.coneAxisY, bound.coneAxisZ, bound.coneCutoff], i * 8 + 4);
    bounds[i * 8 + 3] = reach(
      built.vertices.subarray(vertexOffset, vertexOffset + vertexCount),
      positions,
      scale,
      bounds,
      i * 8,
    );
  }
  if (triangleEnd * 3 !== indices.length) throw new Error('meshlets do not cover the submesh');
  return { count, table, vertices: built.vertices, triangles, bounds };
}

/** Distance of the farthest vertex from the stored centre: the library's radius can be short by a rounding. */
function reach(
  vertices: Uint32Array,
  positions: Float32Array,
  scale: number,
  center: Float32Array,
  at: number,
): number {
  let largest = 0;
  for (let i = 0; i < vertices.length; i++) {
    const p = (vertices[i] ?? 0) * 3;
    const x = (positions[p] ?? 0) / scale - (center[at] ?? 0);
    const y = (positions[p + 1] ?? 0) / scale - (center[at + 1] ?? 0);
    const z = (positions[p + 2] ?? 0) / scale - (center[at + 2] ?? 0);
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return roundUp(Math.sqrt(largest));
}
