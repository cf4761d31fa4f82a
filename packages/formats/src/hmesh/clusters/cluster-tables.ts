// The tables of the cluster hierarchy as objects, for checks.

import type { Hmesh } from '../model.js';
import type { ClusterGroupRow, ClusterPageRow, ClusterRow } from './cluster-layout.js';

/** Everything that is checked, as objects. */
export interface ClusterTables {
  readonly mesh: Hmesh;
  readonly clusters: readonly ClusterRow[];
  readonly groups: readonly ClusterGroupRow[];
  readonly pages: readonly ClusterPageRow[];
  /** The first cluster that is a meshlet. */
  readonly firstMeshlet: number;
}
