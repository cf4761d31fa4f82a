// A host that remembers what was looked at through it. Invariants: every answer that reaches the build is among the looks; whatever
// cannot be repeated or vouched for (a write, a failure, a file so young that it could change unseen, another program's word) spoils
// them for good. What is made and removed again, as a lock is, leaves the disk as it was: it counts as a look at an empty place.

import { isRacy } from '../cache/record.js';
import type { FileStat, FolderHandle, Host } from '../host/host.js';
import { type Look, type Looks, listingText, ownershipText } from './observations.js';

/** What changes the disk. */
type WriteName =
  | 'makeFolder'
  | 'createExclusive'
  | 'remove'
  | 'touch'
  | 'create'
  | 'append'
  | 'createPrivate'
  | 'rename'
  | 'removeFolder';

export class Witness {
  readonly host: Host;
  readonly #startMs: number;
  #isSpoilt = false;
  readonly #files = new Map<string, FileStat>();
  /** By what and path. */
  readonly #others = new Map<string, Look>();
  /** Made through this host and not removed yet. */
  readonly #made = new Set<string>();
  /** Folders that are open: `path` of the handle → the folder's own. */
  readonly #open = new Map<string, string>();

  constructor(disk: Host) {
    this.#startMs = disk.now();
    this.host = { ...this.#looksOf(disk), ...this.#writesOf(disk) };
  }

  /** Undefined where they are spoilt. */
  get looks(): Looks | undefined {
    if (this.#isSpoilt || this.#made.size > 0) return undefined;
    const stats = [...this.#files.values()].flatMap(({ sizeBytes, mtimeMs, ctimeMs, inode }) => [
      sizeBytes,
      mtimeMs,
      ctimeMs,
      inode,
    ]);
    return { paths: [...this.#files.keys()], stats: Float64Array.from(stats), others: [...this.#others.values()] };
  }

  #spoil(): void {
    if (this.#isSpoilt) return;
    this.#isSpoilt = true;
    this.#files.clear();
    this.#others.clear();
  }

  /** Names in a folder that is held open lead through its handle. */
  #plain(path: string): string {
    if (this.#open.size === 0) return path;
    for (const [pinned, folder] of this.#open)
      if (path.startsWith(`${pinned}/`)) return folder + path.slice(pinned.length);
    return path;
  }

  #saw(what: Look[0], path: string, saw: string | null): void {
    if (this.#isSpoilt) return;
    const key = `${what} ${this.#plain(path)}`;
    const before = this.#others.get(key);
    if (before === undefined) this.#others.set(key, [what, this.#plain(path), saw]);
    else if (before[2] !== saw) this.#spoil();
  }

  #sawFile(path: string, stat: FileStat | undefined): void {
    if (this.#isSpoilt) return;
    if (stat?.type !== 'file') {
      this.#saw('stat', path, stat?.type ?? null);
      return;
    }
    const plain = this.#plain(path);
    const before = this.#files.get(plain);
    if (before === undefined) this.#files.set(plain, stat);
    const isSteady = before === undefined || isSameFile(before, stat);
    if (!isSteady || isRacy(stat.mtimeMs, stat.ctimeMs, this.#startMs)) this.#spoil();
  }

  /** A look that fails tells the build something too, but nothing that could be compared. */
  #look<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      this.#spoil();
      throw error;
    }
  }

  #looksOf(disk: Host): Omit<Host, WriteName> {
    /** What vouches for a content is taken before the content is. */
    const contentOf = (path: string): void => {
      if (!this.#isSpoilt)
        this.#sawFile(
          path,
          this.#look(() => disk.stat(path)),
        );
    };
    return {
      userCache: disk.userCache,
      process: disk.process,
      now: () => disk.now(),
      alive: (pid) => {
        this.#spoil();
        return disk.alive(pid);
      },
      unseen: () => this.#spoil(),
      stat: (path) => {
        const stat = this.#look(() => disk.stat(path));
        this.#sawFile(path, stat);
        return stat;
      },
      readFolder: (path) => {
        const entries = this.#look(() => disk.readFolder(path));
        if (!this.#isSpoilt) this.#saw('listing', path, listingText(entries));
        return entries;
      },
      realPath: (path) => {
        const real = this.#look(() => disk.realPath(path));
        this.#saw('real-path', path, real ?? null);
        return real;
      },
      lookAt: (path) => {
        const type = this.#look(() => disk.lookAt(path));
        this.#saw('look-at', path, type ?? null);
        return type;
      },
      ownership: (path) => {
        const owner = this.#look(() => disk.ownership(path));
        this.#saw('ownership', path, ownershipText(owner));
        return owner;
      },
      openFolder: (path) =>
        this.#opened(
          path,
          this.#look(() => disk.openFolder(path)),
        ),
      readFile: (path) => {
        contentOf(path);
        return this.#look(() => disk.readFile(path));
      },
      openRead: (path) => {
        contentOf(path);
        return this.#look(() => disk.openRead(path));
      },
    };
  }

  #writesOf(disk: Host): Pick<Host, WriteName> {
    const writes =
      <A extends readonly unknown[], T>(act: (...args: A) => T) =>
      (...args: A): T => {
        this.#spoil();
        return act(...args);
      };
    return {
      makeFolder: (path, options) => {
        if (!this.#isSpoilt)
          if (disk.stat(path)?.type === 'folder') this.#saw('stat', path, 'folder');
          else this.#spoil();
        disk.makeFolder(path, options);
      },
      createExclusive: (path, bytes) => {
        const isNew = this.#look(() => disk.createExclusive(path, bytes));
        if (isNew) {
          this.#saw('look-at', path, null);
          this.#made.add(path);
        } else this.#spoil();
        return isNew;
      },
      remove: (path) => {
        if (!this.#made.delete(path)) this.#spoil();
        return disk.remove(path);
      },
      touch: (path) => {
        if (!this.#made.has(path)) this.#spoil();
        disk.touch(path);
      },
      create: writes((path, options) => disk.create(path, options)),
      append: writes((path) => disk.append(path)),
      createPrivate: writes((path, bytes) => disk.createPrivate(path, bytes)),
      rename: writes((from, to) => disk.rename(from, to)),
      removeFolder: writes((path) => disk.removeFolder(path)),
    };
  }

  #opened(path: string, folder: FolderHandle | undefined): FolderHandle | undefined {
    this.#saw('open-folder', path, folder?.real ?? null);
    if (folder === undefined) return undefined;
    const own = this.#plain(path);
    if (folder.path !== own) this.#open.set(folder.path, own);
    return {
      real: folder.real,
      path: folder.path,
      close: () => {
        this.#open.delete(folder.path);
        folder.close();
      },
    };
  }
}

const isSameFile = (a: FileStat, b: FileStat): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.inode === b.inode;
