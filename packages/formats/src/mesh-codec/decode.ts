// Decodes compressed geometry: by the kernel, or by its twins.

import { decodeSequence, decodeTriangles } from './decode-indices.js';
import { decodeMeshlets, meshletTotals } from './decode-meshlets.js';
import { decodeVertices, isVertexStride } from './decode-vertices.js';
import { type CodecKernel, withCodecKernel } from './kernel.js';

/** Decodes into `target`. Returns false if the data is damaged. */
export type Decode = (source: Uint8Array, count: number, stride: number, target: Uint8Array) => boolean;

/** Array of indices of `width` bytes over bytes that start on a multiple of it. */
export function indicesOver(bytes: Uint8Array, width: number): Uint16Array | Uint32Array {
  return width === 2
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
    : new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

/** Runs a function of the kernel whose output is `target`. */
function runKernel(
  kernel: CodecKernel,
  source: Uint8Array,
  target: Uint8Array,
  call: (exports: CodecKernel['exports'], at: number, out: number) => number,
): boolean {
  const { at, out } = kernel.place(source, target.length);
  if (call(kernel.exports, at, out) === 0) return false;
  target.set(kernel.bytes(out, target.length));
  return true;
}

export const decodeVertexBytes: Decode = (source, count, stride, target) => {
  if (!isVertexStride(stride) || target.length !== count * stride) return false;
  return withCodecKernel((kernel) =>
    kernel
      ? runKernel(kernel, source, target, (k, at, out) => k.decodeVertices(at, source.length, count, stride, out))
      : decodeVertices(source, count, stride, target),
  );
};

const isIndexWidth = (width: number): boolean => width === 2 || width === 4;

export const decodeTriangleBytes: Decode = (source, count, width, target) => {
  if (!isIndexWidth(width) || target.length !== count * width) return false;
  return withCodecKernel((kernel) =>
    kernel
      ? runKernel(kernel, source, target, (k, at, out) => k.decodeTriangles(at, source.length, count, width, out))
      : decodeTriangles(source, count, indicesOver(target, width)),
  );
};

export const decodeSequenceBytes: Decode = (source, count, width, target) => {
  if (!isIndexWidth(width) || target.length !== count * width) return false;
  return withCodecKernel((kernel) =>
    kernel
      ? runKernel(kernel, source, target, (k, at, out) => k.decodeSequence(at, source.length, count, width, out))
      : decodeSequence(source, count, indicesOver(target, width)),
  );
};

/** Vertices of `width` bytes, then the corners of all triangles. */
export const decodeMeshletBytes: Decode = (source, count, width, target) => {
  const totals = isIndexWidth(width) ? meshletTotals(source, count) : undefined;
  if (totals === undefined || totals.vertices * width + totals.triangles * 3 !== target.length) return false;
  const split = totals.vertices * width;
  return withCodecKernel((kernel) =>
    kernel
      ? runKernel(kernel, source, target, (k, at, out) => k.decodeMeshlets(at, count, width, out, out + split))
      : decodeMeshlets(source, count, indicesOver(target.subarray(0, split), width), target.subarray(split)),
  );
};
