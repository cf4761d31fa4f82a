// One compiled file against the rules of its format.

import type { Problem } from '@assetc/formats';
import { formatByName, readerByName } from './file-formats.js';

/** Others need not even be read. */
export const hasFormat = (path: string): boolean => formatByName(path) !== undefined;

/**
 * Empty for files of a format that is not ours: embedded files may hold anything. `isListed`: the manifest lists it as one
 * of ours, so that it is held to its format even where its first bytes are wrong. `blob`: see siblingBlob.
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
