// The rules of CLPG: pages tile the clusters coarse to fine, and a prefix of the vertices. Each has the vertices of its clusters that no
// earlier page has.

import type { FormatErrorCode } from '../../core/format-error.js';
import type { Problems } from '../../core/problem.js';
import { ClusterPage, type ClusterPageRow, PAGE_MESHLETS, PAGE_MIN_BYTES } from './cluster-layout.js';
import type { Clusters } from './cluster-model.js';
import { bytesOfPage, bytesOfVertex } from './cluster-pages.js';
import type { ClusterTables } from './cluster-tables.js';

type Complain = (field: keyof ClusterPageRow & string, message: string, code?: FormatErrorCode) => void;

export function checkClusterPages(tables: ClusterTables, { vertices }: Clusters, at: number, problems: Problems): void {
  const { mesh, clusters, pages, firstMeshlet } = tables;
  const vertexBytes = bytesOfVertex(mesh);
  let nextCluster = 0;
  let nextVertex = 0;
  for (const [i, page] of pages.entries()) {
    const complain: Complain = (field, message, code = 'bad-range') =>
      problems.add(code, at + i * ClusterPage.size + ClusterPage.offsetOf(field), `CLPG[${i}].${field}`, message);
    const { firstCluster, clusterCount } = page;
    if (firstCluster !== nextCluster) complain('firstCluster', `must be ${nextCluster}, where the last ended`);
    const end = firstCluster + clusterCount;
    if (end > clusters.length) complain('clusterCount', `reaches past the ${clusters.length} clusters`);
    const isMeshlets = firstCluster >= firstMeshlet;
    if (!isMeshlets && end > firstMeshlet) complain('clusterCount', 'reaches into the meshlets');
    if (((page.flags & PAGE_MESHLETS) !== 0) !== isMeshlets)
      complain('flags', `must be ${isMeshlets ? 1 : 0}`, 'bad-value');
    checkRanges(tables, page, complain);
    if (page.firstVertex !== nextVertex) complain('firstVertex', `must be ${nextVertex}, where the last ended`);
    nextVertex = highest(tables, page, isMeshlets ? mesh.meshletVertices : vertices, nextVertex);
    if (page.firstVertex + page.vertexCount !== nextVertex)
      complain('vertexCount', `must be ${nextVertex - page.firstVertex}: its clusters name vertex ${nextVertex - 1}`);
    const entries = isMeshlets ? mesh.meshletVertices : vertices;
    const size = bytesOfPage(page, vertexBytes, entries.BYTES_PER_ELEMENT);
    if (page.sizeBytes !== size) complain('sizeBytes', `must be ${size}`);
    const isLast = end === firstMeshlet || end === clusters.length;
    if (!isLast && page.sizeBytes < PAGE_MIN_BYTES)
      complain('sizeBytes', `must be at least ${PAGE_MIN_BYTES}`, 'bad-value');
    nextCluster = end;
  }
  if (nextCluster < clusters.length)
    problems.add('bad-range', at, 'CLPG', `covers ${nextCluster} of ${clusters.length} clusters`);
}

/** Entries and triangles of its clusters are consecutive. */
function checkRanges({ clusters }: ClusterTables, page: ClusterPageRow, complain: Complain): void {
  let vertex = page.vertexOffset;
  let triangle = page.triangleOffset;
  const last = Math.min(page.firstCluster + page.clusterCount, clusters.length);
  for (let i = page.firstCluster; i < last; i++) {
    const cluster = clusters[i];
    if (cluster?.vertexOffset !== vertex || cluster.triangleOffset !== triangle) {
      complain(
        cluster?.vertexOffset !== vertex ? 'vertexOffset' : 'triangleOffset',
        `is not where cluster ${i} begins`,
      );
      return;
    }
    vertex += cluster.vertexCount;
    triangle += cluster.triangleCount;
  }
  if (vertex !== page.vertexOffset + page.vertexEntries)
    complain('vertexEntries', `must be ${vertex - page.vertexOffset}`);
  if (triangle !== page.triangleOffset + page.triangleCount)
    complain('triangleCount', `must be ${triangle - page.triangleOffset}`);
}

/** One above the last vertex that this page or an earlier one uses; `from`: that of the earlier pages. */
function highest(
  { clusters }: ClusterTables,
  { firstCluster, clusterCount }: ClusterPageRow,
  entries: Uint16Array | Uint32Array,
  from: number,
): number {
  let next = from;
  for (const { vertexOffset, vertexCount } of clusters.slice(firstCluster, firstCluster + clusterCount)) {
    const end = Math.min(vertexOffset + vertexCount, entries.length);
    for (let i = vertexOffset; i < end; i++) next = Math.max(next, (entries[i] ?? 0) + 1);
  }
  return next;
}
