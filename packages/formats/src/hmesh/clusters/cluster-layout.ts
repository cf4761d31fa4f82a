// The structs of the cluster hierarchy: CLUS, CLGR and CLPG. Engines may skip all of it. Spec: docs/formats/hmesh.md, whose tables are
// generated from here; how to draw from it: docs/guide/clusters.md.

import { array, f32, u8, u32 } from '../../core/scalar.js';
import {
  allFinite,
  allZero,
  atLeast,
  atMost,
  field,
  finite,
  type Infer,
  notNegative,
  oneOf,
  struct,
} from '../../core/struct.js';
import { MESHLET_MAX_TRIANGLES, MESHLET_MAX_VERTICES } from '../layout.js';

/** `group` of a cluster of level 0, `parentGroup` of a root. */
export const NO_GROUP = 0xffffffff;
/** Cluster.flags: its triangles resemble those below them only from far away; their connections are not kept. */
export const CLUSTER_SLOPPY = 1;
/** ClusterPage.flags: vertices and triangles of its clusters are in MLVR and MLTR. */
export const PAGE_MESHLETS = 1;
/** Minimum bytes of a page, except the last of the meshlets and the last above them. */
export const PAGE_MIN_BYTES = 0x10000;
/** Maximum bytes of a page. */
export const PAGE_MAX_BYTES = 0x20000;

/** CLUS: one cluster. */
export const Cluster = struct('Cluster', 64, 'CLUS: one cluster.', {
  vertexOffset: field(u32, 'First entry in CLVR; at level 0 in MLVR.'),
  triangleOffset: field(u32, 'First triangle in CLTR, counted in triangles; at level 0 in MLTR.'),
  vertexCount: field(u8, 'Entries, at most 64.', atMost(MESHLET_MAX_VERTICES)),
  triangleCount: field(u8, 'Triangles, at most 124.', atMost(MESHLET_MAX_TRIANGLES)),
  level: field(u8, '0: a meshlet; else one above the highest level that it was made from.'),
  flags: field(u8, 'Bit 0: sloppy.', atMost(CLUSTER_SLOPPY)),
  submesh: field(u32, 'The submesh that all its triangles belong to.'),
  center: field(array(f32, 3), 'Center of the bounding sphere, for culling.', allFinite),
  radius: field(f32, 'Its radius.', notNegative),
  coneAxis: field(array(f32, 3), 'Axis of the cone of normals.', allFinite),
  coneCutoff: field(f32, 'As in MeshletBounds.', finite),
  error: field(f32, 'Error of its group; 0 at level 0.', notNegative),
  group: field(u32, 'The group that it was made from; 0xFFFFFFFF at level 0.'),
  parentGroup: field(u32, 'The group that it is a member of; 0xFFFFFFFF for a root.'),
  page: field(u32, 'The page that it is in.'),
});

/** CLGR: clusters that are replaced together by fewer. */
export const ClusterGroup = struct('ClusterGroup', 32, 'CLGR: clusters that are replaced together by fewer.', {
  center: field(array(f32, 3), 'Center of a sphere that contains the spheres of all groups below.', allFinite),
  radius: field(f32, 'Its radius.', notNegative),
  error: field(f32, 'Maximum distance of the clusters made from it to the mesh, in units of the mesh.', notNegative),
  level: field(u32, 'Level of the clusters that were made from it.', atLeast(1)),
  pageCount: field(u32, 'Its members are loaded when this many pages are.', atLeast(1)),
  pad: field(u32, 'Zero.', oneOf(0)),
});

/** CLPG: clusters and vertices that are loaded together. */
export const ClusterPage = struct('ClusterPage', 48, 'CLPG: clusters and vertices that are loaded together.', {
  firstCluster: field(u32, 'First row of CLUS; pages tile it in order.'),
  clusterCount: field(u32, 'Rows of CLUS.', atLeast(1)),
  firstVertex: field(u32, 'First row of VTXS that no earlier page needs; pages tile a prefix of VTXS in order.'),
  vertexCount: field(u32, 'Rows of VTXS, and of the other chunks with a row per vertex.'),
  vertexOffset: field(u32, 'First entry of its clusters in CLVR or MLVR.'),
  vertexEntries: field(u32, 'Entries of its clusters.'),
  triangleOffset: field(u32, 'First triangle of its clusters in CLTR or MLTR, counted in triangles.'),
  triangleCount: field(u32, 'Triangles of its clusters.'),
  sizeBytes: field(u32, 'Bytes of everything in this page, at most 131072.', atMost(PAGE_MAX_BYTES)),
  flags: field(u32, 'Bit 0: its clusters are meshlets, in MLVR and MLTR.', atMost(PAGE_MESHLETS)),
  pad: field(array(u32, 2), 'Zero.', allZero),
});

export type ClusterRow = Infer<typeof Cluster>;
export type ClusterGroupRow = Infer<typeof ClusterGroup>;
export type ClusterPageRow = Infer<typeof ClusterPage>;
