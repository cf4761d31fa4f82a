// Compiled files of a folder or a pack. Nested output folders are left out.

import { join } from 'node:path';
import { openPack, type PackEntry } from '@assetc/formats';
import { readFully } from '../model/read-fully.js';
import type { Disk } from './disk.js';
import { packSource } from './pack-source.js';
import { readerSource } from './reader-source.js';

export const CACHE_NAME = '.assetc-cache';

interface TreeFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly sizeBytes: number;
}

export interface AssetTree {
  readonly type: 'folder' | 'pack';
  /** Absolute. */
  readonly path: string;
  /** Sorted by path. */
  readonly files: readonly TreeFile[];
  /** Whether a build wrote its record here, or it is a pack. */
  readonly isOutput: boolean;
  /** Nested output folders, which are left out of `files`. */
  readonly outputsBelow: readonly string[];
  has(path: string): boolean;
  read(path: string): Promise<Uint8Array>;
  /** Bytes from `start` on, fewer at the end of the file. */
  readRange(path: string, start: number, length: number): Promise<Uint8Array>;
  close(): void;
}

export function openFolderTree(disk: Disk, folder: string): AssetTree {
  const files: TreeFile[] = [];
  const outputsBelow: string[] = [];
  walk(disk, folder, '', files, outputsBelow);
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const known = new Set(files.map(({ path }) => path));
  return {
    type: 'folder',
    path: folder,
    files,
    isOutput: disk.stat(join(folder, CACHE_NAME)) !== undefined,
    outputsBelow: outputsBelow.sort(),
    has: (path) => known.has(path),
    read: async (path) => disk.readFile(join(folder, path)),
    async readRange(path, start, length) {
      const reader = disk.openRead(join(folder, path));
      try {
        const wanted = Math.max(0, Math.min(length, reader.sizeBytes - start));
        return readFully(reader, start, wanted) ?? new Uint8Array(0);
      } finally {
        reader.close();
      }
    },
    close() {},
  };
}

/** Links are not followed: they may lead outside or in circles. */
function walk(disk: Disk, root: string, below: string, files: TreeFile[], outputs: string[]): void {
  for (const { name, type } of disk.readFolder(join(root, below))) {
    // Names that begin with a dot are records or files of editors, never outputs.
    if (name.startsWith('.')) continue;
    const path = below === '' ? name : `${below}/${name}`;
    if (type === 'file') files.push({ path, sizeBytes: disk.stat(join(root, path))?.sizeBytes ?? 0 });
    else if (type !== 'folder') continue;
    else if (disk.stat(join(root, path, CACHE_NAME)) !== undefined) outputs.push(path);
    else walk(disk, root, path, files, outputs);
  }
}

/** Of a pack, compressed or not. Reads only the table; payloads are read on demand. Throws FormatError if the table is malformed. */
export async function openPackTree(
  disk: Disk,
  file: string,
): Promise<AssetTree & { readonly entries: readonly PackEntry[] }> {
  const reader = disk.openRead(file);
  try {
    const pack = await openPack(await packSource(readerSource(reader)));
    const entries = [...pack.entries()];
    return {
      type: 'pack',
      path: file,
      files: entries.map(({ path, size }) => ({ path, sizeBytes: size })),
      entries,
      isOutput: true,
      outputsBelow: [],
      has: (path) => pack.find(path) !== undefined,
      async read(path) {
        const bytes = await pack.read(path);
        if (bytes === undefined) throw new Error(`${path} is not in the pack`);
        return bytes;
      },
      async readRange(path, start, length) {
        const entry = pack.find(path);
        if (entry === undefined) throw new Error(`${path} is not in the pack`);
        return pack.readRange(entry, Math.min(start, entry.size), Math.max(0, Math.min(length, entry.size - start)));
      },
      close: () => reader.close(),
    };
  } catch (error) {
    reader.close();
    throw error;
  }
}
