// Finds the binary file next to the text form of an asset.

import { FormatError } from '@assetc/formats';
import type { Disk } from './disk.js';
import { formatOf } from './file-formats.js';

/** Undefined for files that name none, or if the named file does not exist. */
export async function siblingBlob(
  path: string,
  bytes: Uint8Array,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
  try {
    const blobName = (await formatOf(path, bytes))?.blobName?.(bytes);
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return blobName === undefined ? undefined : await read(folder + blobName);
  } catch (error) {
    // Any JSON may be in an output; errors in ours are reported by its validator.
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

export async function readIfThere(disk: Disk, path: string): Promise<Uint8Array | undefined> {
  return disk.stat(path)?.type === 'file' ? disk.readFile(path) : undefined;
}
