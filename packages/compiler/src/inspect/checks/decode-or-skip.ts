// Cross-file checks look only at files that decode: the others have been reported by their own validators already.

import { FormatError } from '@assetc/formats';

export function decodeOrSkip<T>(decode: (bytes: Uint8Array) => T, bytes: Uint8Array): T | undefined {
  try {
    return decode(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
