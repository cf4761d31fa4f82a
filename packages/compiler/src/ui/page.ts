// The files of the page, which this package's build puts next to the program. They are listed once, so no request can name another file.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from '../pipeline/host/host.js';
import { pageType, type ServedFile } from './http/answer.js';
import { versionOf } from './served-output.js';

export interface Page {
  /** Paths below the page, with forward slashes. */
  readonly paths: readonly string[];
  find(path: string): ServedFile | undefined;
  read(path: string): Uint8Array;
}

/** Undefined if this package was not built. */
export function openPage(host: Host, folder: string | undefined = pageFolder(host)): Page | undefined {
  if (folder === undefined || host.stat(join(folder, 'index.html'))?.type !== 'file') return undefined;
  const paths = list(host, folder, '');
  const known = new Set(paths);
  return {
    paths,
    find(path) {
      const stat = known.has(path) ? host.stat(join(folder, path)) : undefined;
      if (stat?.type !== 'file') return undefined;
      return { type: pageType(path), version: versionOf(stat), open: () => host.openRead(join(folder, path)) };
    },
    read: (path) => host.readFile(join(folder, path)),
  };
}

/** Next to the entry in dist, or one level above its chunks; also in dist if run from source. */
function pageFolder(host: Host): string | undefined {
  return ['./viewer', '../viewer', '../../dist/viewer']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => host.stat(join(path, 'index.html'))?.type === 'file');
}

function list(host: Host, root: string, below: string): readonly string[] {
  return host
    .readFolder(join(root, below))
    .flatMap(({ name, type }) => {
      const path = below === '' ? name : `${below}/${name}`;
      if (type === 'folder') return list(host, root, path);
      return type === 'file' ? [path] : [];
    })
    .sort();
}
