// Sizes of the pages of the cluster hierarchy.

import { GpuSkinVertex, GpuVertex } from '../layout.js';
import type { HmeshModel } from '../model.js';
import { Cluster, type ClusterPageRow } from './cluster-layout.js';

/** Bytes per vertex in all chunks with a row per vertex. */
export const bytesOfVertex = ({ skin, colors, uvs1 }: Pick<HmeshModel, 'skin' | 'colors' | 'uvs1'>): number =>
  GpuVertex.size +
  (skin === undefined ? 0 : GpuSkinVertex.size) +
  (colors === undefined ? 0 : 4 * colors.values.BYTES_PER_ELEMENT) +
  (uvs1 === undefined ? 0 : 2 * Float32Array.BYTES_PER_ELEMENT);

/** Bytes of a page. */
export const bytesOfPage = (
  page: Pick<ClusterPageRow, 'clusterCount' | 'vertexCount' | 'vertexEntries' | 'triangleCount'>,
  vertexBytes: number,
): number =>
  page.clusterCount * Cluster.size +
  page.vertexEntries * Uint32Array.BYTES_PER_ELEMENT +
  page.triangleCount * 3 +
  page.vertexCount * vertexBytes;
