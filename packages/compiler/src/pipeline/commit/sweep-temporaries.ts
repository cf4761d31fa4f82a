// Removes temporary files that a killed build left: those of announced outputs or, if the cache is gone, by their names. Nothing outside
// the output is touched, except next to the pack.

import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { CACHE_FILE, type CacheState } from '../cache/cache-state.js';
import { MANIFEST_FILE } from '../finish/manifest.js';
import { packPath } from '../finish/pack-path.js';
import type { FolderEntry, Host } from '../host/host.js';
import { isTemporaryName, temporaryPath } from './atomic-write.js';
import type { Lock } from './lock.js';
import { OutputFolder } from './output-folder.js';

export async function sweepTemporaries(
  host: Host,
  { output, packs }: Pick<Config, 'output' | 'packs'>,
  cache: CacheState,
  { check }: Pick<Lock, 'check'>,
): Promise<void> {
  const folder = new OutputFolder(host, output, { check });
  const packNames = new Set([...(packs ?? []).map(({ name }) => name), ...cache.packs.keys()]);
  for (const path of [CACHE_FILE, MANIFEST_FILE, ...cache.intended]) await leave(folder.removeTemporary(path));
  for (const pack of [packPath(output), ...[...packNames].map((name) => packPath(output, name))]) {
    const besidePack = temporaryPath(pack);
    if (host.entryType(besidePack) === undefined) continue;
    check();
    await leave(host.remove(besidePack));
  }
  if (cache.cold === undefined) return;
  // The next build does not list them.
  host.recorder?.pause();
  await sweepFolder(host, output, folder, '');
  host.recorder?.resume();
}

/** A file that cannot be removed stays: it does no harm. */
const leave = (removal: Promise<boolean>): Promise<boolean> => removal.catch(() => false);

async function sweepFolder(host: Host, output: string, root: OutputFolder, folder: string): Promise<void> {
  let entries: readonly FolderEntry[];
  try {
    entries = host.readFolder(join(output, folder));
  } catch {
    // Our builds cannot have written into a folder that cannot be listed.
    return;
  }
  if (folder !== '' && entries.some((entry) => entry.name === CACHE_FILE)) return;
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.type === 'folder') await sweepFolder(host, output, root, path);
    else if (entry.type !== 'other' && isTemporaryName(entry.name)) await leave(root.remove(path));
  }
}
