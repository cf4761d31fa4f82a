// Opens a library from a path: an output folder or a pack.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathProblem } from '../core/relative-path.js';
import { openPack } from '../hpack/read.js';
import { AssetLibrary, type LibraryOptions } from '../library/asset-library.js';
import { type FileProvider, packProvider } from '../library/file-provider.js';
import { openFileSource } from './file-source.js';

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
  /** Closes the pack's file; does nothing for a folder. */
  close(): Promise<void>;
}

/**
 * Opens a library; `path` is an output folder or a `.hpack`.
 *
 * @example
 * const { library, close } = await openAssetLibrary('build/assets.hpack');
 */
export async function openAssetLibrary(path: string, options: LibraryOptions = {}): Promise<OpenedLibrary> {
  if ((await stat(path)).isDirectory()) {
    return { library: await AssetLibrary.open(folderProvider(path), options), close: async () => {} };
  }
  const source = await openFileSource(path);
  try {
    const library = await AssetLibrary.open(packProvider(await openPack(source)), options);
    return { library, close: () => source.close() };
  } catch (error) {
    await source.close();
    throw error;
  }
}
