// Lays chunks out: header, table, payloads on 16-byte boundaries with zeros between them and nothing after the last.

import { alignUp, fourcc } from '../core/struct.js';
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
