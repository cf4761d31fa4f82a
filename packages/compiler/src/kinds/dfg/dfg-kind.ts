// `assetc/dfg.ktx2`, the split-sum table of GGX. It has no source; environments with light derive it.

import { defineKind } from '../define-kind.js';
import { DFG_KIND } from '../dfg-output-path.js';

export const dfgKind = defineKind({
  name: DFG_KIND,
  version: 1,
  settings: [],
  usesPath: false,
  match: () => false,
  base: (path) => path,
  outputs: () => ['.ktx2'],
  // Always the same, and reads nothing.
  contentOf: (identity) => ({ identity, inputs: [] }),
  memoryOf: () => 1e6,
  workOf: () => 1e6,
  async compile(context) {
    const { compileDfg } = await import('../../compilers/environment/compile-dfg.js');
    const bytes = await compileDfg((task, count, payload) => context.parallel(task, count, payload));
    context.emit({ suffix: '.ktx2', bytes, asset: { kind: 'texture', colorspace: 'linear' } });
  },
});
