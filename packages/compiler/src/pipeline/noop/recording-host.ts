// A host that records what is observed through it. Invariants: every answer that reaches the build is recorded, unless the recorder is
// paused; anything that cannot be repeated (a failure, the answer of another program) discards the recording. A file so new that a change
// would not show is recorded as changed. A file that is created and removed again, such as a lock, leaves the disk unchanged: it is recorded
// as "nothing there". After any other write the recording is valid only if the build settles it: what was known about written paths is
// forgotten, the build adds what it left, and other answers about them are asked again.

import { dirname } from 'node:path';
import { isRacy } from '../cache/record.js';
import type { FileStat, FolderHandle, Host, Recorder } from '../host/host.js';
import { answersAfter } from './answers-after.js';
import { asNumbers, listingText, type Observation, type Observations, ownershipText } from './observations.js';

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
  #isPaused = false;
  /** See Recorder.settle. */
  #record: string | undefined;
  /** Undefined: the stat data proves nothing. */
  readonly #files = new Map<string, Omit<FileStat, 'type'> | undefined>();
  /** By type of observation and path. */
  readonly #answers = new Map<string, Observation>();
  /** Created through this host and not removed yet. */
  readonly #created = new Set<string>();
  /** Written or removed. */
  readonly #written = new Set<string>();
  /** Files that seal notes, created through this host. A note that is valid proves them. */
  readonly #keys = new Set<string>();
  /** Open folders: the handle's `path` → the folder's path. */
  readonly #open = new Map<string, string>();

  constructor(disk: Host) {
    this.#startMs = disk.now();
    this.host = { ...this.#readsOf(disk), ...this.#writesOf(disk) };
  }

  /** The identity of the record that the build left; undefined if it was not settled. */
  get record(): string | undefined {
    return this.#record;
  }

  /** Undefined if the recording was discarded. `disk`: asked about what the build has written. */
  observations(disk: Host): Observations | undefined {
    const isUnsettled = this.#record === undefined && (this.#written.size > 0 || hasUnproven(this.#files));
    if (this.#isDiscarded || isUnsettled || this.#created.size > 0) return undefined;
    const answers =
      this.#written.size === 0
        ? [...this.#answers.values()]
        : answersAfter(this.#written, this.#answers.values(), disk);
    if (answers === undefined) return undefined;
    const stats = Float64Array.from([...this.#files.values()].flatMap(asNumbers));
    return { paths: [...this.#files.keys()], stats, answers };
  }

  #discard(): void {
    if (this.#isDiscarded) return;
    this.#isDiscarded = true;
    this.#files.clear();
    this.#answers.clear();
    this.#written.clear();
  }

  get #isRecording(): boolean {
    return !this.#isDiscarded && !this.#isPaused;
  }

  /** What was known about the path is outdated. */
  #write(path: string): void {
    if (this.#isDiscarded) return;
    const real = this.#realPathOf(path);
    this.#written.add(real);
    this.#files.delete(real);
    this.#record = undefined;
  }

  /** Paths inside an open folder go through its handle; this maps them back. */
  #realPathOf(path: string): string {
    if (this.#open.size === 0) return path;
    for (const [pinned, folder] of this.#open)
      if (path.startsWith(`${pinned}/`)) return folder + path.slice(pinned.length);
    return path;
  }

  #note(what: Observation[0], path: string, saw: string | null): void {
    if (!this.#isRecording) return;
    const key = `${what} ${this.#realPathOf(path)}`;
    const before = this.#answers.get(key);
    const isNew = before === undefined || this.#written.has(before[1]);
    if (isNew) this.#answers.set(key, [what, this.#realPathOf(path), saw]);
    else if (before[2] !== saw) this.#discard();
  }

  #noteFile(path: string, stat: FileStat | undefined): void {
    if (!this.#isRecording) return;
    if (stat?.type !== 'file') {
      this.#note('stat', path, stat?.type ?? null);
      return;
    }
    const plain = this.#realPathOf(path);
    if (this.#keys.has(plain)) return;
    const before = this.#files.get(plain);
    if (before !== undefined && !isSameFile(before, stat)) this.#discard();
    else if (!this.#files.has(plain))
      this.#files.set(plain, isRacy(stat.mtimeMs, stat.ctimeMs, this.#startMs) ? undefined : stat);
  }

  /** A failure is an observation too, but not one that can be compared. */
  #observe<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      if (!this.#isPaused) this.#discard();
      throw error;
    }
  }

  #readsOf(disk: Host): Omit<Host, WriteName> {
    /** The stat data is taken before the content is read. */
    const content = <T>(path: string, read: () => T): T => {
      // Files that the build itself wrote, such as its lock, are not observations.
      if (!this.#isRecording || this.#created.has(path)) return read();
      const stat = this.#observe(() => disk.stat(path));
      this.#noteFile(path, stat);
      if (stat !== undefined) return this.#observe(read);
      // That it fails again is known.
      const appeared = read();
      this.#discard();
      return appeared;
    };
    return {
      userCache: disk.userCache,
      process: disk.process,
      now: () => disk.now(),
      alive: (pid) => {
        this.#discard();
        return disk.alive(pid);
      },
      freeBytes: (folder) => {
        this.#discard();
        return disk.freeBytes(folder);
      },
      markUncacheable: () => this.#discard(),
      recorder: this.#recorder,
      stat: (path) => {
        const stat = this.#observe(() => disk.stat(path));
        this.#noteFile(path, stat);
        return stat;
      },
      readFolder: (path) => {
        const entries = this.#observe(() => disk.readFolder(path));
        if (this.#isRecording) this.#note('listing', path, listingText(entries));
        return entries;
      },
      realPath: (path) => {
        const real = this.#observe(() => disk.realPath(path));
        this.#note('real-path', path, real ?? null);
        return real;
      },
      entryType: (path) => {
        const type = this.#observe(() => disk.entryType(path));
        this.#note('look-at', path, type ?? null);
        return type;
      },
      ownership: (path) => {
        const owner = this.#observe(() => disk.ownership(path));
        this.#note('ownership', path, ownershipText(owner));
        return owner;
      },
      openFolder: (path) =>
        this.#opened(
          path,
          this.#observe(() => disk.openFolder(path)),
        ),
      readFile: (path) => content(path, () => disk.readFile(path)),
      openRead: (path) => content(path, () => disk.openRead(path)),
    };
  }

  #writesOf(disk: Host): Pick<Host, WriteName> {
    const writes =
      <A extends readonly unknown[], T>(act: (path: string, ...others: A) => T) =>
      (path: string, ...others: A): T => {
        this.#write(path);
        return act(path, ...others);
      };
    return {
      makeFolder: (path, options) => {
        if (!this.#isDiscarded)
          if (disk.stat(path)?.type === 'folder') this.#note('stat', path, 'folder');
          else this.#writeFolder(path);
        disk.makeFolder(path, options);
      },
      createExclusive: (path, bytes) => {
        const isNew = this.#observe(() => disk.createExclusive(path, bytes));
        if (isNew) {
          this.#note('look-at', path, null);
          this.#created.add(path);
        } else this.#discard();
        return isNew;
      },
      remove: (path) => {
        if (!this.#created.delete(path)) this.#write(path);
        return disk.remove(path);
      },
      touch: (path) => {
        if (!this.#created.has(path)) this.#write(path);
        disk.touch(path);
      },
      create: writes((path, options) => disk.create(path, options)),
      append: writes((path) => disk.append(path)),
      createPrivate: (path, bytes) => {
        this.#write(path);
        this.#keys.add(path);
        return disk.createPrivate(path, bytes);
      },
      rename: writes((from, to: string) => {
        this.#write(to);
        return disk.rename(from, to);
      }),
      removeFolder: writes((path) => disk.removeFolder(path)),
    };
  }

  /** With all folders above it that do not exist either. */
  #writeFolder(path: string): void {
    for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) this.#write(folder);
  }

  readonly #recorder: Recorder = {
    pause: () => {
      this.#isPaused = true;
    },
    resume: () => {
      this.#isPaused = false;
    },
    without: (act) => {
      const wasPaused = this.#isPaused;
      this.#isPaused = true;
      try {
        return act();
      } finally {
        this.#isPaused = wasPaused;
      }
    },
    know: (path, file) => {
      if (!this.#isDiscarded) this.#files.set(path, file);
    },
    settle: (record) => {
      this.#record = record;
    },
  };

  #opened(path: string, folder: FolderHandle | undefined): FolderHandle | undefined {
    this.#note('open-folder', path, folder?.real ?? null);
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

const hasUnproven = (files: ReadonlyMap<string, unknown>): boolean => [...files.values()].includes(undefined);

const isSameFile = (a: Omit<FileStat, 'type'>, b: FileStat): boolean =>
  a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.inode === b.inode;
