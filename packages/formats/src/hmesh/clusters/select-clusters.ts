// Selects the clusters to draw: two tests each, without walking a tree. The same code is in assetc.h and, for GPUs, in
// docs/guide/clusters.md.

import { Cluster, ClusterGroup, NO_GROUP } from './cluster-layout.js';
import { asFloats, CLUSTER_WORDS, type Clusters, clusterCount, GROUP_WORDS } from './cluster-model.js';

/** The view of a mesh. For an instance with a transform, see `viewOfInstance`. */
export interface ClusterView {
  /** In the space of the mesh. */
  readonly eye: ArrayLike<number>;
  /**
   * Pixels covered by one unit at distance 1: height of the viewport / (2 · tan(fovY / 2)). A uniform scale does not change it, because
   * error and distance are both in the space of the mesh.
   */
  readonly pixelsPerUnit: number;
  /** Maximum error on the screen, in pixels. */
  readonly maxPixels: number;
  /** Number of loaded pages, from the first. Default: all. */
  readonly pageCount?: number;
}

const PARENT = Cluster.offsetOf('parentGroup') / 4;
const OWN = Cluster.offsetOf('group') / 4;
const PAGE = Cluster.offsetOf('page') / 4;
const CENTER = ClusterGroup.offsetOf('center') / 4;
const RADIUS = ClusterGroup.offsetOf('radius') / 4;
const ERROR = ClusterGroup.offsetOf('error') / 4;
const PAGES = ClusterGroup.offsetOf('pageCount') / 4;

/**
 * Returns the clusters to draw, in ascending order. For every view they cover each part of the mesh exactly once and without cracks.
 *
 * @example
 * for (const cluster of selectClusters(mesh.clusters, { eye, pixelsPerUnit: height / (2 * Math.tan(fovY / 2)), maxPixels: 1 }))
 *   draw(cluster);
 */
export function selectClusters(clusters: Clusters, view: ClusterView): Uint32Array {
  const coarse = coarseGroups(clusters, view);
  const { rows } = clusters;
  const count = clusterCount(clusters);
  const { pageCount = Number.POSITIVE_INFINITY } = view;
  const drawn = new Uint32Array(count);
  let length = 0;
  for (let i = 0, at = 0; i < count; i++, at += CLUSTER_WORDS) {
    const parent = rows[at + PARENT] ?? NO_GROUP;
    const own = rows[at + OWN] ?? NO_GROUP;
    if (parent !== NO_GROUP && coarse[parent] === 0) continue;
    if (own !== NO_GROUP && coarse[own] === 1) continue;
    if ((rows[at + PAGE] ?? 0) < pageCount) drawn[length++] = i;
  }
  return drawn.slice(0, length);
}

/** 1 for each group that is too coarse for the view and whose members are loaded. */
function coarseGroups(
  { groups }: Clusters,
  { eye, pixelsPerUnit, maxPixels, pageCount = Number.POSITIVE_INFINITY }: ClusterView,
): Uint8Array {
  const floats = asFloats(groups);
  const coarse = new Uint8Array(Math.floor(groups.length / GROUP_WORDS));
  const [x = 0, y = 0, z = 0] = Array.from(eye);
  for (let i = 0, at = 0; i < coarse.length; i++, at += GROUP_WORDS) {
    const dx = (floats[at + CENTER] ?? 0) - x;
    const dy = (floats[at + CENTER + 1] ?? 0) - y;
    const dz = (floats[at + CENTER + 2] ?? 0) - z;
    const distance = Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - (floats[at + RADIUS] ?? 0));
    const isCoarse = (floats[at + ERROR] ?? 0) * pixelsPerUnit > maxPixels * distance;
    coarse[i] = isCoarse && (groups[at + PAGES] ?? 0) <= pageCount ? 1 : 0;
  }
  return coarse;
}
