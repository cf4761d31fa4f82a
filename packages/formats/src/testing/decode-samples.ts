// Decodes a sample by the kernel, or by the readable twins.

import {
  type Decode,
  decodeMeshletBytes,
  decodeSequenceBytes,
  decodeTriangleBytes,
  decodeVertexBytes,
  indicesOver,
} from '../mesh-codec/decode.js';
import { decodeSequence, decodeTriangles } from '../mesh-codec/decode-indices.js';
import { decodeMeshlets, meshletTotals } from '../mesh-codec/decode-meshlets.js';
import { decodeVertices } from '../mesh-codec/decode-vertices.js';
import type { CodedKind, CodedSample } from './coded-samples.js';

const KERNELS: Readonly<Record<CodedKind, Decode>> = {
  vertices: decodeVertexBytes,
  triangles: decodeTriangleBytes,
  sequence: decodeSequenceBytes,
  meshlets: decodeMeshletBytes,
};

const TWINS: Readonly<Record<CodedKind, Decode>> = {
  vertices: decodeVertices,
  triangles: (source, count, width, target) => decodeTriangles(source, count, indicesOver(target, width)),
  sequence: (source, count, width, target) => decodeSequence(source, count, indicesOver(target, width)),
  meshlets: (source, count, width, target) => {
    const split = (meshletTotals(source, count)?.vertices ?? 0) * width;
    if (split > target.length) return false;
    return decodeMeshlets(source, count, indicesOver(target.subarray(0, split), width), target.subarray(split));
  },
};

/** The decoded bytes; undefined if the decoder rejects them. */
export function decodeSample(by: 'kernel' | 'twin', sample: CodedSample): Uint8Array | undefined {
  const target = new Uint8Array(sample.rawBytes);
  const decode = (by === 'kernel' ? KERNELS : TWINS)[sample.kind];
  return decode(sample.source, sample.count, sample.stride, target) ? target : undefined;
}
