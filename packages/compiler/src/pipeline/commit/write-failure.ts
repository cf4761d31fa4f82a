// The diagnostics for writes and removals that the disk refuses.

import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { errorCode } from '../host/host.js';

const CHECK_ACCESS =
  'Check the permissions of the output folder, whether another file or folder has this name, and on Windows whether another program has the file open.';

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
          : CHECK_ACCESS,
    },
    { cause: error },
  );
}

/** An error: otherwise a pack of the folder would contain the file. The next build tries again. */
export const removalFailure = (path: string, error: unknown): Diagnostic => ({
  code: 'build/remove-failed',
  severity: 'error',
  message: `${path} could not be removed (${errorCode(error) ?? String(error)})`,
  hint: 'Check the permissions of the output folder, and on Windows whether another program has the file open. Then build again.',
});
