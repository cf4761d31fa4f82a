// Deletes exactly what earlier builds recorded writing: outputs, manifest, pack, what a killed build left, and the record.

import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { CACHE_FILE, loadCache } from './cache/cache-log.js';
import { CacheWriter } from './cache/cache-writer.js';
import { Committer } from './commit/commit.js';
import { acquireLock } from './commit/lock.js';
import { sweepTemporaries } from './commit/sweep-temporaries.js';
import { MANIFEST_FILE } from './finish/manifest.js';
import { packPath } from './finish/pack-path.js';
import { diskHost } from './host/disk-host.js';
import type { Host } from './host/host.js';

/** Options of `clean`. */
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
  /** Warnings about files that were not deleted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Removes what builds recorded writing, and nothing else. */
export async function clean(options: CleanOptions, host: Host = diskHost): Promise<CleanResult> {
  const { config, signal = new AbortController().signal } = options;
  const { output } = config;
  if (host.stat(output)?.type !== 'folder') return { removed: 0, removedBytes: 0, diagnostics: [] };
  const lock = await acquireLock(host, output, signal, () => {});
  try {
    const cache = loadCache(host, output);
    await sweepTemporaries(host, output, cache);
    const committer = new Committer(host, output, cache, new CacheWriter(host, output));
    const sizes = new Map<string, number>();
    const note = (path: string, file = join(output, path)) =>
      sizes.set(path, host.entryType(file) === 'file' ? (host.stat(file)?.sizeBytes ?? 0) : 0);
    const { removed, problems } = await committer.removeAll([...committer.recordedPaths()], note);
    const all = [...removed];
    // A record without our seal does not prove who wrote the manifest, the pack and the record itself.
    if (cache.sealed) {
      if (cache.manifest !== undefined) all.push(...(await committer.removeAll([MANIFEST_FILE], note)).removed);
      const pack = packPath(output);
      if (cache.pack !== undefined) {
        note(pack, pack);
        if (await host.remove(pack)) all.push(pack);
      }
      // The record is removed last. If anything fails before, the next clean still knows which files are ours.
      all.push(...(await committer.removeAll([CACHE_FILE], note)).removed);
    }
    for (const path of all) options.onRemoved?.(path);
    const removedBytes = all.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    return { removed: all.length, removedBytes, diagnostics: problems };
  } finally {
    await lock.release();
  }
}
