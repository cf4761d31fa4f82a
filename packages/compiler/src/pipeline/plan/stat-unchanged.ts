// Whether a file's stat data equals the record. Then its content is unchanged and need not be read again. Copying a folder changes some of
// it, and so does whoever edits a file and restores its mtime: the content decides, and what was hashed is recorded again.

import type { KnownFile } from '../cache/record.js';

export function isUnchanged(stat: Omit<KnownFile, 'digest'>, known: Omit<KnownFile, 'digest'>): boolean {
  return (
    stat.mtimeMs === known.mtimeMs &&
    stat.sizeBytes === known.sizeBytes &&
    stat.ctimeMs === known.ctimeMs &&
    stat.inode === known.inode
  );
}
