// Lays chunks out: header, table, payloads on 16-byte boundaries with zeros between them and nothing after the last. And what
// the writers of both versions put into chunks.

import { alignUp, fourcc, type Struct } from '../core/struct.js';
import { CHUNK_ALIGNMENT, type ChunkName, HMESH_MAGIC, HmeshChunkEntry, HmeshFileHeader } from './layout.js';

export interface ChunkToWrite {
  readonly name: ChunkName;
  readonly bytes: Uint8Array;
}

export function encodeChunks(version: 1 | 2, chunks: readonly ChunkToWrite[]): Uint8Array {
  const offsets: number[] = [];
  let end = HmeshFileHeader.size + chunks.length * HmeshChunkEntry.size;
  for (const { bytes } of chunks) {
    const offset = alignUp(end, CHUNK_ALIGNMENT);
    offsets.push(offset);
    end = offset + bytes.length;
  }
  const out = new Uint8Array(end);
  HmeshFileHeader.write(out, 0, {
    magic: HMESH_MAGIC,
    version,
    chunkCount: chunks.length,
    flags: 0,
    reserved0: 0n,
    reserved1: 0n,
  });
  for (const [i, { name, bytes }] of chunks.entries()) {
    const offset = offsets[i] ?? 0;
    HmeshChunkEntry.write(out, HmeshFileHeader.size + i * HmeshChunkEntry.size, {
      fourcc: fourcc(name),
      flags: 0,
      offset: BigInt(offset),
      size: BigInt(bytes.length),
    });
    out.set(bytes, offset);
  }
  return out;
}

/** Two bytes an index when there are at most 65535 vertices, else four. */
export function narrowIndices(indices: Uint16Array | Uint32Array, vertexCount: number): Uint16Array | Uint32Array {
  for (let i = 0; i < indices.length; i++)
    if ((indices[i] ?? 0) >= vertexCount) throw new Error(`index ${i} is ${indices[i]}, past ${vertexCount} vertices`);
  if (vertexCount <= 0xffff) return indices instanceof Uint16Array ? indices : Uint16Array.from(indices);
  return indices instanceof Uint32Array ? indices : Uint32Array.from(indices);
}

export function whole(count: number, what: string): number {
  if (!Number.isInteger(count) || count > 0xffffffff) throw new Error(`${what}: ${count} elements cannot be written`);
  return count;
}

export function rows<V extends object>(layout: Struct<V>, values: readonly V[]): Uint8Array {
  const bytes = new Uint8Array(values.length * layout.size);
  for (const [i, value] of values.entries()) layout.write(bytes, i * layout.size, value);
  return bytes;
}
