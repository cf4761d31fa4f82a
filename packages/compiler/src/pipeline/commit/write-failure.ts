// The diagnostic for a write that the disk refuses.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { errorCode } from '../host/host.js';

export function writeFailure(file: string | undefined, what: string, error: unknown): AssetError {
  const code = errorCode(error) ?? String(error);
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new AssetError(
    {
      code: 'build/write-failed',
      ...(file !== undefined && { file }),
      message: `${what} could not be written (${full ? 'the disk is full, ' : code === 'EROFS' ? 'the disk is read-only, ' : ''}${code})`,
      hint: full
        ? 'Free some space and build again.'
        : code === 'EROFS'
          ? 'Choose an output folder on a writable disk (-o, or output in assetc.yml).'
          : 'Check the permissions of the output folder, and whether another file or folder has this name.',
    },
    { cause: error },
  );
}
