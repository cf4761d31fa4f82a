// Vertices and indices as EXT_meshopt_compression stores them.

import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';

/** Loaders of the extension read version 0 of the vertex codec. */
const VERTEX_VERSION = 0;

export function encodeGeometry(
  values: ArrayBufferView,
  stride: number,
  mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES',
): Uint8Array {
  if (mode === 'ATTRIBUTES') {
    const rows = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return encodeVertexRows(rows, stride, VERTEX_VERSION);
  }
  if (!(values instanceof Uint16Array || values instanceof Uint32Array)) throw new Error('indices are integers');
  return mode === 'TRIANGLES' ? encodeTriangleIndices(values) : encodeIndexSequence(values);
}
