// The cluster hierarchy in memory: tables as words, as in the file and on the GPU.

import { bytesOf } from '../../core/typed-section.js';
import {
  Cluster,
  ClusterGroup,
  type ClusterGroupRow,
  ClusterPage,
  type ClusterPageRow,
  type ClusterRow,
} from './cluster-layout.js';

/** Every level of detail of a mesh as clusters, coarse to fine; `selectClusters` chooses which to draw. */
export interface Clusters {
  /** Cluster, 16 words each. The last are the meshlets of the mesh, in their order. */
  readonly rows: Uint32Array;
  /** Vertices of the clusters above level 0. */
  readonly vertices: Uint16Array | Uint32Array;
  /** Three local vertex indices per triangle, for the clusters above level 0. */
  readonly triangles: Uint8Array;
  /** The same with one word per triangle, if the mesh has `meshletTriangleWords`. */
  readonly triangleWords?: Uint32Array | undefined;
  /** ClusterGroup, 8 words each. */
  readonly groups: Uint32Array;
  /** ClusterPage, 12 words each. */
  readonly pages: Uint32Array;
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** Words of a row of CLUS and of CLGR. */
export const CLUSTER_WORDS = Cluster.size / WORD;
export const GROUP_WORDS = ClusterGroup.size / WORD;

/** Number of clusters. */
export const clusterCount = ({ rows }: Pick<Clusters, 'rows'>): number => Math.floor(rows.length / CLUSTER_WORDS);

/** A cluster as an object; loops over all of them should read the words. */
export const clusterAt = ({ rows }: Pick<Clusters, 'rows'>, i: number): ClusterRow =>
  Cluster.read(bytesOf(rows), i * Cluster.size);

/** A group as an object. */
export const clusterGroupAt = ({ groups }: Pick<Clusters, 'groups'>, i: number): ClusterGroupRow =>
  ClusterGroup.read(bytesOf(groups), i * ClusterGroup.size);

/** A page as an object. */
export const clusterPageAt = ({ pages }: Pick<Clusters, 'pages'>, i: number): ClusterPageRow =>
  ClusterPage.read(bytesOf(pages), i * ClusterPage.size);

/** The same bytes as floats. */
export const asFloats = (words: Uint32Array): Float32Array =>
  new Float32Array(words.buffer, words.byteOffset, words.length);
