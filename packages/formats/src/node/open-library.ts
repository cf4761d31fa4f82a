// Opens a library from a path: an output folder or a pack.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathProblem } from '../core/relative-path.js';
import { openPack } from '../hpack/read.js';
import { AssetLibrary, type LibraryOptions } from '../library/asset-library.js';
import type { FileProvider } from '../library/file-provider.js';
import { LayeredFiles } from '../library/layers.js';
import { type FileSource, openFileSource } from './file-source.js';

/** The files below a folder on disk; paths never lead out of it. */
export function folderProvider(folder: string): FileProvider {
  return {
    async read(path) {
      if (pathProblem(path) !== undefined) return undefined;
      try {
        const bytes = await readFile(join(folder, path));
        return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
          return undefined;
        }
        throw error;
      }
    },
  };
}

/** A library, and how to close it. */
export interface OpenedLibrary {
  readonly library: AssetLibrary;
  /** The files of all layers, and their conflicts; undefined if one path was opened. */
  readonly layers: LayeredFiles | undefined;
  /** Closes the files of packs; does nothing for folders. */
  close(): Promise<void>;
}

/**
 * Opens a library; `path` is an output folder or a `.hpack`, or several, the lowest first: later ones replace and remove its files.
 *
 * @example
 * const { library, close } = await openAssetLibrary(['game.hpack', 'update.hpack', 'mods/winter.hpack']);
 */
export async function openAssetLibrary(
  path: string | readonly string[],
  options: LibraryOptions = {},
): Promise<OpenedLibrary> {
  const sources: FileSource[] = [];
  const close = async (): Promise<void> => {
    for (const source of sources) await source.close();
  };
  const open = async (one: string): Promise<FileProvider> => {
    if ((await stat(one)).isDirectory()) return folderProvider(one);
    const source = await openFileSource(one);
    sources.push(source);
    return await openPack(source);
  };
  try {
    if (typeof path === 'string')
      return { library: await AssetLibrary.open(await open(path), options), layers: undefined, close };
    const list: FileProvider[] = [];
    for (const one of path) list.push(await open(one));
    const layers = await LayeredFiles.open(list, options);
    return { library: await AssetLibrary.open(layers, options), layers, close };
  } catch (error) {
    await close();
    throw error;
  }
}
