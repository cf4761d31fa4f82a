// The bytes of vertices, skins and level-0 indices in an .hmesh, without the headers of compressed chunks: they correspond to the JSON of a glTF.

import { compressedChunks } from '@assetc/formats';

const GEOMETRY = new Set([
  'vtxs',
  'vpos',
  'vatr',
  'vtxc',
  'vpsc',
  'vatc',
  'skin',
  'sknc',
  'uvs1',
  'uv1c',
  'clr0',
  'idxs',
]);
const HEADER_BYTES = 32;

export const geometryBytes = (compressed: Uint8Array): number =>
  compressedChunks(compressed)
    .filter(({ name }) => GEOMETRY.has(name.toLowerCase()))
    .reduce((sum, { sizeBytes }) => sum + sizeBytes - HEADER_BYTES, 0);
