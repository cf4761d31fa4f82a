// Decompresses a KTX2 level that uses zlib supercompression.

import { inflateSync } from 'node:zlib';
import { FormatError } from '@assetc/formats';

/** Returns at most `length` bytes. Throws FormatError if the stream is damaged or longer. */
export function inflateLevel(stored: Uint8Array, length: number): Uint8Array {
  try {
    return inflateSync(stored, { maxOutputLength: length });
  } catch (error) {
    throw new FormatError(
      'bad-value',
      0,
      `a zlib stream is damaged (${error instanceof Error ? error.message : error})`,
    );
  }
}
