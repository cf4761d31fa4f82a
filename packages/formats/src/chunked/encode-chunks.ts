// Writes chunked files: header, table, payloads on 16-byte boundaries with zeros between them and nothing after the last. Also helpers for
// chunk payloads.

import { alignUp, fourcc, type Struct } from '../core/struct.js';
import { CHUNK_ALIGNMENT, type ChunkedFormat, HmeshChunkEntry } from './container.js';

export interface ChunkToWrite<Name extends string> {
  readonly name: Name;
  readonly bytes: Uint8Array;
}

/** A file of chunks: header, table, payloads in this order. */
export function encodeChunks<Name extends string>(
  { header, magic }: ChunkedFormat<Name>,
  version: number,
  chunks: readonly ChunkToWrite<Name>[],
): Uint8Array {
  const offsets: number[] = [];
  let end = header.size + chunks.length * HmeshChunkEntry.size;
  for (const { bytes } of chunks) {
    const offset = alignUp(end, CHUNK_ALIGNMENT);
    offsets.push(offset);
    end = offset + bytes.length;
  }
  const out = new Uint8Array(end);
  header.write(out, 0, {
    magic,
    version,
    chunkCount: chunks.length,
    flags: 0,
    reserved0: 0n,
    reserved1: 0n,
  });
  for (const [i, { name, bytes }] of chunks.entries()) {
    const offset = offsets[i] ?? 0;
    HmeshChunkEntry.write(out, header.size + i * HmeshChunkEntry.size, {
      fourcc: fourcc(name),
      flags: 0,
      offset: BigInt(offset),
      size: BigInt(bytes.length),
    });
    out.set(bytes, offset);
  }
  return out;
}

/** `count` itself if a file can store it; otherwise throws an Error that names `what`. */
export function whole(count: number, what: string): number {
  if (!Number.isInteger(count) || count > 0xffffffff) throw new Error(`${what}: ${count} elements cannot be written`);
  return count;
}

/** The bytes of a table: one struct after another. */
export function rows<V extends object>(layout: Struct<V>, values: readonly V[]): Uint8Array {
  const bytes = new Uint8Array(values.length * layout.size);
  for (const [i, value] of values.entries()) layout.write(bytes, i * layout.size, value);
  return bytes;
}
