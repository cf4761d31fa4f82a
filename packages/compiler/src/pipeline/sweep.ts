// Temporary files that a killed build left behind: found through what it announced, or by their name where the cache that
// would tell is gone.

import { join } from 'node:path';
import { isTemporaryName, temporaryPath } from './atomic-write.js';
import { CACHE_FILE, type CacheState } from './cache/cache-log.js';
import { MANIFEST_FILE } from './commit.js';
import type { FolderEntry, Host } from './host.js';
import { packPath } from './pack.js';

export async function sweepTemporaries(host: Host, output: string, cache: CacheState): Promise<void> {
  const candidates = [join(output, CACHE_FILE), join(output, MANIFEST_FILE), packPath(output)].map(temporaryPath);
  for (const path of cache.intended) candidates.push(temporaryPath(join(output, path)));
  for (const path of candidates) if (host.stat(path) !== undefined) await host.remove(path).catch(() => false);
  if (cache.cold !== undefined) await sweepFolder(host, output, true);
}

async function sweepFolder(host: Host, folder: string, isRoot: boolean): Promise<void> {
  let entries: readonly FolderEntry[];
  try {
    entries = host.readFolder(folder);
  } catch {
    // A folder that cannot be listed holds nothing that a build of ours could have written.
    return;
  }
  if (!isRoot && entries.some((entry) => entry.name === CACHE_FILE)) return;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.type === 'folder') await sweepFolder(host, path, false);
    else if (entry.type === 'file' && isTemporaryName(entry.name)) await host.remove(path).catch(() => false);
  }
}
