// Files that assets read in whole or in part, other than their own source: sources among them may yield to those who use them.

import type { AssetRecord } from './cache/record.js';

export function referredFiles(records: Iterable<AssetRecord>): ReadonlySet<string> {
  const files = new Set<string>();
  for (const record of records)
    for (const dependency of record.dependencies) {
      const path =
        dependency.type === 'bytes' ? dependency.path : dependency.type === 'part' ? dependency.ref.file : undefined;
      if (path !== undefined && path !== record.source) files.add(path);
    }
  return files;
}
