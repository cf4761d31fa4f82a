// The content of the tables in docs/formats/galileo.md and of the C header.

import type { FormatSpec } from '@assetc/formats/layouts';
import { GALI_MAGIC, GALI_TYPE_MESH, GaliExtensionInfo, GaliGroup, GaliHeader, GaliMesh } from './layout.js';

/** The structs and constants of Galileo meshes, to generate bindings or pages from. */
export const galiSpec: FormatSpec = {
  page: 'galileo',
  prefix: 'GALI',
  doc: '.gali, Galileo 0.1.0: meshes.',
  constants: [
    { name: 'MAGIC', value: GALI_MAGIC, doc: 'The bytes GALI.' },
    { name: 'TYPE_MESH', value: GALI_TYPE_MESH, doc: 'GaliHeader.type.' },
  ],
  layouts: [GaliHeader, GaliMesh, GaliGroup, GaliExtensionInfo],
  // Group infos begin 80 bytes into the file and extensions where the groups end: nothing but 4-byte fields is aligned.
  unaligned: ['GaliGroup', 'GaliExtensionInfo'],
};
