// The tasks that run on several threads, by name: of kinds, and of packs. Each is loaded when first needed.

import type { Registry } from '../model/kind/registry.js';
import { lazily } from '../model/lazily.js';

export const parallelTasks: Registry['tasks'] = {
  'filter-level': lazily(() => import('../encoding/texture/filter-level.js').then((m) => m.filterLevelBand)),
  'filter-two-levels': lazily(() => import('../encoding/texture/filter-level.js').then((m) => m.filterTwoLevelsBand)),
  tangents: lazily(() => import('../compilers/mesh/surface/tangents.js').then((m) => m.tangentTask)),
  'submesh-parts': lazily(() => import('../compilers/mesh/submeshes/submesh-parts.js').then((m) => m.runSubmeshPart)),
  'encode-hdr': lazily(() => import('../encoding/hdr/encode-hdr-strip.js').then((m) => m.encodeHdrStrip)),
  'resample-sky': lazily(() => import('../compilers/environment/resample.js').then((m) => m.resampleRow)),
  prefilter: lazily(() => import('../compilers/environment/prefilter.js').then((m) => m.prefilterRow)),
  'compress-clip': lazily(() => import('../compilers/animation/compress/clip-task.js').then((m) => m.runClipJob)),
  'compress-frame': lazily(() => import('../encoding/transport/compress-frame.js').then((m) => m.loadFrameTask())),
  'dfg-row': lazily(() => import('../compilers/environment/dfg-table.js').then((m) => m.fillDfgRow)),
  'cluster-groups': lazily(() => import('../compilers/mesh/clusters/reduce-group.js').then((m) => m.runClusterGroups)),
  'decode-blocks': lazily(() => import('../encoding/texture/decode-blocks.js').then((m) => m.decodeStrip)),
  'encode-blocks': lazily(() => import('../encoding/texture/encode-blocks.js').then((m) => m.encodeStrip)),
};
