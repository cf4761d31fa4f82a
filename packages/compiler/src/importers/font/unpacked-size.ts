// The size limit for unpacked fonts. The largest in use, with all of Chinese, Japanese and Korean, have 30 MB.

import { AssetError } from '../../diagnostics/diagnostic.js';

const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

export function checkUnpackedSize(sizeBytes: number, file: string): void {
  if (sizeBytes > MAX_UNPACKED_BYTES)
    throw new AssetError({
      code: 'font/too-large',
      file,
      message: `the font states a decompressed size of ${sizeBytes} bytes; the limit is ${MAX_UNPACKED_BYTES}`,
      hint: 'Download the font again. If it really is that large, use a subset of it.',
    });
}
