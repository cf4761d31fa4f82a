// The output path of the split-sum table, for kinds that refer to it.

export const DFG_KIND = 'split-sum table';
/** Shared by all environments. */
export const DFG_BASE = 'assetc/dfg';
