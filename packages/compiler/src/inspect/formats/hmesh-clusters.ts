// Describes a cluster hierarchy for info.

import { CLUSTER_SLOPPY, type Clusters, clusterAt, clusterCount, type Hmesh, NO_GROUP } from '@assetc/formats';
import { ClusterGroup, ClusterPage } from '@assetc/formats/layouts';
import { counted, type Facts, grouped } from '../../runtimes/file-format.js';

function clusterNumbers(clusters: Clusters, sourceTriangles: number) {
  const count = clusterCount(clusters);
  const numbers = { levels: 0, roots: 0, rootTriangles: 0, sloppy: 0, triangles: 0 };
  for (let i = 0; i < count; i++) {
    const { level, parentGroup, triangleCount, flags } = clusterAt(clusters, i);
    numbers.levels = Math.max(numbers.levels, level + 1);
    numbers.triangles += triangleCount;
    if ((flags & CLUSTER_SLOPPY) !== 0) numbers.sloppy++;
    if (parentGroup !== NO_GROUP) continue;
    numbers.roots++;
    numbers.rootTriangles += triangleCount;
  }
  return {
    clusters: count,
    groups: clusters.groups.byteLength / ClusterGroup.size,
    pages: clusters.pages.byteLength / ClusterPage.size,
    ...numbers,
    ratio: sourceTriangles > 0 ? numbers.triangles / sourceTriangles : 1,
  };
}

export function clusterFacts({ clusters, indices }: Hmesh): Facts {
  return clusters === undefined ? {} : { clusters: clusterNumbers(clusters, indices.length / 3) };
}

export function clusterStatements({ clusters, indices }: Hmesh): readonly string[] {
  if (clusters === undefined) return [];
  const {
    levels,
    clusters: count,
    groups,
    pages,
    roots,
    rootTriangles,
    sloppy,
    ratio,
  } = clusterNumbers(clusters, indices.length / 3);
  const parts = [
    counted(levels, 'level'),
    counted(groups, 'group'),
    counted(pages, 'page'),
    `${counted(roots, 'root')} of ${counted(rootTriangles, 'triangle')}`,
    ...(sloppy === 0 ? [] : [`${grouped(sloppy)} sloppy`]),
    `${ratio.toFixed(2)} × the triangles`,
  ];
  return [`${counted(count, 'cluster')} (${parts.join(', ')})`];
}
