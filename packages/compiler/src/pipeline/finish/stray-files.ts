// Files in the output folder that no build recorded writing. A pack of the whole folder contains them, too. Excluded: names that begin with
// a dot, packs, links, and folders that are outputs themselves.

import { join } from 'node:path';
import { CACHE_FILE } from '../cache/cache-state.js';
import { digestFile } from '../cache/digest.js';
import type { Host } from '../host/host.js';
import { MANIFEST_FILE } from './manifest.js';
import type { PackedFile } from './pack.js';

/** Throws the disk's errors: unreadable files cannot be packed. */
export function strayFiles(host: Host, output: string, isRecorded: (path: string) => boolean): readonly PackedFile[] {
  const strays: PackedFile[] = [];
  const visit = (folder: string): void => {
    const entries = host.readFolder(join(output, folder));
    if (folder !== '' && entries.some(({ name }) => name === CACHE_FILE)) return;
    for (const { name, type } of entries) {
      if (name.startsWith('.')) continue;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (type === 'folder') visit(path);
      else if (type === 'file' && !isPack(path) && path !== MANIFEST_FILE && !isRecorded(path))
        strays.push(strayFile(host, output, path));
    }
  };
  visit('');
  return strays;
}

/** A pack is never part of a pack. */
export const isPack = (path: string): boolean => path.toLowerCase().endsWith('.hpack');

/** Its content is hashed each time, because stat data of others' files is not recorded. */
function strayFile(host: Host, output: string, path: string): PackedFile {
  const file = join(output, path);
  const sizeBytes = host.stat(file)?.sizeBytes;
  if (sizeBytes === undefined)
    throw new Error(`${path} cannot be found by its name: it is not UTF-8, or was just deleted`);
  return { path, sizeBytes, digest: digestFile(host, file, sizeBytes) };
}
