// Cross-file checks read only files that decode: the others were already reported by their validators.

import { FormatError } from '@assetc/formats';

export function decodeOrSkip<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | undefined {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
