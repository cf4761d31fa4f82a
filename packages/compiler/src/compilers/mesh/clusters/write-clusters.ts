// Writes the clusters that a group was reduced to into the buffers of its level, and lists their triangles over the local mesh.

import type { Meshlets } from '@assetc/kernels';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/mesh/meshlet-table.js';
import {
  ROW_WORDS,
  STORE,
  SUBMESH,
  TRIANGLE_COUNT,
  TRIANGLE_OFFSET,
  VERTEX_COUNT,
  VERTEX_OFFSET,
} from './cluster-list.js';
import type { LocalMesh } from './local-mesh.js';
import type { GroupsPayload, Part } from './reduce-group.js';

/** The new clusters of a group, in its buffers. */
export interface NewClusters {
  readonly count: number;
  /** Its first row in the buffers. */
  readonly first: number;
  /** Corners over the vertices of the local mesh, cluster by cluster. */
  readonly corners: Uint32Array;
  /** Triangle → cluster, from 0. */
  readonly owners: Uint32Array;
}

/** Writes the meshlets of a group's parts as new clusters. */
export function writeClusters(
  { triangleStarts, clusterStarts, buffers, store }: GroupsPayload,
  group: number,
  local: LocalMesh,
  meshletLists: readonly Meshlets[],
  parts: readonly Part[],
): NewClusters {
  const first = clusterStarts[group] ?? 0;
  const corners = new Uint32Array(parts.reduce((sum, { indices }) => sum + indices.length, 0));
  const owners = new Uint32Array(corners.length / 3);
  let vertex = (triangleStarts[group] ?? 0) * 3;
  let triangle = triangleStarts[group] ?? 0;
  let count = 0;
  let corner = 0;
  for (let p = 0; p < meshletLists.length; p++) {
    const meshlets = meshletLists[p];
    if (meshlets === undefined) continue;
    const { table, vertices, triangles } = meshlets;
    buffers.bounds.set(meshlets.bounds, (first + count) * BOUNDS_FLOATS);
    buffers.triangles.set(triangles, triangle * 3);
    for (let at = 0; at < table.length; at += MESHLET_WORDS, count++) {
      const from = table[at] ?? 0;
      const vertexCount = table[at + 1] ?? 0;
      const firstTriangle = table[at + 2] ?? 0;
      const end = firstTriangle + (table[at + 3] ?? 0);
      const row = (first + count) * ROW_WORDS;
      buffers.rows[row + STORE] = store;
      buffers.rows[row + VERTEX_OFFSET] = vertex;
      buffers.rows[row + VERTEX_COUNT] = vertexCount;
      buffers.rows[row + TRIANGLE_OFFSET] = triangle + firstTriangle;
      buffers.rows[row + TRIANGLE_COUNT] = end - firstTriangle;
      buffers.rows[row + SUBMESH] = parts[p]?.submesh ?? 0;
      for (let i = 0; i < vertexCount; i++) buffers.vertices[vertex++] = local.globals[vertices[from + i] ?? 0] ?? 0;
      for (let i = firstTriangle * 3; i < end * 3; i++) {
        owners[(corner / 3) | 0] = count;
        corners[corner++] = vertices[from + (triangles[i] ?? 0)] ?? 0;
      }
    }
    triangle += triangles.length / 3;
  }
  return { count, first, corners, owners };
}
