// The rules of CLUS and CLGR that cluster selection relies on: two tests per cluster, without walking a tree. Errors never decrease toward the
// roots, and spheres contain those below them, so that exactly one version of each part of the mesh is drawn.

import { rowsAt } from '../../chunked/chunk-sections.js';
import type { ChunkTable } from '../../chunked/chunk-table.js';
import type { FormatErrorCode } from '../../core/format-error.js';
import type { Problems } from '../../core/problem.js';
import { shortestDecimal } from '../../core/shortest-decimal.js';
import type { Struct } from '../../core/struct.js';
import { checkCorners, checkIndices, placed } from '../check/check-bulk.js';
import { checkClusterReach } from '../check/check-reach.js';
import type { Positions } from '../compact/positions.js';
import { nameOfIndices } from '../compact/vertex-form.js';
import { type ChunkName, Meshlet, MeshletBounds } from '../layout.js';
import type { Hmesh } from '../model.js';
import { checkTriangleWords } from '../triangle-words.js';
import { checkClusterPages } from './check-cluster-pages.js';
import { Cluster, ClusterGroup, ClusterPage, type ClusterRow, NO_GROUP } from './cluster-layout.js';
import type { Clusters } from './cluster-model.js';
import type { ClusterTables } from './cluster-tables.js';

export function checkClusters(
  mesh: Hmesh,
  positions: Positions,
  clusters: Clusters,
  bytes: Uint8Array,
  table: ChunkTable<ChunkName>,
  problems: Problems,
): void {
  const rowsOf = <V>(name: ChunkName, layout: Struct<V>): V[] => {
    const chunk = table.known.get(name);
    if (chunk === undefined) return [];
    return rowsAt(bytes, chunk.offset, Math.floor(chunk.size / layout.size), layout, name, problems);
  };
  const rows = rowsOf('CLUS', Cluster);
  const tables: ClusterTables = {
    mesh,
    clusters: rows,
    groups: rowsOf('CLGR', ClusterGroup),
    pages: rowsOf('CLPG', ClusterPage),
    firstMeshlet: Math.max(0, rows.length - mesh.desc.meshletCount),
  };
  const at = (name: ChunkName): number => table.known.get(name)?.offset ?? 0;
  checkRows(tables, clusters, at, problems);
  const vertices = placed(table, nameOfIndices(table, 'CLVR'), clusters.vertices);
  checkIndices(vertices, mesh.desc.vertexCount, problems);
  const triangles = placed(table, 'CLTR', clusters.triangles);
  for (const { triangleOffset, triangleCount, vertexCount } of rows.slice(0, tables.firstMeshlet))
    checkCorners(triangles, triangleOffset * 3, triangleCount * 3, vertexCount, problems);
  if (clusters.triangleWords) checkTriangleWords(placed(table, 'CLTW', clusters.triangleWords), triangles, problems);
  checkClusterReach(mesh, positions, rows.slice(0, tables.firstMeshlet), vertices, problems);
  checkClusterPages(tables, clusters, at('CLPG'), problems);
}

type Complain = (field: keyof ClusterRow & string, message: string, code?: FormatErrorCode) => void;

function checkRows(
  tables: ClusterTables,
  { vertices, triangles }: Clusters,
  at: (name: ChunkName) => number,
  problems: Problems,
): void {
  const { clusters, groups, firstMeshlet } = tables;
  const next = { vertex: 0, triangle: 0, group: -1, level: 0xff };
  for (const [i, cluster] of clusters.entries()) {
    const complain: Complain = (field, message, code = 'bad-value') =>
      problems.add(code, at('CLUS') + i * Cluster.size + Cluster.offsetOf(field), `CLUS[${i}].${field}`, message);
    if (i >= firstMeshlet) checkMeshlet(tables, cluster, i - firstMeshlet, complain);
    else {
      checkOrder(cluster, next, groups.length, complain);
      if (next.vertex > vertices.length)
        complain('vertexCount', `reaches past the ${vertices.length} entries of CLVR`, 'bad-range');
      if (next.triangle * 3 > triangles.length)
        complain(
          'triangleCount',
          `reaches past the ${Math.floor(triangles.length / 3)} triangles of CLTR`,
          'bad-range',
        );
    }
    checkPlace(tables, cluster, i, complain);
    checkParent(tables, cluster, complain);
  }
  if (next.vertex < vertices.length)
    problems.add(
      'bad-range',
      at('CLV2') || at('CLVR'),
      'CLVR',
      `has ${vertices.length} entries, clusters use ${next.vertex}`,
    );
  if (next.triangle * 3 < triangles.length)
    problems.add('bad-range', at('CLTR'), 'CLTR', `has ${triangles.length} corners, clusters use ${next.triangle * 3}`);
  if (next.group + 1 < groups.length)
    problems.add('bad-range', at('CLGR'), 'CLGR', `has ${groups.length} groups, clusters use ${next.group + 1}`);
}

/** Above the meshlets: coarse to fine, clusters of one group adjacent, without gaps in CLVR and CLTR. */
function checkOrder(
  { level, group, vertexOffset, vertexCount, triangleOffset, triangleCount }: ClusterRow,
  next: { vertex: number; triangle: number; group: number; level: number },
  groupCount: number,
  complain: Complain,
): void {
  if (level < 1) complain('level', 'must be at least 1 before the meshlets');
  if (level > next.level) complain('level', `must not rise from ${next.level}`, 'bad-order');
  if (group >= groupCount) complain('group', `must be below ${groupCount}`, 'bad-range');
  else if (group !== next.group + 1 && (group !== next.group || next.group < 0))
    complain('group', `must be ${Math.max(0, next.group)} or ${next.group + 1}`, 'bad-order');
  if (vertexOffset !== next.vertex)
    complain('vertexOffset', `must be ${next.vertex}, where the last ended`, 'bad-range');
  if (triangleOffset !== next.triangle)
    complain('triangleOffset', `must be ${next.triangle}, where the last ended`, 'bad-range');
  next.level = level;
  next.group = group;
  next.vertex = vertexOffset + vertexCount;
  next.triangle = triangleOffset + triangleCount;
}

/** Level 0 is MLET with its bounds. */
function checkMeshlet({ mesh }: ClusterTables, cluster: ClusterRow, meshlet: number, complain: Complain): void {
  if (cluster.level !== 0) complain('level', 'must be 0 for a meshlet');
  for (const field of ['vertexOffset', 'vertexCount', 'triangleOffset', 'triangleCount'] as const) {
    const own = mesh.meshlets[(meshlet * Meshlet.size + Meshlet.offsetOf(field)) / 4] ?? 0;
    if (cluster[field] !== own) complain(field, `must be ${own} as in MLET[${meshlet}]`, 'bad-range');
  }
  if (cluster.group !== NO_GROUP) complain('group', 'must be 0xFFFFFFFF at level 0');
  const own = mesh.meshletBounds.subarray((meshlet * MeshletBounds.size) / 4);
  const { center, radius, coneAxis, coneCutoff } = cluster;
  if ([...center, radius, ...coneAxis, coneCutoff].some((value, i) => value !== own[i]))
    complain('center', `must be, with what follows, as in MLBN[${meshlet}]`);
}

/** Its submesh, group and page. */
function checkPlace(
  { mesh, groups, pages, firstMeshlet }: ClusterTables,
  cluster: ClusterRow,
  i: number,
  complain: Complain,
): void {
  const { desc, submeshes } = mesh;
  const submesh = submeshes[cluster.submesh];
  if (submesh === undefined) complain('submesh', `must be below ${desc.submeshCount}`, 'bad-range');
  else if (
    i >= firstMeshlet &&
    (i - firstMeshlet < submesh.firstMeshlet || i - firstMeshlet >= submesh.firstMeshlet + submesh.meshletCount)
  )
    complain('submesh', `must be the one that has meshlet ${i - firstMeshlet}`, 'bad-range');
  const group = i < firstMeshlet ? groups[cluster.group] : undefined;
  if (i >= firstMeshlet ? cluster.error !== 0 : group !== undefined && cluster.error !== group.error)
    complain('error', `must be ${shortestDecimal(group?.error ?? 0)}, that of its group`);
  if (group !== undefined && cluster.level !== group.level)
    complain('level', `must be ${group.level}, that of its group`);
  const page = pages[cluster.page];
  if (page === undefined) complain('page', `must be below ${pages.length}`, 'bad-range');
  else if (i < page.firstCluster || i >= page.firstCluster + page.clusterCount)
    complain('page', 'must be the page that lists it', 'bad-range');
}

function checkParent({ groups }: ClusterTables, cluster: ClusterRow, complain: Complain): void {
  if (cluster.parentGroup === NO_GROUP) return;
  const parent = groups[cluster.parentGroup];
  if (parent === undefined) {
    complain('parentGroup', `must be below ${groups.length} or 0xFFFFFFFF`, 'bad-range');
    return;
  }
  const own = groups[cluster.group];
  if (parent.level <= cluster.level) complain('parentGroup', 'must be of a level above', 'bad-order');
  if (parent.error < cluster.error)
    complain('parentGroup', `has the error ${shortestDecimal(parent.error)}, less than its own`);
  if (!contains(parent, own ?? cluster)) complain('parentGroup', 'has a sphere that does not contain its own');
  if (parent.pageCount <= cluster.page || (own !== undefined && own.pageCount < parent.pageCount))
    complain('parentGroup', 'has a pageCount that ends before its members', 'bad-range');
}

type Sphere = Pick<ClusterRow, 'center' | 'radius'>;

function contains(outer: Sphere, inner: Sphere): boolean {
  const x = (inner.center[0] ?? 0) - (outer.center[0] ?? 0);
  const y = (inner.center[1] ?? 0) - (outer.center[1] ?? 0);
  const z = (inner.center[2] ?? 0) - (outer.center[2] ?? 0);
  return Math.sqrt(x * x + y * y + z * z) + inner.radius <= outer.radius;
}
