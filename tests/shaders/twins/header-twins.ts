// What every function of the shader headers must return, and the sizes of their structs.

import {
  Cluster,
  ClusterGroup,
  CompactSkinVertex,
  CompactSkinVertexWide,
  GpuSkinVertex,
  HmatRow,
  VertexGrid,
} from '@assetc/formats/layouts';
import { CLUSTER_CASES } from './cluster-twins.js';
import type { HeaderCase } from './header-case.js';
import { MATERIAL_CASES } from './material-twins.js';
import { SKIN_CASES } from './skin-twins.js';
import { VERTEX_CASES } from './vertex-twins.js';

export const CASES: readonly HeaderCase[] = [...VERTEX_CASES, ...SKIN_CASES, ...MATERIAL_CASES, ...CLUSTER_CASES];

export const SIZES: { readonly [struct: string]: number } = {
  AssetcHmatRow: HmatRow.size,
  AssetcGpuSkinVertex: GpuSkinVertex.size,
  AssetcVertexGrid: VertexGrid.size,
  AssetcCompactSkinVertex: CompactSkinVertex.size,
  AssetcCompactSkinVertexWide: CompactSkinVertexWide.size,
  AssetcCluster: Cluster.size,
  AssetcClusterGroup: ClusterGroup.size,
  AssetcClusterView: 32,
};
