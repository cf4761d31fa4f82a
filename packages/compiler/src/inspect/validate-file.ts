// Checks one compiled file against the rules of its format.

import type { Problem } from '@assetc/formats';
import { formatByName, readerByName } from './file-formats.js';

/** Other files need not be read. */
export const hasFormat = (path: string): boolean => formatByName(path) !== undefined;

/**
 * Empty for files of unknown formats: embedded files may contain anything. `isListed`: the manifest lists it as one
 * of ours, so it is checked even if its first bytes are wrong. `blob`: see siblingBlob.
 */
export async function validateFile(
  path: string,
  bytes: Uint8Array,
  isListed = false,
  blob?: Uint8Array,
): Promise<readonly Problem[]> {
  const format = await readerByName(path);
  if (format === undefined) return [];
  if (format.isSharedName === true && !isListed && !format.recognizes(bytes)) return [];
  return await format.validate(bytes, blob);
}
