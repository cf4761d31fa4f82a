// Lays out a hierarchy as CLUS, CLVR, CLTR, CLGR and CLPG: clusters from coarse to fine, meshlets last as they are, and pages over both. Also
// orders vertices by first use in pages.

import { CLUSTER_SLOPPY, type Clusters, type HmeshModel, NO_GROUP } from '@assetc/formats';
import {
  bytesOfPage,
  bytesOfVertex,
  Cluster,
  ClusterGroup,
  ClusterPage,
  PAGE_MAX_BYTES,
} from '@assetc/formats/layouts';
import { BOUNDS_FLOATS, meshletCount } from '../../../encoding/mesh/meshlet-table.js';
import type { Group, Hierarchy } from './build-hierarchy.js';
import {
  type ClusterList,
  STORE,
  SUBMESH,
  TRIANGLE_COUNT,
  TRIANGLE_OFFSET,
  VERTEX_COUNT,
  VERTEX_OFFSET,
} from './cluster-list.js';

type Model = Omit<HmeshModel, 'materials'>;

interface LaidOut {
  /** `vertices` are indices in the new order. */
  readonly clusters: Clusters;
  /** Old index of a vertex → new index. */
  readonly newIndices: Uint32Array;
}

/** `entryBytes`: of an index of a vertex. */
export function layOutClusters(
  model: Model,
  { clusters, groups }: Hierarchy,
  vertexCount: number,
  entryBytes: number,
): LaidOut {
  const order = coarseToFine(clusters, meshletCount(model));
  const newIndices = renumberVertices(clusters, order, vertexCount);
  const pages = splitPages(clusters, order, newIndices, bytesOfVertex(model), entryBytes);
  const groupOrder = numberGroups(clusters, order, groups.length);
  const rows = new Uint8Array(order.length * Cluster.size);
  const lists = gatherLists(clusters, order, newIndices);
  for (const [i, cluster] of order.entries()) {
    const { level, group, parentGroup, isSloppy } = clusters.links[cluster] ?? missing();
    const b = clusters.bounds.subarray(cluster * BOUNDS_FLOATS, (cluster + 1) * BOUNDS_FLOATS);
    const submesh = clusters.at(cluster, SUBMESH);
    const hasMorphs = (model.morphs?.ranges[submesh]?.targetCount ?? 0) > 0;
    Cluster.write(rows, i * Cluster.size, {
      vertexOffset: lists.firstVertices[i] ?? 0,
      triangleOffset: lists.firstTriangles[i] ?? 0,
      vertexCount: clusters.at(cluster, VERTEX_COUNT),
      triangleCount: clusters.at(cluster, TRIANGLE_COUNT),
      level,
      flags: isSloppy ? CLUSTER_SLOPPY : 0,
      submesh,
      center: [b[0] ?? 0, b[1] ?? 0, b[2] ?? 0],
      radius: b[3] ?? 0,
      // A cone of a deforming shape would be wrong.
      coneAxis: hasMorphs ? [0, 0, 0] : [b[4] ?? 0, b[5] ?? 0, b[6] ?? 0],
      coneCutoff: hasMorphs ? 1 : (b[7] ?? 0),
      error: group < 0 ? 0 : (groups[group]?.error ?? 0),
      group: group < 0 ? NO_GROUP : (groupOrder[group] ?? 0),
      parentGroup: parentGroup < 0 ? NO_GROUP : (groupOrder[parentGroup] ?? 0),
      page: pages.pageOf[i] ?? 0,
    });
  }
  const table = groupTable(clusters, groups, groupOrder, order, pages.pageOf);
  return {
    clusters: {
      rows: new Uint32Array(rows.buffer),
      vertices: lists.vertices,
      triangles: lists.triangles,
      groups: table,
      pages: pages.table,
    },
    newIndices,
  };
}

const missing = (): never => {
  throw new Error('a cluster is missing');
};

/** By level, with clusters of one group adjacent, in order of creation; the meshlets in their own order. */
function coarseToFine({ count, links }: ClusterList, meshlets: number): Uint32Array {
  const levelOf = (cluster: number): number => links[cluster]?.level ?? 0;
  const above = Uint32Array.from({ length: count - meshlets }, (_, i) => meshlets + i);
  above.sort((a, b) => levelOf(b) - levelOf(a) || a - b);
  const order = new Uint32Array(count);
  order.set(above);
  for (let i = 0; i < meshlets; i++) order[above.length + i] = i;
  return order;
}

/** By first use; unused vertices follow in their order. */
function renumberVertices(clusters: ClusterList, order: Uint32Array, vertexCount: number): Uint32Array {
  const newIndices = new Uint32Array(vertexCount).fill(0xffffffff);
  let next = 0;
  for (let i = 0; i < order.length; i++) {
    const vertices = clusters.verticesOf(order[i] ?? 0);
    for (let k = 0; k < vertices.length; k++) {
      const vertex = vertices[k] ?? 0;
      if (newIndices[vertex] === 0xffffffff) newIndices[vertex] = next++;
    }
  }
  for (let i = 0; i < vertexCount; i++) if (newIndices[i] === 0xffffffff) newIndices[i] = next++;
  return newIndices;
}

/** A page being filled. */
interface OpenPage {
  readonly firstCluster: number;
  readonly firstVertex: number;
  readonly isMeshlets: boolean;
  clusterCount: number;
  vertexCount: number;
  vertexEntries: number;
  triangleCount: number;
}

/** Each page takes clusters as long as they fit, and does not mix meshlets with others. */
function splitPages(
  clusters: ClusterList,
  order: Uint32Array,
  newIndices: Uint32Array,
  vertexBytes: number,
  entryBytes: number,
): { readonly table: Uint32Array; readonly pageOf: Uint32Array } {
  const pageOf = new Uint32Array(order.length);
  const rows: OpenPage[] = [];
  let page: OpenPage | undefined;
  let knownVertices = 0;
  for (let i = 0; i < order.length; i++) {
    const cluster = order[i] ?? 0;
    const isMeshlets = clusters.links[cluster]?.level === 0;
    const vertices = clusters.verticesOf(cluster);
    let end = knownVertices;
    for (let k = 0; k < vertices.length; k++) end = Math.max(end, (newIndices[vertices[k] ?? 0] ?? 0) + 1);
    const added = {
      clusterCount: 1,
      vertexCount: end - knownVertices,
      vertexEntries: vertices.length,
      triangleCount: clusters.at(cluster, TRIANGLE_COUNT),
    };
    const sizeBytes = bytesOfPage(added, vertexBytes, entryBytes);
    if (page?.isMeshlets !== isMeshlets || bytesOfPage(page, vertexBytes, entryBytes) + sizeBytes > PAGE_MAX_BYTES) {
      page = { firstCluster: i, firstVertex: knownVertices, isMeshlets, ...added };
      rows.push(page);
    } else {
      page.clusterCount++;
      page.vertexCount += added.vertexCount;
      page.vertexEntries += added.vertexEntries;
      page.triangleCount += added.triangleCount;
    }
    pageOf[i] = rows.length - 1;
    knownVertices = end;
  }
  const bytes = new Uint8Array(rows.length * ClusterPage.size);
  const next = { vertex: [0, 0], triangle: [0, 0] };
  for (const [i, { isMeshlets, ...row }] of rows.entries()) {
    const part = isMeshlets ? 1 : 0;
    ClusterPage.write(bytes, i * ClusterPage.size, {
      ...row,
      vertexOffset: next.vertex[part] ?? 0,
      triangleOffset: next.triangle[part] ?? 0,
      sizeBytes: bytesOfPage(row, vertexBytes, entryBytes),
      flags: part,
      pad: [0, 0],
    });
    next.vertex[part] = (next.vertex[part] ?? 0) + row.vertexEntries;
    next.triangle[part] = (next.triangle[part] ?? 0) + row.triangleCount;
  }
  return { table: new Uint32Array(bytes.buffer), pageOf };
}

/** Maps groups to their numbers in the order of the clusters made from them. */
function numberGroups({ links }: ClusterList, order: Uint32Array, count: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  let next = 0;
  for (const cluster of order) {
    const group = links[cluster]?.group ?? -1;
    if (group >= 0 && (numbers[group] ?? 0) < 0) numbers[group] = next++;
  }
  return numbers;
}

/** Concatenates the vertices and triangles above the meshlets, and lists where each cluster's start. */
function gatherLists(clusters: ClusterList, order: Uint32Array, newIndices: Uint32Array) {
  let entries = 0;
  let corners = 0;
  for (const cluster of order) {
    if (clusters.at(cluster, STORE) === 0) break;
    entries += clusters.at(cluster, VERTEX_COUNT);
    corners += clusters.at(cluster, TRIANGLE_COUNT) * 3;
  }
  const vertices = new Uint32Array(entries);
  const triangles = new Uint8Array(corners);
  const firstVertices = new Uint32Array(order.length);
  const firstTriangles = new Uint32Array(order.length);
  let vertex = 0;
  let triangle = 0;
  for (let i = 0; i < order.length; i++) {
    const cluster = order[i] ?? 0;
    const firstTriangle = clusters.at(cluster, TRIANGLE_OFFSET);
    const isMeshlet = clusters.at(cluster, STORE) === 0;
    firstVertices[i] = isMeshlet ? clusters.at(cluster, VERTEX_OFFSET) : vertex;
    firstTriangles[i] = isMeshlet ? firstTriangle : triangle;
    if (isMeshlet) continue;
    const clusterVertices = clusters.verticesOf(cluster);
    for (let k = 0; k < clusterVertices.length; k++) vertices[vertex++] = newIndices[clusterVertices[k] ?? 0] ?? 0;
    const store = clusters.stores[clusters.at(cluster, STORE)] ?? missing();
    const count = clusters.at(cluster, TRIANGLE_COUNT);
    triangles.set(store.triangles.subarray(firstTriangle * 3, (firstTriangle + count) * 3), triangle * 3);
    triangle += count;
  }
  return { vertices, triangles, firstVertices, firstTriangles };
}

/** A group is loaded when its members are, and not before the groups above it. */
function groupTable(
  { links }: ClusterList,
  groups: readonly Group[],
  numbers: Int32Array,
  order: Uint32Array,
  pageOf: Uint32Array,
): Uint32Array {
  const pageCounts = new Uint32Array(groups.length);
  const raise = (group: number, to: number): void => {
    pageCounts[group] = Math.max(pageCounts[group] ?? 0, to);
  };
  for (const [i, cluster] of order.entries()) {
    const parent = links[cluster]?.parentGroup ?? -1;
    if (parent >= 0) raise(parent, (pageOf[i] ?? 0) + 1);
  }
  // From coarse to fine: the groups above are already done.
  for (const cluster of order) {
    const { group, parentGroup } = links[cluster] ?? missing();
    if (group >= 0 && parentGroup >= 0) raise(group, pageCounts[parentGroup] ?? 0);
  }
  const bytes = new Uint8Array(groups.length * ClusterGroup.size);
  for (const [i, { sphere, error, level }] of groups.entries())
    ClusterGroup.write(bytes, (numbers[i] ?? 0) * ClusterGroup.size, {
      center: sphere.slice(0, 3),
      radius: sphere[3],
      error,
      level,
      pageCount: pageCounts[i] ?? 0,
      pad: 0,
    });
  return new Uint32Array(bytes.buffer);
}
