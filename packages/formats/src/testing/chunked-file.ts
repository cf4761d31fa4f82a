// A chunked file put together from the spec's text, and places inside one, for tests.

import { ByteWriter } from './byte-writer.js';

/** Header, table, payloads on 16-byte boundaries. */
export function chunkedFile(
  magic: string,
  version: number,
  chunks: readonly (readonly [string, ByteWriter])[],
): Uint8Array {
  const out = new ByteWriter().ascii(magic).u32(version, chunks.length, 0).u64(0n, 0n);
  let offset = 32 + 24 * chunks.length;
  for (const [name, { length }] of chunks) {
    while (offset % 16 !== 0) offset++;
    out.ascii(name).u32(0).u64(BigInt(offset), BigInt(length));
    offset += length;
  }
  for (const [, payload] of chunks) out.pad(16).bytes(payload.done());
  return out.done();
}

/** Offsets of a chunk's row in the table and of its payload. */
export function placeOf(bytes: Uint8Array, name: string): { readonly entry: number; readonly payload: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let entry = 32; entry < 32 + 24 * view.getUint32(8, true); entry += 24)
    if (String.fromCharCode(...bytes.subarray(entry, entry + 4)) === name)
      return { entry, payload: Number(view.getBigUint64(entry + 8, true)) };
  throw new Error(`no chunk ${name}`);
}
