// Joins the meshlets of submeshes to MLET, MLVR, MLTR and MLBN of the mesh.

import type { HmeshModel } from '@assetc/formats';
import type { Meshlets } from '@assetc/kernels';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/mesh/meshlet-table.js';
import { joinIndices } from './join-indices.js';

type JoinedMeshlets = Pick<HmeshModel, 'meshlets' | 'meshletVertices' | 'meshletTriangles' | 'meshletBounds'>;

export function joinMeshlets(parts: readonly Meshlets[], vertexCounts: readonly number[]): JoinedMeshlets {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const meshlets = new Uint32Array(count * MESHLET_WORDS);
  const meshletBounds = new Float32Array(count * BOUNDS_FLOATS);
  const meshletTriangles = new Uint8Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  let meshlet = 0;
  let vertex = 0;
  let triangle = 0;
  for (const part of parts) {
    for (let i = 0; i < part.count; i++) {
      const from = i * MESHLET_WORDS;
      const to = (meshlet + i) * MESHLET_WORDS;
      meshlets[to] = (part.table[from] ?? 0) + vertex;
      meshlets[to + 1] = part.table[from + 1] ?? 0;
      meshlets[to + 2] = (part.table[from + 2] ?? 0) + triangle;
      meshlets[to + 3] = part.table[from + 3] ?? 0;
    }
    meshletBounds.set(part.bounds, meshlet * BOUNDS_FLOATS);
    meshletTriangles.set(part.triangles, triangle * 3);
    meshlet += part.count;
    vertex += part.vertices.length;
    triangle += part.triangles.length / 3;
  }
  const lists = parts.map((part) => part.vertices);
  return { meshlets, meshletVertices: joinIndices(lists, vertexCounts), meshletTriangles, meshletBounds };
}
