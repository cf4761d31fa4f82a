// Deletes exactly what earlier builds recorded writing: outputs, manifest, pack, what a killed build left, and the record.

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { CACHE_FILE, CacheWriter, loadCache } from './cache/cache-log.js';
import { Committer, MANIFEST_FILE } from './commit.js';
import { diskHost, type Host } from './host.js';
import { acquireLock } from './lock.js';
import { packPath } from './pack.js';
import { sweepTemporaries } from './sweep.js';

/** What `clean` is asked for. */
export interface CleanOptions {
  readonly config: Config;
  readonly signal?: AbortSignal;
  /** Called for each deleted file, relative to the output folder (the pack: its absolute path). */
  readonly onRemoved?: (path: string) => void;
}

/** What `clean` removed. */
export interface CleanResult {
  readonly removed: number;
  readonly removedBytes: number;
  /** Warnings about what was left where it is. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Removes what builds wrote and recorded, and nothing else. */
export async function clean(options: CleanOptions, host: Host = diskHost): Promise<CleanResult> {
  const { config, signal = new AbortController().signal } = options;
  const { output } = config;
  if (host.stat(output)?.type !== 'folder') return { removed: 0, removedBytes: 0, diagnostics: [] };
  const lock = await acquireLock(host, output, signal, () => {});
  try {
    const cache = loadCache(host, output);
    await sweepTemporaries(host, output, cache);
    const committer = new Committer(host, output, cache, new CacheWriter(host, output));
    let removed = 0;
    let removedBytes = 0;
    const diagnostics: Diagnostic[] = [];
    const removal = async (shown: string, path: string, remove: () => Promise<boolean | Diagnostic>): Promise<void> => {
      const sizeBytes = host.lookAt(path) === 'file' ? (host.stat(path)?.sizeBytes ?? 0) : 0;
      const outcome = await remove();
      if (typeof outcome === 'object') diagnostics.push(outcome);
      if (outcome !== true) return;
      removed++;
      removedBytes += sizeBytes;
      options.onRemoved?.(shown);
    };
    const removeInside = (path: string) => removal(path, join(output, path), () => committer.removeFile(path));
    for (const path of [...committer.recordedPaths()].sort()) await removeInside(path);
    if (cache.manifest !== undefined) await removeInside(MANIFEST_FILE);
    const pack = packPath(output);
    if (cache.pack !== undefined) await removal(pack, pack, () => host.remove(pack));
    // The record goes last: whatever happens before, the next clean still knows what is ours.
    if (cache.cold !== 'damaged') await removeInside(CACHE_FILE);
    return { removed, removedBytes, diagnostics };
  } finally {
    await lock.release();
  }
}
