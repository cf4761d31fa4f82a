// Builds the meshlets of one submesh, with bounds that contain every vertex exactly.

import { type CutMeshlets, cutMeshlets } from '@assetc/kernels';
import { MESHLET_DEFAULTS, type MeshletLimits } from '../../model/scene/meshlet-limits.js';
import { roundUp } from '../round-up.js';
import { BOUNDS_FLOATS, MESHLET_WORDS } from './meshlet-table.js';
import type { UnitPositions } from './unit-positions.js';

export interface Meshlets {
  readonly count: number;
  /** vertexOffset, vertexCount, triangleOffset, triangleCount of each, relative to this submesh's arrays. */
  readonly table: Uint32Array;
  /** Indices into the vertices of the submesh. */
  readonly vertices: Uint32Array;
  readonly triangles: Uint8Array;
  /** center, radius, coneAxis, coneCutoff of each. */
  readonly bounds: Float32Array;
}

/** The maximum number of meshlets per triangle. Each submesh may have one more: its last one. */
export const maxMeshletsPerTriangle = ({ maxVertices, maxTriangles }: MeshletLimits): number =>
  // A meshlet full of vertices has at least a third as many triangles as corners.
  Math.max(3 / (maxVertices - 2), 1 / maxTriangles);

export function buildMeshlets(
  indices: Uint32Array,
  unit: UnitPositions,
  limits: MeshletLimits = MESHLET_DEFAULTS,
): Meshlets {
  const { count, positions, scale } = unit;
  return cutMeshlets(indices, count, positions, limits, (cut) => ({
    count: cut.count,
    vertices: cut.vertices.slice(),
    bounds: boundMeshlets(cut, scale),
    ...removePadding(cut, indices.length),
  }));
}

/** Disables cone culling: the cones of a mesh that deforms would be wrong. */
export function disableCones(meshlets: Meshlets): Meshlets {
  const bounds = meshlets.bounds.slice();
  for (let at = 4; at < bounds.length; at += BOUNDS_FLOATS) bounds.set([0, 0, 0, 1], at);
  return { ...meshlets, bounds };
}

/** A row as the library writes it: first vertex, first corner, vertex count, triangle count. */
const LIBRARY_ROW_WORDS = 4;
const libraryRow = ({ rows }: CutMeshlets, i: number): Uint32Array =>
  rows.subarray(i * LIBRARY_ROW_WORDS, (i + 1) * LIBRARY_ROW_WORDS);

/** The library may pad between the triangles of meshlets; the format has no padding. */
function removePadding(cut: CutMeshlets, corners: number): Pick<Meshlets, 'table' | 'triangles'> {
  const table = new Uint32Array(cut.count * MESHLET_WORDS);
  const triangles = new Uint8Array(corners);
  let end = 0;
  for (let i = 0; i < cut.count; i++) {
    const [vertexOffset = 0, from = 0, vertexCount = 0, triangleCount = 0] = libraryRow(cut, i);
    table.set([vertexOffset, vertexCount, end, triangleCount], i * MESHLET_WORDS);
    triangles.set(cut.triangles.subarray(from, from + triangleCount * 3), end * 3);
    end += triangleCount;
  }
  if (end * 3 !== corners) throw new Error('meshlets do not cover the submesh');
  return { table, triangles };
}

/** MeshletBounds: center, radius, coneAxis, coneCutoff. */
function boundMeshlets(cut: CutMeshlets, scale: number): Float32Array {
  const bounds = new Float32Array(cut.count * BOUNDS_FLOATS);
  for (let i = 0; i < cut.count; i++) {
    const libraryBounds = cut.boundsOf(i);
    const to = i * BOUNDS_FLOATS;
    for (let axis = 0; axis < 3; axis++) bounds[to + axis] = (libraryBounds[axis] ?? 0) / scale;
    // The cone's axis and cutoff follow its apex, which is not stored.
    for (let c = 0; c < 4; c++) bounds[to + 4 + c] = libraryBounds[7 + c] ?? 0;
    const [from = 0, , vertexCount = 0] = libraryRow(cut, i);
    bounds[to + 3] = farthestDistance(
      cut.vertices.subarray(from, from + vertexCount),
      cut.positions,
      scale,
      bounds,
      to,
    );
  }
  return bounds;
}

/** Distance of the farthest vertex from the stored center: the library's radius can be too small by a rounding error. */
function farthestDistance(
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
