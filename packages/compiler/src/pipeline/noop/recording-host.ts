// A host that records what is observed through it. Invariants: every answer that reaches the build is recorded; anything that cannot
// be repeated (a write, a failure, a file so new that a change would not show, the answer of another program) discards the recording.
// A file that is created and removed again, such as a lock, leaves the disk unchanged: it is recorded as "nothing there".

import { isRacy } from '../cache/record.js';
import type { FileStat, FolderHandle, Host } from '../host/host.js';
import { listingText, type Observation, type Observations, ownershipText } from './observations.js';

/** Operations that change the disk. */
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

export class RecordingHost {
  readonly host: Host;
  readonly #startMs: number;
  #isDiscarded = false;
  readonly #files = new Map<string, FileStat>();
  /** By type of observation and path. */
  readonly #answers = new Map<string, Observation>();
  /** Created through this host and not removed yet. */
  readonly #created = new Set<string>();
  /** Open folders: the handle's `path` → the folder's path. */
  readonly #open = new Map<string, string>();

  constructor(disk: Host) {
    this.#startMs = disk.now();
    this.host = { ...this.#readsOf(disk), ...this.#writesOf(disk) };
  }

  /** Undefined if the recording was discarded. */
  get observations(): Observations | undefined {
    if (this.#isDiscarded || this.#created.size > 0) return undefined;
    const stats = [...this.#files.values()].flatMap(({ sizeBytes, mtimeMs, ctimeMs, inode }) => [
      sizeBytes,
      mtimeMs,
      ctimeMs,
      inode,
    ]);
    return { paths: [...this.#files.keys()], stats: Float64Array.from(stats), answers: [...this.#answers.values()] };
  }

  #discard(): void {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    this.#files.clear();
    this.#answers.clear();
  }

  /** Paths inside an open folder go through its handle; this maps them back. */
  #realPathOf(path: string): string {
    if (this.#open.size === 0) return path;
    for (const [pinned, folder] of this.#open)
      if (path.startsWith(`${pinned}/`)) return folder + path.slice(pinned.length);
    return path;
  }

  #record(what: Observation[0], path: string, saw: string | null): void {
    if (this.#isDiscarded) return;
    const key = `${what} ${this.#realPathOf(path)}`;
    const before = this.#answers.get(key);
    if (before === undefined) this.#answers.set(key, [what, this.#realPathOf(path), saw]);
    else if (before[2] !== saw) this.#discard();
  }

  #recordFile(path: string, stat: FileStat | undefined): void {
    if (this.#isDiscarded) return;
    if (stat?.type !== 'file') {
      this.#record('stat', path, stat?.type ?? null);
      return;
    }
    const plain = this.#realPathOf(path);
    const before = this.#files.get(plain);
    if (before === undefined) this.#files.set(plain, stat);
    const isSteady = before === undefined || isSameFile(before, stat);
    if (!isSteady || isRacy(stat.mtimeMs, stat.ctimeMs, this.#startMs)) this.#discard();
  }

  /** A failure is an observation too, but not one that can be compared. */
  #observe<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      this.#discard();
      throw error;
    }
  }

  #readsOf(disk: Host): Omit<Host, WriteName> {
    /** The stat data is taken before the content is read. */
    const contentOf = (path: string): void => {
      // Files that the build itself wrote, such as its lock, are not observations.
      if (!this.#isDiscarded && !this.#created.has(path))
        this.#recordFile(
          path,
          this.#observe(() => disk.stat(path)),
        );
    };
    return {
      userCache: disk.userCache,
      process: disk.process,
      now: () => disk.now(),
      alive: (pid) => {
        this.#discard();
        return disk.alive(pid);
      },
      markUncacheable: () => this.#discard(),
      stat: (path) => {
        const stat = this.#observe(() => disk.stat(path));
        this.#recordFile(path, stat);
        return stat;
      },
      readFolder: (path) => {
        const entries = this.#observe(() => disk.readFolder(path));
        if (!this.#isDiscarded) this.#record('listing', path, listingText(entries));
        return entries;
      },
      realPath: (path) => {
        const real = this.#observe(() => disk.realPath(path));
        this.#record('real-path', path, real ?? null);
        return real;
      },
      entryType: (path) => {
        const type = this.#observe(() => disk.entryType(path));
        this.#record('look-at', path, type ?? null);
        return type;
      },
      ownership: (path) => {
        const owner = this.#observe(() => disk.ownership(path));
        this.#record('ownership', path, ownershipText(owner));
        return owner;
      },
      openFolder: (path) =>
        this.#opened(
          path,
          this.#observe(() => disk.openFolder(path)),
        ),
      readFile: (path) => {
        contentOf(path);
        return this.#observe(() => disk.readFile(path));
      },
      openRead: (path) => {
        contentOf(path);
        return this.#observe(() => disk.openRead(path));
      },
    };
  }

  #writesOf(disk: Host): Pick<Host, WriteName> {
    const writes =
      <A extends readonly unknown[], T>(act: (...args: A) => T) =>
      (...args: A): T => {
        this.#discard();
        return act(...args);
      };
    return {
      makeFolder: (path, options) => {
        if (!this.#isDiscarded)
          if (disk.stat(path)?.type === 'folder') this.#record('stat', path, 'folder');
          else this.#discard();
        disk.makeFolder(path, options);
      },
      createExclusive: (path, bytes) => {
        const isNew = this.#observe(() => disk.createExclusive(path, bytes));
        if (isNew) {
          this.#record('look-at', path, null);
          this.#created.add(path);
        } else this.#discard();
        return isNew;
      },
      remove: (path) => {
        if (!this.#created.delete(path)) this.#discard();
        return disk.remove(path);
      },
      touch: (path) => {
        if (!this.#created.has(path)) this.#discard();
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
    this.#record('open-folder', path, folder?.real ?? null);
    if (folder === undefined) return undefined;
    const own = this.#realPathOf(path);
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
