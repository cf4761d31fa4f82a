// The output folder or pack that is served. From a folder only files inside it are served, also if links lead elsewhere, and no name that
// begins with a dot. From a pack only the pack itself.

import { basename, join } from 'node:path';
import type { UiFile } from '@assetc/viewer/api';
import { type AssetTree, openFolderTree, openPackTree } from '../inspect/asset-tree.js';
import type { FileStat, Host } from '../pipeline/host/host.js';
import { isAtOrInside } from '../pipeline/host/is-inside.js';
import { BYTES, type ServedFile } from './http/answer.js';

export interface ServedOutput {
  /** Absolute. */
  readonly path: string;
  readonly type: 'folder' | 'pack';
  readonly title: string;
  /** The current files, sorted by path. */
  files(): readonly UiFile[];
  /** Undefined if there is no such file, or it must not be served. */
  find(parts: readonly string[]): ServedFile | undefined;
  /** The current content. The caller closes it. Throws FormatError for a malformed pack. */
  open(): Promise<AssetTree>;
}

/** Undefined if the path does not exist. */
export function servedOutput(host: Host, path: string): ServedOutput | undefined {
  const type = host.stat(path)?.type;
  if (type === 'folder') return servedFolder(host, path);
  return type === 'file' ? servedPack(host, path) : undefined;
}

/** Whoever overwrites a file and restores its time changes ctime. */
export const versionOf = ({ sizeBytes, mtimeMs, ctimeMs, inode }: FileStat): string =>
  [Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000), inode, sizeBytes].map((n) => n.toString(36)).join('-');

/** A folder that does not exist yet has no files. */
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
  // Opened by its real name, so that a link created meanwhile has no effect.
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
