// One compressed chunk: its rules, and its decoder.

import type { ChunkReader } from '../../chunked/chunk-reader.js';
import type { Chunk } from '../../chunked/chunk-table.js';
import { viewOf } from '../../core/struct.js';
import { xxh3 } from '../../core/xxh3.js';
import {
  type Decode,
  decodeMeshletBytes,
  decodeSequenceBytes,
  decodeTriangleBytes,
  decodeVertexBytes,
} from '../../mesh-codec/decode.js';
import { MESHLET_ROW, meshletTotals } from '../../mesh-codec/decode-meshlets.js';
import { isVertexStride } from '../../mesh-codec/decode-vertices.js';
import { Meshlet } from '../layout.js';
import { EncodedChunk, isMeshletChunk, MESH_CODECS, MESHLET_CHUNKS, type MeshCodec } from './encoded-layout.js';

interface RawPart {
  readonly name: string;
  readonly size: number;
}

/** A compressed chunk whose sizes fit. */
export interface Encoded {
  readonly chunk: Chunk;
  readonly head: EncodedChunk;
  readonly codec: MeshCodec;
  readonly source: Uint8Array;
  /** The chunks that it replaces. */
  readonly parts: readonly RawPart[];
}

/** Returns undefined after reporting a header that contradicts itself or the data. */
export function readEncoded(reader: ChunkReader<string>, chunk: Chunk): Encoded | undefined {
  const head = reader.head(chunk, EncodedChunk);
  const codec = head && MESH_CODECS[head.codec];
  if (head === undefined || codec === undefined) return undefined;
  const source = reader.bytesOf(chunk, EncodedChunk.size);
  const complain = (field: 'codec' | 'stride' | 'count' | 'rawSize', message: string): undefined =>
    void reader.problems.add(
      'bad-value',
      chunk.offset + EncodedChunk.offsetOf(field),
      `${chunk.name}.${field}`,
      message,
    );
  if (isMeshletChunk(chunk.name) !== (codec === 'meshlets')) return complain('codec', 'does not belong to this chunk');
  if (!fitsCodec(codec, head.stride)) return complain('stride', 'does not belong to this codec');
  if (!hasEnough(codec, head, source.length)) return complain('count', 'is more than the data can have');
  const parts = partsOf(chunk.name, codec, head, source);
  if (parts === undefined) return complain('count', 'does not fit the data');
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (head.rawSize !== BigInt(size)) return complain('rawSize', `must be ${size}`);
  return { chunk, head, codec, source, parts };
}

function fitsCodec(codec: MeshCodec, stride: number): boolean {
  if (codec === 'raw') return stride === 1;
  return codec === 'vertices' ? isVertexStride(stride) : stride === 2 || stride === 4;
}

/** Whether the data can contain as much, so that a small file cannot state an enormous size. */
function hasEnough(codec: MeshCodec, { count, stride }: EncodedChunk, bytes: number): boolean {
  if (codec === 'raw') return count === bytes;
  if (codec === 'vertices') return Math.ceil(count / 256) * (stride / 4) <= bytes;
  if (codec === 'triangles') return count / 3 <= bytes;
  return codec === 'sequence' ? count <= bytes : count * MESHLET_ROW <= bytes;
}

function partsOf(
  name: string,
  codec: MeshCodec,
  { count, stride }: EncodedChunk,
  source: Uint8Array,
): readonly RawPart[] | undefined {
  if (!isMeshletChunk(name)) return [{ name: name.toUpperCase(), size: count * (codec === 'raw' ? 1 : stride) }];
  const totals = meshletTotals(source, count);
  if (totals === undefined) return undefined;
  const { rows, vertices, triangles } = MESHLET_CHUNKS[name];
  return [
    ...(rows === undefined ? [] : [{ name: rows, size: count * Meshlet.size }]),
    { name: vertices[stride === 2 ? 2 : 4], size: totals.vertices * stride },
    { name: triangles, size: totals.triangles * 3 },
  ];
}

const DECODERS: Readonly<Record<MeshCodec, Decode>> = {
  raw: (source, _count, _stride, target) => {
    target.set(source);
    return true;
  },
  vertices: decodeVertexBytes,
  triangles: decodeTriangleBytes,
  sequence: decodeSequenceBytes,
  meshlets: decodeMeshletBytes,
};

/** Decodes to the place of each part. Returns false if the data is damaged. */
export function decodeChunk({ codec, head, source, parts }: Encoded, targets: readonly Uint8Array[]): boolean {
  const [first, ...rest] = targets;
  if (first === undefined) return false;
  if (codec !== 'meshlets') return DECODERS[codec](source, head.count, head.stride, first);
  const lists = parts.length === 3 ? rest : targets;
  const joined = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0));
  if (!decodeMeshletBytes(source, head.count, head.stride, joined)) return false;
  let at = 0;
  for (const list of lists) {
    list.set(joined.subarray(at, at + list.length));
    at += list.length;
  }
  if (parts.length === 3) writeRows(source, head.count, first);
  return true;
}

/** MLET: meshlets are one after another. */
function writeRows(source: Uint8Array, count: number, target: Uint8Array): void {
  const view = viewOf(target);
  let [vertex, triangle] = [0, 0];
  for (let i = 0; i < count; i++) {
    const [vertices = 0, triangles = 0] = source.subarray(i * MESHLET_ROW, i * MESHLET_ROW + 2);
    for (const [word, value] of [vertex, vertices, triangle, triangles].entries())
      view.setUint32(i * Meshlet.size + word * 4, value, true);
    vertex += vertices;
    triangle += triangles;
  }
}

/** What `EncodedChunk.hash` must be. */
export function hashOf(codec: MeshCodec, parts: readonly Uint8Array[]): bigint {
  const [first = new Uint8Array(0)] = parts;
  if (codec !== 'meshlets') return xxh3(first);
  return xxh3(new Uint8Array(BigUint64Array.from(parts, xxh3).buffer));
}
