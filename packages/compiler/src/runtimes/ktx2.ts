// KTX 2.0, which our own runtime loads and every other one can.

import type { Runtime } from './contract/runtime.js';

export const ktx2 = {
  name: 'ktx2',
  title: 'KTX2',
  texture: {
    doc: 'KTX 2.0',
    forms: [
      {
        becomes: '`textures/oak.ktx2`',
        keeps: {
          texels: 'blocks by `texture.target` (UASTC), or raw RGBA8',
          packing: 'none, or Zstd',
          mips: 'yes',
          normals: 'X, Y, 0, 1 (raw: as they are)',
          colorspace: 'yes',
        },
      },
    ],
    suffix: '.ktx2',
    namesSource: false,
    isNamedByPath: false,
    holdsSeveral: true,
  },
  convert: {
    targets: ['ktx2', 'png', 'dds'],
    load: async () => (await import('./ktx2/convert.js')).converter,
  },
} as const satisfies Runtime;
