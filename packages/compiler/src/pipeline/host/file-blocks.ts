// Reads files block by block, so that none has to fit into memory.

import type { FileReader } from './host.js';

export const BLOCK_BYTES = 1 << 20;

/** From byte `from` to `to` or the end of the file. A block is valid until the next one is requested. */
export function* fileBlocks(reader: FileReader, from = 0, to = Number.POSITIVE_INFINITY): Generator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(BLOCK_BYTES, Math.max(0, to - from)));
  for (let position = from; position < to; ) {
    const wanted = to - position < buffer.length ? buffer.subarray(0, to - position) : buffer;
    const count = reader.read(wanted, position);
    if (count === 0) return;
    yield wanted.subarray(0, count);
    position += count;
  }
}
