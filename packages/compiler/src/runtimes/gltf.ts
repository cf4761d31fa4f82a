// glTF: what compiled files hold, back in the format of tools, so that people can look at a result in them.

import type { Runtime } from './contract/runtime.js';

export const gltf = {
  name: 'gltf',
  title: 'glTF',
  convert: {
    targets: ['glb'],
    load: async () => (await import('./gltf/convert.js')).converter,
  },
} as const satisfies Runtime;
