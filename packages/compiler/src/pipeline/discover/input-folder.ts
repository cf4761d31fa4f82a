// The input folder: paths relative to its root, nothing outside it, links followed only if they stay inside. Listings hide excluded
// names and names that start with a dot.

import { join, sep } from 'node:path';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { matchesAny } from '../../model/text/glob.js';
import { errorCode, type FileStat, type Host, MAX_FILE_BYTES } from '../host/host.js';
import { isAtOrInside } from '../host/is-inside.js';
import { collisionKey, compareText, normalizeInside } from '../host/source-path.js';

interface InputFolderOptions {
  /** Absolute. */
  readonly root: string;
  readonly exclude: readonly string[];
}

/** Systems that find a file by a name with other case. Others do not, and a project must build on all systems. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** `real`: where the path leads. NFC and NFD are the same name, because macOS stores either. */
const isSpelledDifferently = (path: string, real: string): boolean =>
  IGNORES_CASE && path.normalize('NFC') !== real.normalize('NFC') && collisionKey(path) === collisionKey(real);

/** Limits the folders reached through links: links to folders of links could multiply without end. */
const MAX_LINKED_FOLDERS = 10_000;

export interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  /** It was reached by following a link. */
  readonly isLink?: boolean;
  /** Why a link cannot be followed, or a name cannot be used. */
  readonly refused?: 'link-leaves-input' | 'link-loop' | 'dangling-link' | 'too-many-links' | 'name-not-utf8';
}

export class InputFolder {
  readonly host: Host;
  readonly root: string;
  readonly #exclude: readonly string[];
  readonly #prefix: string;
  #realRoot: string | undefined;
  #linkedFolders = 0;
  readonly #realFolders = new Map<string, string>();

  constructor(host: Host, options: InputFolderOptions) {
    this.host = host;
    this.root = options.root;
    this.#prefix = join(options.root, '/');
    this.#exclude = options.exclude;
  }

  /** Plain concatenation: `path` is normalized, and this runs for every file of a no-op build. */
  absolute(path: string): string {
    return this.#prefix + path;
  }

  /** Asked for once. */
  findRealRoot(): string {
    this.#realRoot ??= this.host.realPath(this.root) ?? this.root;
    return this.#realRoot;
  }

  /** Whether the target of `path` is inside the input. Undefined if nothing exists. */
  #isInside(path: string): boolean | undefined {
    const realRoot = this.findRealRoot();
    const real = this.host.realPath(this.absolute(path));
    if (real === undefined) return undefined;
    if (!isAtOrInside(real, realRoot)) return false;
    const name = real.slice(join(realRoot, '/').length).replaceAll(sep, '/');
    return isSpelledDifferently(path, name) ? undefined : true;
  }

  /** A file's stat, or undefined. Does not check whether a link leaves the input; reading does. */
  statFile(path: string): FileStat | undefined {
    if (normalizeInside(path) !== path) return undefined;
    const stat = this.host.stat(this.absolute(path));
    return stat?.type === 'file' ? stat : undefined;
  }

  exists(path: string): boolean {
    return this.statFile(path) !== undefined && this.#isInside(path) === true;
  }

  /** Throws AssetError if a link leaves the input. */
  checkInside(path: string, isInside = this.#isInside(path)): void {
    if (isInside === false)
      throw new AssetError({
        code: 'build/link-leaves-input',
        file: path,
        message: 'is a link to a place outside the input folder',
        hint: 'Copy the file into the input folder.',
      });
  }

  /** Throws AssetError if the file cannot be read, or does not fit into one buffer. */
  checkReadable(path: string, stat: FileStat, isInside = this.#isInside(path)): void {
    this.checkInside(path, isInside);
    if (stat.sizeBytes > MAX_FILE_BYTES)
      throw new AssetError({
        code: 'build/file-too-large',
        file: path,
        message: `is ${stat.sizeBytes} bytes long; the limit is ${MAX_FILE_BYTES}`,
        hint: 'Split the source, or exclude it.',
      });
  }

  /** The bytes, and the stat taken before reading them. Undefined if there is no such file. */
  read(path: string): { readonly bytes: Uint8Array; readonly stat: FileStat } | undefined {
    const stat = this.statFile(path);
    if (stat === undefined) return undefined;
    const isInside = this.#isInside(path);
    if (isInside === undefined) return undefined;
    this.checkReadable(path, stat, isInside);
    try {
      return { bytes: this.host.readFile(this.absolute(path)), stat };
    } catch (error) {
      throw unreadable(path, error);
    }
  }

  excluded(path: string): boolean {
    return matchesAny(this.#exclude, path);
  }

  /**
   * The entries of a folder, sorted by code unit, with links resolved. `ancestors`: the folder itself and those above it; a link to one of
   * them is refused.
   */
  children(
    folder: string,
    ancestors: readonly string[],
  ): { readonly entries: readonly Entry[]; readonly isOutput: boolean } {
    const listed = this.host.readFolder(folder === '' ? this.root : this.absolute(folder));
    const isOutput = folder !== '' && listed.some((entry) => entry.name === '.assetc-cache');
    if (isOutput) return { entries: [], isOutput };
    const prefix = folder === '' ? '' : `${folder}/`;
    const entries: Entry[] = [];
    // Compared by name: comparing concatenated paths is slow, because V8 joins the pieces first.
    for (const entry of [...listed].sort((a, b) => compareText(a.name, b.name))) {
      if (entry.name.startsWith('.')) continue;
      const path = prefix + entry.name;
      if (this.#exclude.length > 0 && this.excluded(path)) continue;
      if (entry.name.includes('\ufffd') && this.#isMisread(path))
        entries.push({ path, isFolder: entry.type === 'folder', refused: 'name-not-utf8' });
      else if (entry.type === 'file') entries.push({ path, isFolder: false });
      else if (entry.type === 'folder') entries.push({ path, isFolder: true });
      else if (entry.type === 'link') {
        const followed = this.#follow(path, ancestors);
        if (followed !== undefined) entries.push(followed);
      }
    }
    return { entries, isOutput };
  }

  /** Names that are not UTF-8 arrive with replacement characters, and nothing is found under them. */
  #isMisread(path: string): boolean {
    return this.host.entryType(this.absolute(path)) === undefined;
  }

  #follow(path: string, ancestors: readonly string[]): Entry | undefined {
    const inside = this.#isInside(path);
    const stat = this.host.stat(this.absolute(path));
    if (inside === undefined || stat === undefined) return { path, isFolder: false, refused: 'dangling-link' };
    const isFolder = stat.type === 'folder';
    if (!inside) return { path, isFolder, refused: 'link-leaves-input' };
    if (!isFolder) return stat.type === 'file' ? { path, isFolder, isLink: true } : undefined;
    const real = this.host.realPath(this.absolute(path)) ?? '';
    // A real path costs a system call per folder, so it is only computed for links.
    if (ancestors.some((folder) => this.#realFolder(folder) === real)) return { path, isFolder, refused: 'link-loop' };
    if (++this.#linkedFolders > MAX_LINKED_FOLDERS) return { path, isFolder, refused: 'too-many-links' };
    return { path, isFolder, isLink: true };
  }

  #realFolder(folder: string): string {
    const known = this.#realFolders.get(folder);
    if (known !== undefined) return known;
    const real = this.host.realPath(folder === '' ? this.root : this.absolute(folder)) ?? folder;
    this.#realFolders.set(folder, real);
    return real;
  }

  /** Names of all files below a folder, relative to it, sorted by code unit. Undefined if there is no such folder. */
  list(folder: string): readonly string[] | undefined {
    if (normalizeInside(folder) !== folder) return undefined;
    if (this.host.stat(this.absolute(folder))?.type !== 'folder' || this.#isInside(folder) !== true) return undefined;
    const names: string[] = [];
    const visit = (path: string, ancestors: readonly string[]): void => {
      for (const entry of this.children(path, ancestors).entries) {
        if (entry.refused !== undefined && entry.isFolder) continue;
        if (entry.isFolder) visit(entry.path, [...ancestors, entry.path]);
        else names.push(entry.path.slice(folder.length + 1));
      }
    };
    visit(folder, [...foldersAbove(folder), folder]);
    return names.sort(compareText);
  }
}

function foldersAbove(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_, i) => parts.slice(0, i).join('/'));
}

export function unreadable(path: string, error: unknown): AssetError {
  const code = errorCode(error);
  const vanished = code === 'ENOENT';
  return new AssetError(
    {
      code: vanished ? 'build/vanished' : 'build/unreadable',
      file: path,
      message: vanished ? 'disappeared while the build was running' : `cannot be read (${code ?? String(error)})`,
      hint: vanished ? 'Run the build again.' : 'Check its permissions, and that no other program has locked it.',
    },
    { cause: error },
  );
}
