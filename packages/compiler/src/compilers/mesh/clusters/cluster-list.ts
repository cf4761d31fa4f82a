// The list of all clusters, level by level. Their vertices and triangles stay where the threads wrote them: one store per level.

import type { HmeshModel } from '@assetc/formats';
import { BOUNDS_FLOATS, MESHLET_WORDS } from '../../../encoding/mesh/meshlet-table.js';
import { sharedBytes, sharedWords } from '../vertices/shared-words.js';

export interface ClusterStore {
  /** Indices into the vertices of the mesh. */
  readonly vertices: Uint32Array;
  /** Three local vertices per triangle. */
  readonly triangles: Uint8Array;
  /** Vertices of the mesh that clusters represent, by the sample words of their rows. */
  readonly samples: Uint32Array;
}

/** Words of a row: store, vertexOffset, vertexCount, triangleOffset, triangleCount, submesh, samples, sampleOffset. */
export const ROW_WORDS = 8;
export const STORE = 0;
export const VERTEX_OFFSET = 1;
export const VERTEX_COUNT = 2;
export const TRIANGLE_OFFSET = 3;
export const TRIANGLE_COUNT = 4;
export const SUBMESH = 5;
export const SAMPLE_COUNT = 6;
export const SAMPLE_OFFSET = 7;

/** The place of a cluster in the hierarchy. */
interface ClusterLinks {
  readonly level: number;
  /** The group that it was made from; −1 at level 0. */
  readonly group: number;
  /** The group that it is a member of; −1 for a root. */
  parentGroup: number;
  readonly isSloppy: boolean;
}

export class ClusterList {
  readonly stores: ClusterStore[] = [];
  /** ROW_WORDS each, in shared memory. */
  rows: Uint32Array = sharedWords(0);
  bounds = new Float32Array(0);
  readonly links: ClusterLinks[] = [];

  get count(): number {
    return this.links.length;
  }

  at(cluster: number, word: number): number {
    return this.rows[cluster * ROW_WORDS + word] ?? 0;
  }

  verticesOf(cluster: number): Uint32Array {
    const store = this.stores[this.at(cluster, STORE)];
    if (store === undefined) throw new Error('a cluster without its store');
    const first = this.at(cluster, VERTEX_OFFSET);
    return store.vertices.subarray(first, first + this.at(cluster, VERTEX_COUNT));
  }

  reserve(count: number): void {
    if (count * ROW_WORDS <= this.rows.length) return;
    const capacity = Math.max(count, Math.ceil((this.rows.length / ROW_WORDS) * 1.5));
    const rows = sharedWords(capacity * ROW_WORDS);
    rows.set(this.rows);
    this.rows = rows;
    const bounds = new Float32Array(capacity * BOUNDS_FLOATS);
    bounds.set(this.bounds);
    this.bounds = bounds;
  }

  /** Clusters are numbered in order of creation. */
  add(row: Uint32Array, bounds: Float32Array, links: ClusterLinks): number {
    const cluster = this.count;
    this.reserve(cluster + 1);
    this.rows.set(row, cluster * ROW_WORDS);
    this.bounds.set(bounds, cluster * BOUNDS_FLOATS);
    this.links.push(links);
    return cluster;
  }
}

type Meshlets = Pick<HmeshModel, 'submeshes' | 'meshlets' | 'meshletVertices' | 'meshletTriangles' | 'meshletBounds'>;

/** Level 0. Samples of meshlets are their vertices. */
export function listMeshlets(mesh: Meshlets): ClusterList {
  const list = new ClusterList();
  const vertices = sharedWords(mesh.meshletVertices.length);
  vertices.set(mesh.meshletVertices);
  const triangles = sharedBytes(mesh.meshletTriangles.length);
  triangles.set(mesh.meshletTriangles);
  list.stores.push({ vertices, triangles, samples: new Uint32Array(0) });
  list.reserve(Math.ceil((mesh.meshlets.length / MESHLET_WORDS) * 2.2));
  const row = new Uint32Array(ROW_WORDS);
  for (const [submesh, { firstMeshlet, meshletCount }] of mesh.submeshes.entries())
    for (let m = firstMeshlet; m < firstMeshlet + meshletCount; m++) {
      row.set([0, ...mesh.meshlets.subarray(m * MESHLET_WORDS, (m + 1) * MESHLET_WORDS), submesh, 0, 0]);
      list.add(row, mesh.meshletBounds.subarray(m * BOUNDS_FLOATS, (m + 1) * BOUNDS_FLOATS), {
        level: 0,
        group: -1,
        parentGroup: -1,
        isSloppy: false,
      });
    }
  return list;
}
