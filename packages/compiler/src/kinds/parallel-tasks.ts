// What kinds hand out to idle threads, by name. Each task is loaded when it is first asked for.

import type { Registry } from '../model/kind.js';

export const parallelTasks: Registry['tasks'] = {
  'filter-level': () => import('../encoding/filter-level.js').then((m) => m.filterLevelBand),
  'filter-two-levels': () => import('../encoding/filter-level.js').then((m) => m.filterTwoLevelsBand),
  tangents: () => import('../compilers/mesh/tangents.js').then((m) => m.tangentTask),
  'submesh-parts': () => import('../compilers/mesh/submesh-parts.js').then((m) => m.runSubmeshPart),
  'encode-hdr': () => import('../encoding/hdr/encode-hdr-strip.js').then((m) => m.encodeHdrStrip),
  'resample-sky': () => import('../compilers/environment/resample.js').then((m) => m.resampleRow),
  prefilter: () => import('../compilers/environment/prefilter.js').then((m) => m.prefilterRow),
  'dfg-row': () => import('../compilers/environment/dfg-table.js').then((m) => m.fillDfgRow),
  'cluster-groups': () => import('../compilers/mesh/clusters/reduce-group.js').then((m) => m.runClusterGroups),
  'encode-blocks': () => import('../encoding/encode-blocks.js').then((m) => m.encodeStrip),
};
