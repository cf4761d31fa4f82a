// What is looked at: an output folder, or a pack. Of a folder only what lies in it is served, whatever links say, and no name that
// begins with a dot; of a pack the pack alone.

import { basename, join } from 'node:path';
import type { UiFile } from '@assetc/viewer/api';
import { type AssetTree, openFolderTree, openPackTree } from '../inspect/asset-tree.js';
import type { FileStat, Host } from '../pipeline/host/host.js';
import { isAtOrInside } from '../pipeline/host/is-inside.js';
import { BYTES, type ServedFile } from './answer.js';

export interface ServedOutput {
  /** Absolute. */
  readonly path: string;
  readonly type: 'folder' | 'pack';
  readonly title: string;
  /** As they are now, sorted by path. */
  files(): readonly UiFile[];
  /** Undefined where there is no such file, or it is not for looking at. */
  find(parts: readonly string[]): ServedFile | undefined;
  /** Of what lies there now; close it. A malformed pack: FormatError. */
  open(): Promise<AssetTree>;
}

/** Undefined where nothing is at the path. */
export function servedOutput(host: Host, path: string): ServedOutput | undefined {
  const type = host.stat(path)?.type;
  if (type === 'folder') return servedFolder(host, path);
  return type === 'file' ? servedPack(host, path) : undefined;
}

/** A file is replaced, never written over: inode and time tell every version from the others. */
export const versionOf = ({ sizeBytes, mtimeMs, inode }: FileStat): string =>
  [Math.round(mtimeMs * 1000), inode, sizeBytes].map((n) => n.toString(36)).join('-');

/** One that is not there yet has no files. */
export function servedFolder(host: Host, folder: string): ServedOutput {
  return {
    path: folder,
    type: 'folder',
    title: basename(folder),
    files: () =>
      (host.stat(folder) === undefined ? [] : openFolderTree(host, folder).files).flatMap(({ path }) => {
        const stat = host.stat(join(folder, path));
        return stat?.type === 'file' ? [{ path, size: stat.sizeBytes, version: versionOf(stat) }] : [];
      }),
    find: (parts) => findInside(host, folder, parts),
    open: async () => openFolderTree(host, folder),
  };
}

function findInside(host: Host, folder: string, parts: readonly string[]): ServedFile | undefined {
  if (parts.length === 0 || parts.some((name) => name.startsWith('.'))) return undefined;
  const root = host.realPath(folder);
  // Opened under its real name: a link that comes in between leads nowhere.
  const real = host.realPath(join(folder, ...parts));
  if (root === undefined || real === undefined || !isAtOrInside(real, root)) return undefined;
  if (
    real
      .slice(root.length)
      .split(/[/\\]/)
      .some((name) => name.startsWith('.'))
  )
    return undefined;
  const stat = host.stat(real);
  if (stat?.type !== 'file') return undefined;
  return { type: BYTES, version: versionOf(stat), open: () => host.openRead(real) };
}

function servedPack(host: Host, file: string): ServedOutput {
  const name = basename(file);
  return {
    path: file,
    type: 'pack',
    title: name,
    files: () => {
      const stat = host.stat(file);
      return stat?.type === 'file' ? [{ path: name, size: stat.sizeBytes, version: versionOf(stat) }] : [];
    },
    find: (parts) => {
      const stat = parts.length === 1 && parts[0] === name ? host.stat(file) : undefined;
      return stat?.type === 'file'
        ? { type: BYTES, version: versionOf(stat), open: () => host.openRead(file) }
        : undefined;
    },
    open: () => openPackTree(host, file),
  };
}
