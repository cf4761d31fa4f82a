// Deletes exactly what earlier builds recorded writing: outputs, manifest, pack, what a killed build left, and the record.

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { temporaryPath } from './atomic-write.js';
import { CACHE_FILE, CacheWriter, loadCache } from './cache/cache-log.js';
import { Committer, MANIFEST_FILE } from './commit.js';
import { diskHost, type Host } from './host.js';
import { acquireLock } from './lock.js';
import { packPath } from './pack.js';
import { sweepTemporaries } from './sweep.js';

export interface CleanOptions {
  readonly config: Config;
  readonly signal?: AbortSignal;
  /** Called for each deleted file, relative to the output folder (the pack: its absolute path). */
  readonly onRemoved?: (path: string) => void;
}

export interface CleanResult {
  readonly removed: number;
  readonly removedBytes: number;
}

export async function clean(options: CleanOptions, host: Host = diskHost): Promise<CleanResult> {
  const { config, signal = new AbortController().signal } = options;
  const { output } = config;
  if (host.stat(output)?.type !== 'folder') return { removed: 0, removedBytes: 0 };
  const lock = await acquireLock(host, output, signal, () => {});
  try {
    const cache = loadCache(host, output);
    await sweepTemporaries(host, output, cache);
    const committer = new Committer(host, output, cache, new CacheWriter(host, output));
    let removed = 0;
    let removedBytes = 0;
    const remove = async (shown: string, path: string): Promise<void> => {
      const sizeBytes = host.stat(path)?.sizeBytes ?? 0;
      await host.remove(temporaryPath(path));
      if (!(await host.remove(path))) return;
      removed++;
      removedBytes += sizeBytes;
      options.onRemoved?.(shown);
    };
    for (const path of [...committer.recordedPaths()].sort()) {
      await remove(path, join(output, path));
      committer.removeEmptyFolders(path);
    }
    if (cache.manifest !== undefined) await remove(MANIFEST_FILE, join(output, MANIFEST_FILE));
    if (cache.pack !== undefined) await remove(packPath(output), packPath(output));
    // The record goes last: whatever happens before, the next clean still knows what is ours.
    if (cache.cold !== 'the cache is damaged or of another version') await remove(CACHE_FILE, join(output, CACHE_FILE));
    return { removed, removedBytes };
  } finally {
    await lock.release();
  }
}
