// Whether a file's stat data equals the record. Then its content is unchanged and need not be read again.

import type { KnownFile, LeftFile } from '../cache/record.js';

export function isInputUnchanged(stat: Omit<KnownFile, 'digest'>, known: KnownFile): boolean {
  return isOutputUnchanged(stat, known) && stat.ctimeMs === known.ctimeMs;
}

/** Ignores ctime, so that a folder that is copied or moved keeps its outputs. */
export function isOutputUnchanged(stat: Omit<LeftFile, 'digest'>, record: Omit<LeftFile, 'digest'>): boolean {
  return stat.mtimeMs === record.mtimeMs && stat.sizeBytes === record.sizeBytes && stat.inode === record.inode;
}
