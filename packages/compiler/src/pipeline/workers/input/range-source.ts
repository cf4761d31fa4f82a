// A range of a file as a ByteSource. It buffers one block, so that many small reads cause few disk reads.

import type { ByteSource } from '../../../model/byte-source.js';
import { readFully } from '../../../model/read-fully.js';
import type { FileReader } from '../../host/host.js';

const BLOCK_BYTES = 1 << 20;

/** `onShort` throws: the file has become shorter than it was. */
export function rangeSource(
  reader: Pick<FileReader, 'read'>,
  from: number,
  sizeBytes: number,
  onShort: () => never,
): ByteSource {
  let block: Uint8Array = new Uint8Array(0);
  let blockAt = 0;
  return {
    sizeBytes,
    read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > sizeBytes)
        throw new Error(`bytes ${offset} to ${offset + length} are outside ${sizeBytes}`);
      if (offset < blockAt || offset + length > blockAt + block.length) {
        // A new buffer each time: earlier ones may still be in use.
        const wanted = Math.min(Math.max(length, BLOCK_BYTES), sizeBytes - offset);
        block = readFully(reader, from + offset, wanted) ?? onShort();
        blockAt = offset;
      }
      return block.subarray(offset - blockAt, offset - blockAt + length);
    },
  };
}
