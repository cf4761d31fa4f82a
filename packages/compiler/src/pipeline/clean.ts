// Deletes exactly what earlier builds recorded writing: outputs, manifest, pack, leftovers of killed builds, and the record.

import { join, resolve } from 'node:path';
import type { Config } from '../config/config.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { loadCache } from './cache/cache-log.js';
import { CACHE_FILE } from './cache/cache-state.js';
import { CacheWriter } from './cache/cache-writer.js';
import { removeGenerated } from './code/write-code.js';
import { Committer } from './commit/commit.js';
import { acquireLock, type Lock } from './commit/lock.js';
import { LockLost } from './commit/lock-lost.js';
import { sweepTemporaries } from './commit/sweep-temporaries.js';
import { removalFailure } from './commit/write-failure.js';
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
  /** About files that were not deleted: errors if they should have been, or if the lock was lost meanwhile. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Removes what builds recorded writing, and nothing else. */
export async function clean(options: CleanOptions, host: Host = diskHost): Promise<CleanResult> {
  const { config, signal = new AbortController().signal } = options;
  const { output } = config;
  if (host.stat(output)?.type !== 'folder') return { removed: 0, removedBytes: 0, diagnostics: [] };
  const lock = await acquireLock(host, output, signal, () => {});
  try {
    const removal: Removal = { sizes: new Map(), problems: [] };
    try {
      await removeRecorded(host, config, lock, removal);
    } catch (error) {
      if (!(error instanceof LockLost)) throw error;
      removal.problems.push(error.diagnostic);
    }
    const { sizes, problems } = removal;
    for (const path of sizes.keys()) options.onRemoved?.(path);
    const removedBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return { removed: sizes.size, removedBytes, diagnostics: problems };
  } finally {
    await lock.release();
  }
}

interface Removal {
  /** By path of each removed file. */
  readonly sizes: Map<string, number>;
  readonly problems: Diagnostic[];
}

/** Adds removed files to the last argument. Throws LockLost. */
async function removeRecorded(
  host: Host,
  { output, codegen }: Config,
  lock: Lock,
  { sizes, problems }: Removal,
): Promise<void> {
  // Their code is the same file.
  const others = (codegen?.outputs ?? []).map((other) => other.output).filter((other) => other !== output);
  const cache = loadCache(host, output);
  await sweepTemporaries(host, { output }, cache, lock);
  const committer = new Committer(host, output, cache, new CacheWriter(host, output), lock);
  let hasFailed = false;
  const sizeOf = (file: string) => (host.entryType(file) === 'file' ? (host.stat(file)?.sizeBytes ?? 0) : 0);
  const remove = async (paths: readonly string[]): Promise<void> => {
    const before = new Map<string, number>();
    const removal = await committer.removeAll(paths, (path) => before.set(path, sizeOf(join(output, path))));
    for (const path of removal.removed) sizes.set(path, before.get(path) ?? 0);
    problems.push(...removal.problems);
    hasFailed ||= removal.failed.length > 0;
  };
  await remove([...committer.recordedPaths()]);
  // A record without our seal does not prove who wrote the manifest, the pack and the record itself.
  if (!cache.sealed) return;
  if (cache.manifest !== undefined) await remove([MANIFEST_FILE]);
  if (!others.some((other) => host.stat(join(other, MANIFEST_FILE)) !== undefined))
    for (const recorded of cache.code.keys()) {
      const path = resolve(output, recorded);
      const sizeBytes = sizeOf(path);
      lock.check();
      try {
        if (await removeGenerated(host, path)) sizes.set(path, sizeBytes);
      } catch (error) {
        problems.push(removalFailure(path, error));
        hasFailed = true;
      }
    }
  const named = [...cache.packs.keys()].map((name) => packPath(output, name));
  for (const pack of cache.pack === undefined ? named : [packPath(output), ...named]) {
    const sizeBytes = sizeOf(pack);
    lock.check();
    try {
      if (await host.remove(pack)) sizes.set(pack, sizeBytes);
    } catch (error) {
      problems.push(removalFailure(pack, error));
      hasFailed = true;
    }
  }
  // The record is removed last. If anything fails before, the next clean still knows which files are ours.
  if (!hasFailed) await remove([CACHE_FILE]);
}
