// glTF: converts compiled files back, so that people can open results in their tools.

import type { Runtime } from './contract/runtime.js';

export const gltf = {
  name: 'gltf',
  title: 'glTF',
  convert: {
    targets: ['glb'],
    load: async () => (await import('./gltf/convert.js')).converter,
  },
} as const satisfies Runtime;
