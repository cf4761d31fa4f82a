// How large a packed font may be unpacked. The largest that people use, with all of Chinese, Japanese and Korean, have 30 MB.

import { AssetError } from '../../diagnostics/diagnostic.js';

const LIMIT_BYTES = 256 * 1024 * 1024;

export function checkUnpackedSize(sizeBytes: number, file: string): void {
  if (sizeBytes > LIMIT_BYTES)
    throw new AssetError({
      code: 'font/too-large',
      file,
      message: `the font says that it has ${sizeBytes} bytes unpacked; the limit is ${LIMIT_BYTES}`,
      hint: 'Download the font again; if it really is that large, take a subset of it',
    });
}
