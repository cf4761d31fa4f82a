// The folder that a build or unpacking writes into: every write and every delete below it goes through here. Invariants: the real path of
// the folder is checked at each operation and is inside the root; a link in place of a file is replaced or deleted itself, never
// followed; a folder that leaves the root through a link is rejected. For links that appear between check and use see FolderHandle.

import { join } from 'node:path';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { errorCode, type FileWriter, type FolderHandle, type Host } from '../host/host.js';
import { isAtOrInside } from '../host/is-inside.js';
import { temporaryPath, writeAtomically } from './atomic-write.js';
import { foldedPath } from './pack-entry-names.js';

/** Whether folders below the root may be links to others below it. */
type FolderLinks = 'links inside' | 'no links';

export class OutputFolder {
  readonly #host: Host;
  readonly #root: string;
  /** The real path at the start: a root that becomes a link later counts as outside. */
  #realRoot: string | undefined;
  readonly #links: FolderLinks;
  readonly #check: () => void;

  /** `check` is called before every change. If it throws, nothing more is changed. */
  constructor(
    host: Host,
    root: string,
    { links = 'links inside', check = () => {} }: { readonly links?: FolderLinks; readonly check?: () => void } = {},
  ) {
    this.#host = host;
    this.#root = root;
    this.#links = links;
    this.#check = check;
    this.#realRoot = host.realPath(root);
  }

  /** Creates the folders above. Throws AssetError if they leave the root, and the disk's errors. */
  async write(path: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const folder = this.#makeFolder(folderOf(path), path);
    try {
      await writeAtomically(this.#host, join(folder.path, nameOf(path)), chunks, this.#check);
    } finally {
      folder.close();
    }
  }

  /** Throws like `write`, and if the path is a link. */
  async append(path: string): Promise<FileWriter> {
    const folder = this.#makeFolder(folderOf(path), path);
    try {
      this.#check();
      const writer = await this.#host.append(join(folder.path, nameOf(path)));
      return {
        write: async (bytes) => {
          this.#check();
          await writer.write(bytes);
        },
        sync: () => writer.sync(),
        close: () => writer.close(),
      };
    } finally {
      folder.close();
    }
  }

  /** Removes a file or a link; false if nothing exists. Throws AssetError if the folders above leave the root. */
  remove(path: string): Promise<boolean> {
    return this.#within(path, (file) => this.#host.remove(file));
  }

  /** What a killed write may have left next to the path. */
  removeTemporary(path: string): Promise<boolean> {
    return this.#within(path, async (file) => {
      const temporary = temporaryPath(file);
      return this.#host.entryType(temporary) !== undefined && (await this.#host.remove(temporary));
    });
  }

  /** Folders above a file of ours that are empty now; the root stays, and so do folders outside it. */
  removeEmptyFolders(path: string): readonly string[] {
    const removed: string[] = [];
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const parent = this.#open(folderOf(folder));
      if (parent === undefined) return removed;
      try {
        if (!this.#holds(parent, folderOf(folder))) return removed;
        this.#check();
        if (!this.#host.removeFolder(join(parent.path, nameOf(folder)))) return removed;
        removed.push(folder);
      } finally {
        parent.close();
      }
    }
    return removed;
  }

  #open(folder: string): FolderHandle | undefined {
    return this.#host.openFolder(folder === '' ? this.#root : join(this.#root, folder));
  }

  #holds({ real }: FolderHandle, folder: string): boolean {
    this.#realRoot ??= this.#host.realPath(this.#root);
    const root = this.#realRoot;
    if (root === undefined) return false;
    if (real === root) return this.#links === 'links inside' || folder === '';
    if (!isAtOrInside(real, root)) return false;
    // Case-folded: a disk that ignores case returns the name as it was created.
    return this.#links === 'links inside' || foldedPath(real) === foldedPath(join(root, folder));
  }

  #openInside(folder: string, path: string): FolderHandle | undefined {
    const handle = this.#open(folder);
    if (handle === undefined || this.#holds(handle, folder)) return handle;
    handle.close();
    throw leadsOut(folder, path);
  }

  async #within(path: string, act: (file: string) => Promise<boolean>): Promise<boolean> {
    const folder = this.#openInside(folderOf(path), path);
    if (folder === undefined) return false;
    try {
      this.#check();
      return await act(join(folder.path, nameOf(path)));
    } finally {
      folder.close();
    }
  }

  /** One at a time from the last existing folder, so that none is created behind a link. */
  #makeFolder(folder: string, path: string): FolderHandle {
    const there = this.#openInside(folder, path);
    if (there !== undefined) return there;
    if (folder === '') throw Object.assign(new Error(`${this.#root} is gone`), { code: 'ENOENT' });
    const parent = this.#makeFolder(folderOf(folder), path);
    try {
      this.#check();
      this.#host.makeFolder(join(parent.path, nameOf(folder)));
    } catch (error) {
      // Another asset of this build may have created it meanwhile.
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      parent.close();
    }
    const made = this.#openInside(folder, path);
    if (made === undefined) throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
    return made;
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function leadsOut(folder: string, path: string): AssetError {
  return new AssetError({
    code: 'build/output-link',
    file: path,
    message:
      folder === ''
        ? 'would not be in the output folder any more: a link has replaced it'
        : `would be outside the output folder: ${folder} is a link to somewhere else`,
    hint: 'Remove the link. To store outputs elsewhere, set output in assetc.yml, or make the output folder itself a link.',
  });
}
