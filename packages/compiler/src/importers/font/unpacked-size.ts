// The size limit for unpacked fonts. The largest in use, with all of Chinese, Japanese and Korean, have 30 MB.

import { AssetError } from '../../diagnostics/diagnostic.js';

const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

export function checkUnpackedSize(sizeBytes: number, file: string): void {
  if (sizeBytes > MAX_UNPACKED_BYTES)
    throw new AssetError({
      code: 'font/too-large',
      file,
      message: `the font says that it has ${sizeBytes} bytes unpacked; the limit is ${MAX_UNPACKED_BYTES}`,
      hint: 'Download the font again; if it really is that large, take a subset of it',
    });
}
