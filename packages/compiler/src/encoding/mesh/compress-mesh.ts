// Compresses the chunks of a `.hmesh`: `mesh.compression`.

import { compressHmesh } from '@assetc/formats';
import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';

export const compressMesh = (bytes: Uint8Array): Uint8Array =>
  compressHmesh(bytes, {
    vertices: encodeVertexRows,
    triangles: encodeTriangleIndices,
    sequence: encodeIndexSequence,
  });
