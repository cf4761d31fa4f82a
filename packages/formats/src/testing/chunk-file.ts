// Chunked files put together and taken apart byte by byte, without the structs of encoders and readers.

import { ByteWriter } from './byte-writer.js';

/** Four characters and a payload. */
export type NamedChunk = readonly [name: string, payload: Uint8Array];

/** Header, table, payloads on 16-byte boundaries. */
export function chunkFile(magic: string, version: number, chunks: readonly NamedChunk[]): Uint8Array {
  const out = new ByteWriter().ascii(magic).u32(version, chunks.length, 0).u64(0n, 0n);
  let offset = 32 + 24 * chunks.length;
  for (const [name, bytes] of chunks) {
    while (offset % 16 !== 0) offset++;
    out.ascii(name).u32(0).u64(BigInt(offset), BigInt(bytes.length));
    offset += bytes.length;
  }
  for (const [, bytes] of chunks) out.pad(16).bytes(bytes);
  return out.done();
}

/** The chunks of a good file, in the order of its table. */
export function chunksOf(bytes: Uint8Array): readonly NamedChunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: view.getUint32(8, true) }, (_, i): NamedChunk => {
    const at = 32 + i * 24;
    const offset = Number(view.getBigUint64(at + 8, true));
    const size = Number(view.getBigUint64(at + 16, true));
    return [String.fromCharCode(...bytes.subarray(at, at + 4)), bytes.slice(offset, offset + size)];
  });
}
