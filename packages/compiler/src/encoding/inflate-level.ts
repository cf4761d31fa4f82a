// A level of a KTX2 file under zlib's supercompression.

import { inflateSync } from 'node:zlib';
import { FormatError } from '@assetc/formats';

/** Never more than `length` bytes. Throws FormatError where the stream is damaged or longer. */
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
