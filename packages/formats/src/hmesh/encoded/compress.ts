// A plain mesh → the same mesh with compressed chunks. Vertices and indices are always in compressed form, even if it is not shorter, so
// that older readers refuse the file. Other chunks are compressed if that makes them shorter.

import { type Chunk, readChunkTable } from '../../chunked/chunk-table.js';
import { type ChunkToWrite, encodeChunks } from '../../chunked/encode-chunks.js';
import { decoded, FirstProblem } from '../../core/first-problem.js';
import { decodeTriangleBytes, indicesOver } from '../../mesh-codec/decode.js';
import { isVertexStride } from '../../mesh-codec/decode-vertices.js';
import { HMESH_FORMAT, MeshDesc } from '../layout.js';
import { hashOf } from './encoded-chunk.js';
import { COMPRESSIBLE, ENCODED_FORMAT, isCompressible } from './encoded-layout.js';
import { isCompressedHmesh } from './inflate.js';
import { joinMeshlets } from './join-meshlets.js';
import { withHead } from './with-head.js';

/** Encoders of meshoptimizer's codecs, version 1. This package only decodes them. */
export interface GeometryEncoders {
  /** Rows of `stride` bytes. */
  vertices(rows: Uint8Array, stride: number): Uint8Array;
  triangles(indices: Uint16Array | Uint32Array): Uint8Array;
  sequence(indices: Uint16Array | Uint32Array): Uint8Array;
}

/** Chunks that every mesh has one of. Older readers refuse a mesh without them. */
const REQUIRED: ReadonlySet<string> = new Set(['VTXS', 'VPOS', 'VATR', 'VTXC', 'VPSC', 'VATC', 'IDXS']);

/**
 * Compresses a mesh chunk by chunk. Triangles keep their order, but may begin with another of their corners; `inflateHmesh` returns the
 * mesh with these.
 */
export function compressHmesh(bytes: Uint8Array, encoders: GeometryEncoders): Uint8Array {
  if (isCompressedHmesh(bytes)) return bytes;
  const table = decoded(readChunkTable(HMESH_FORMAT, bytes, 2, new FirstProblem()));
  const order = [...table.inFileOrder].sort((a, b) => a.entryOffset - b.entryOffset);
  const payload = ({ offset, size }: Chunk): Uint8Array => bytes.subarray(offset, offset + size);
  const raw = new Map(order.map((chunk) => [chunk.name, payload(chunk)]));
  const desc = MeshDesc.read(bytes, table.known.get('DESC')?.offset ?? 0);
  const joined = new Map<string, ChunkToWrite<string>>();
  for (const name of ['mlts', 'clts'] as const) joinMeshlets(name, raw, desc.meshletCount, joined);
  // Opacity micromaps depend on the first corner of each triangle.
  const keepsCorners = raw.has('OMAP');
  const chunks = order.flatMap(({ name }): ChunkToWrite<string>[] => {
    const together = joined.get(name);
    if (together !== undefined) return [together];
    const own = raw.get(name);
    return own === undefined ? [] : [compressChunk(name, own, { desc, encoders, keepsCorners })];
  });
  return encodeChunks(ENCODED_FORMAT, 2, chunks);
}

interface Compressing {
  readonly desc: MeshDesc;
  readonly encoders: GeometryEncoders;
  readonly keepsCorners: boolean;
}

function compressChunk(name: string, bytes: Uint8Array, context: Compressing): ChunkToWrite<string> {
  if (!isCompressible(name)) return { name, bytes };
  const { desc, encoders, keepsCorners } = context;
  const { codec, stride: declared } = COMPRESSIBLE[name];
  const perVertex = declared === 'vertex' ? bytes.length / desc.vertexCount : declared;
  const stride = perVertex === 'index' ? desc.indexWidth : perVertex;
  const coded =
    codec === 'triangles'
      ? codeTriangles(bytes, stride, encoders, keepsCorners)
      : codeVertices(bytes, stride, encoders);
  if (coded !== undefined && coded.length < bytes.length) return { name: name.toLowerCase(), bytes: coded };
  if (!REQUIRED.has(name)) return { name, bytes };
  const head = { stride: 1, count: bytes.length, rawSize: bytes.length, hash: hashOf('raw', [bytes]) };
  return { name: name.toLowerCase(), bytes: withHead('raw', head, bytes) };
}

/** With its header; undefined if the codec cannot have it. */
function codeVertices(bytes: Uint8Array, stride: number, encoders: GeometryEncoders): Uint8Array | undefined {
  const count = bytes.length / stride;
  if (!isVertexStride(stride) || !Number.isInteger(count) || count === 0) return undefined;
  const head = { stride, count, rawSize: bytes.length, hash: hashOf('vertices', [bytes]) };
  return withHead('vertices', head, encoders.vertices(bytes, stride));
}

/** `keepsCorners`: if the codec of triangles would begin one with another corner, the codec of sequences is used. */
function codeTriangles(
  bytes: Uint8Array,
  stride: number,
  encoders: GeometryEncoders,
  keepsCorners: boolean,
): Uint8Array | undefined {
  const count = bytes.length / stride;
  if (count === 0 || count % 3 !== 0) return undefined;
  const indices = indicesOver(bytes.slice(), stride);
  const source = encoders.triangles(indices);
  const turned = new Uint8Array(bytes.length);
  decodeTriangleBytes(source, count, stride, turned);
  const head = { stride, count, rawSize: bytes.length };
  if (keepsCorners && turned.some((byte, i) => byte !== bytes[i]))
    return withHead('sequence', { ...head, hash: hashOf('sequence', [bytes]) }, encoders.sequence(indices));
  return withHead('triangles', { ...head, hash: hashOf('triangles', [turned]) }, source);
}
