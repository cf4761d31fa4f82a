// The content of the tables in docs/formats/vkguide.md and of the C header.

import { fourcc } from '@assetc/formats/declare';
import type { FormatSpec } from '@assetc/formats/layouts';
import { VKGUIDE_TYPES, VKGUIDE_VERSION, VkguideHeader, VkguideVertexPacked, VkguideVertexPncv } from './layout.js';

/** The structs and constants of vkguide's assets, to generate bindings or pages from. */
export const vkguideSpec: FormatSpec = {
  page: 'vkguide',
  prefix: 'VKGUIDE',
  doc: 'vkguide asset files, version 1: .tx, .mesh, .mat, .pfb.',
  constants: [
    ...VKGUIDE_TYPES.map((type) => ({ name: `MAGIC_${type}`, value: fourcc(type), doc: `The bytes ${type}.` })),
    { name: 'VERSION', value: VKGUIDE_VERSION, doc: 'Current version.' },
  ],
  layouts: [VkguideHeader, VkguideVertexPncv, VkguideVertexPacked],
};
