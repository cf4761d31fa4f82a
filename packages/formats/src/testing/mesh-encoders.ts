// meshoptimizer's encoders, as the compiler passes them to `compressHmesh`.

import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';

export const ENCODERS = { vertices: encodeVertexRows, triangles: encodeTriangleIndices, sequence: encodeIndexSequence };
