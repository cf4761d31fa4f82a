// What the service worker keeps: the files of the site with their hashes, so that a new version only loads what changed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface KeptFile {
  readonly path: string;
  readonly hash: string;
}

/** Kept when they are first used: the demo, the playground, pictures, and what only a few read. */
const ON_USE = /^(?:demo\/|playground\/samples\/|files\/|pictures\/|source\/|sw\.js$|offline\.json$)|\.(?:map|txt)$/;

export function filesBelow(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    });
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** Pages, styles, scripts, fonts and the search index. */
export const keptFiles = (out: string): readonly KeptFile[] =>
  filesBelow(out)
    .filter((path) => !ON_USE.test(path))
    .map((path) => ({ path, hash: hashOf(readFileSync(join(out, path))) }));
