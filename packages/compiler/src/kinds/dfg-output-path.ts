// Where the split-sum table lies, for those that want it to be there.

export const DFG_KIND = 'split-sum table';
/** Shared by all environments. */
export const DFG_BASE = 'assetc/dfg';
