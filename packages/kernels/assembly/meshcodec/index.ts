// Decoders of compressed geometry: meshoptimizer's vertex and index codecs, and our codec of meshlets. The readable twins are in
// packages/formats/src/mesh-codec, where the formats are described. Functions return 1, or 0 if the data is damaged. They may read up to
// 16 bytes past the data, which the caller reserves.

export { decodeSequence, decodeTriangles } from './indices';
export { decodeMeshlets } from './meshlets';
export { decodeVertices } from './vertices';

export function heapBase(): usize {
  return __heap_base;
}
