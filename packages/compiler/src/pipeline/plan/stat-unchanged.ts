// Whether a file's stat data are those on record, which then vouch for its content: nobody need read it again.

import type { KnownFile, LeftFile } from '../cache/record.js';

export function isInputUnchanged(stat: Omit<KnownFile, 'digest'>, known: KnownFile): boolean {
  return isOutputUnchanged(stat, known) && stat.ctimeMs === known.ctimeMs;
}

/** Without the time of the inode's last change: a folder that is copied or moved keeps its outputs. */
export function isOutputUnchanged(stat: Omit<LeftFile, 'digest'>, record: Omit<LeftFile, 'digest'>): boolean {
  return stat.mtimeMs === record.mtimeMs && stat.sizeBytes === record.sizeBytes && stat.inode === record.inode;
}
