// Sizes of the pages of the cluster hierarchy.

import { CompactVertex, compactSkinSize } from '../compact/compact-layout.js';
import { GpuSkinVertex, GpuVertex } from '../layout.js';
import type { HmeshModel } from '../model.js';
import { Cluster, type ClusterPageRow } from './cluster-layout.js';

type PerVertex = Pick<HmeshModel, 'skin' | 'colors' | 'uvs1' | 'stored'>;

/** Bytes per vertex in all chunks with a row per vertex. */
export function bytesOfVertex({ skin, colors, uvs1, stored }: PerVertex): number {
  const colorBytes = colors === undefined ? 0 : 4 * colors.values.BYTES_PER_ELEMENT;
  const compact = stored?.compact;
  if (compact === undefined)
    return (
      GpuVertex.size +
      (skin === undefined ? 0 : GpuSkinVertex.size) +
      colorBytes +
      (uvs1 === undefined ? 0 : 2 * Float32Array.BYTES_PER_ELEMENT)
    );
  return (
    CompactVertex.size +
    (skin === undefined ? 0 : compactSkinSize(skin.joints.length)) +
    colorBytes +
    (compact.uvs1 === undefined ? 0 : 2 * Uint16Array.BYTES_PER_ELEMENT)
  );
}

/** Bytes of a page; `entryBytes`: of an index of a vertex. */
export const bytesOfPage = (
  page: Pick<ClusterPageRow, 'clusterCount' | 'vertexCount' | 'vertexEntries' | 'triangleCount'>,
  vertexBytes: number,
  entryBytes: number = Uint32Array.BYTES_PER_ELEMENT,
): number =>
  page.clusterCount * Cluster.size +
  page.vertexEntries * entryBytes +
  page.triangleCount * 3 +
  page.vertexCount * vertexBytes;
