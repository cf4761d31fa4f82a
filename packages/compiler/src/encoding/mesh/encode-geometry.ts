// Vertices and indices as the extensions of glTF store them.

import { encodeIndexSequence, encodeTriangleIndices, encodeVertexRows } from '@assetc/kernels';

/** Loaders of EXT_meshopt_compression read version 0 of the vertex codec. */
const VERTEX_VERSIONS = { EXT_meshopt_compression: 0, KHR_meshopt_compression: 1 } as const;

type MeshoptExtension = keyof typeof VERTEX_VERSIONS;

function encodeGeometry(
  values: ArrayBufferView,
  stride: number,
  mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES',
  extension: MeshoptExtension,
): Uint8Array {
  if (mode === 'ATTRIBUTES') {
    const rows = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return encodeVertexRows(rows, stride, VERTEX_VERSIONS[extension]);
  }
  if (!(values instanceof Uint16Array || values instanceof Uint32Array)) throw new Error('indices are integers');
  return mode === 'TRIANGLES' ? encodeTriangleIndices(values) : encodeIndexSequence(values);
}

/** What encodes for an extension. */
export const geometryEncoder = (extension: MeshoptExtension) => ({
  extension,
  encode: (values: ArrayBufferView, stride: number, mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES'): Uint8Array =>
    encodeGeometry(values, stride, mode, extension),
});
