// The record of a texture called `wall`: two of them have one hash in a manifest.

import { NO_TIMES } from '../../packages/compiler/src/pipeline/cache/record.js';

export const wallRecord = (source: string, colorspace: 'srgb' | 'linear') => ({
  source,
  name: undefined,
  kind: 'texture',
  kindIdentity: '1',
  settings: '{}',
  base: 'wall',
  params: undefined,
  contentKey: undefined,
  dependencies: [],
  outputs: [
    { suffix: '.ktx2', sizeBytes: 1, digest: '', ...NO_TIMES, asset: { kind: 'texture', colorspace } },
  ] as const,
  derived: [],
  diagnostics: [],
});
