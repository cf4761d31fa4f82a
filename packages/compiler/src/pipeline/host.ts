// The disk: the only file of the compiler that touches it. Looking is synchronous, because a no-op build is nothing but
// tens of thousands of stats and promises would cost more than the calls; writing is asynchronous, because fsync waits.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, open, rename as renameFile, unlink } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { dirname } from 'node:path';
import { userCacheFolder } from '../config/cache-folder.js';

export interface FileStat {
  readonly type: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly inode: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly type: 'file' | 'folder' | 'link' | 'other';
}

export interface FileReader {
  readonly sizeBytes: number;
  /** Fills `buffer` from `position` on; returns how many bytes there were. */
  read(buffer: Uint8Array, position: number): number;
  close(): void;
}

export interface FileWriter {
  write(bytes: Uint8Array): Promise<void>;
  /** Returns when the bytes are on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A folder held open, so that what is done in it is done in this very folder, whatever is renamed or linked meanwhile. Node
 * has no calls relative to a folder; on Linux `path` leads through /proc/self/fd and amounts to the same. Elsewhere `path` is
 * the real path, and only who can change the folders above it within the microseconds between look and act can mislead.
 */
export interface FolderHandle {
  /** Without links, as it was when the folder was opened. */
  readonly real: string;
  /** To join the names in it to. */
  readonly path: string;
  close(): void;
}

/** Who else than this user has a say over a file or folder. */
export interface Ownership {
  readonly mine: boolean;
  readonly othersMayRead: boolean;
  readonly othersMayWrite: boolean;
}

interface CreateOptions {
  /** Nobody but the user may read it. */
  readonly private?: boolean;
}

/** Paths are absolute. Failures are Node's errors with their `code`. */
export interface Host {
  /** The user's own folder for what assetc keeps between builds of all projects. */
  readonly userCache: string;
  now(): number;
  /** This process, for lock files: alive(pid) tells whether another one still runs. */
  readonly process: { readonly pid: number; readonly host: string };
  alive(pid: number): boolean;
  readFolder(path: string): readonly FolderEntry[];
  /** Follows links; undefined where nothing is there. */
  stat(path: string): FileStat | undefined;
  realPath(path: string): string | undefined;
  /** What is at the path itself, links not followed; undefined where nothing is. */
  lookAt(path: string): FolderEntry['type'] | undefined;
  /** Follows links; undefined where nothing is there. Where a system knows no owners, everything is mine alone. */
  ownership(path: string): Ownership | undefined;
  /** Undefined where there is no folder. */
  openFolder(path: string): FolderHandle | undefined;
  readFile(path: string): Uint8Array;
  openRead(path: string): FileReader;
  /** With all folders above it. */
  makeFolder(path: string, options?: CreateOptions): void;
  /** Replaces what was there, be it a link; never writes through one. */
  create(path: string, options?: CreateOptions): Promise<FileWriter>;
  /** Refuses a link. */
  append(path: string): Promise<FileWriter>;
  /** A file that only the user may read, whole or not at all; false where the path exists already. */
  createPrivate(path: string, bytes: Uint8Array): boolean;
  /** False where the path exists already. */
  createExclusive(path: string, bytes: Uint8Array): boolean;
  /** Replaces what was at `to` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** A file or a link; false where nothing is there. */
  remove(path: string): Promise<boolean>;
  /** Only an empty folder; false otherwise. */
  removeFolder(path: string): boolean;
  /** Marks a file as used now; of a link, the link. */
  touch(path: string): void;
  /** What comes of it rests on something that no host shows, such as another program. Only who keeps book of looks listens. */
  unseen?(): void;
}

/** One buffer holds at most this (readFileSync's own limit). */
export const MAX_FILE_BYTES = 2 ** 31 - 1;

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function unlessGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (GONE.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function fileStat(stats: Stats): FileStat {
  return {
    type: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
    sizeBytes: stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    inode: stats.ino,
  };
}

/** Made once: a no-op build asks tens of thousands of times. */
const UNLESS_GONE = { throwIfNoEntry: false } as const;

const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
/** Windows has no such flag, and makes links only for who may administer it. */
const APPEND = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

const modeOf = (options: CreateOptions | undefined, open: number, own: number): number =>
  options?.private === true ? own : open;

/** O_EXCL makes a file that was not there, so neither a link nor another name of a file is ever written through. */
async function createNew(path: string, options?: CreateOptions): Promise<FileWriter> {
  const mode = modeOf(options, 0o666, 0o600);
  try {
    return await openWriter(path, NEW, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await unlink(path);
    return openWriter(path, NEW, mode);
  }
}

/** A file of several names (an output folder that `cp -al` copied) is replaced by a copy first: the others stay as they are. */
async function appendAlone(path: string): Promise<FileWriter> {
  const stats = unlessGone(() => lstatSync(path));
  if (stats?.isFile() === true && stats.nlink > 1) {
    const temporary = `${path}.${process.pid}-${performance.now()}`;
    try {
      await copyFile(path, temporary, constants.COPYFILE_EXCL);
      await renameWithPatience(temporary, path);
    } catch (error) {
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }
  return openWriter(path, APPEND, 0o666);
}

function createPrivate(path: string, bytes: Uint8Array): boolean {
  const temporary = `${path}.${process.pid}-${performance.now()}`;
  const file = openSync(temporary, NEW, 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // A second name, not a rename: that would replace what another process has put there meanwhile.
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** One at a time: Node's recursive mkdir reports ENOENT where the disk is read-only. */
function makeFolders(path: string, mode: number): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

function openFolder(path: string): FolderHandle | undefined {
  try {
    if (process.platform === 'linux') {
      const file = openSync(path, FOLDER);
      const pinned = `/proc/self/fd/${file}`;
      try {
        return { real: readlinkSync(pinned), path: pinned, close: () => closeSync(file) };
      } catch {
        // No /proc here (a bare chroot): as on other systems.
        closeSync(file);
      }
    }
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? { real, path: real, close: () => {} } : undefined;
  } catch (error) {
    if (GONE.has(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

async function openWriter(path: string, flags: number, mode: number): Promise<FileWriter> {
  const handle = await open(path, flags, mode);
  return {
    async write(bytes) {
      let done = 0;
      while (done < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, done, Math.min(bytes.length - done, 1 << 30));
        done += bytesWritten;
      }
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Windows refuses to replace a file that a virus scanner or an engine holds open for a moment. */
async function renameWithPatience(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await renameFile(from, to);
    } catch (error) {
      const busy = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
      if (process.platform !== 'win32' || !busy || attempt >= 6) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

export const diskHost: Host = {
  get userCache() {
    return userCacheFolder({ platform: process.platform, home: homedir(), env: process.env });
  },
  now: () => Date.now(),
  process: { pid: process.pid, host: hostname() },
  alive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return errorCode(error) === 'EPERM';
    }
  },
  readFolder: (path) =>
    readdirSync(path, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      type: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
    })),
  stat(path) {
    try {
      const stats = statSync(path, UNLESS_GONE);
      return stats === undefined ? undefined : fileStat(stats);
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return undefined;
      throw error;
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path);
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return undefined;
      throw error;
    }
  },
  lookAt(path) {
    const stats = unlessGone(() => lstatSync(path));
    if (stats === undefined) return undefined;
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  },
  ownership(path) {
    const stats = unlessGone(() => statSync(path));
    if (stats === undefined) return undefined;
    const uid = process.getuid?.();
    if (uid === undefined) return { mine: true, othersMayRead: false, othersMayWrite: false };
    const others = stats.mode & 0o077;
    return { mine: stats.uid === uid, othersMayRead: (others & 0o044) !== 0, othersMayWrite: (others & 0o022) !== 0 };
  },
  openFolder,
  readFile(path) {
    const bytes = readFileSync(path);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },
  openRead(path) {
    const file = openSync(path, 'r');
    return {
      sizeBytes: fstatSync(file).size,
      read: (buffer, position) => readSync(file, buffer, 0, buffer.length, position),
      close: () => closeSync(file),
    };
  },
  makeFolder(path, options) {
    if (!existsSync(path)) makeFolders(path, modeOf(options, 0o777, 0o700));
  },
  create: createNew,
  append: appendAlone,
  createPrivate,
  createExclusive(path, bytes) {
    try {
      writeFileSync(path, bytes, { flag: 'wx' });
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
  },
  rename: renameWithPatience,
  async remove(path) {
    try {
      await unlink(path);
      return true;
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return false;
      // unlink on a folder: what was recorded as a file has been replaced by the user, so it is not ours any more.
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
      throw error;
    }
  },
  removeFolder(path) {
    try {
      rmdirSync(path);
      return true;
    } catch {
      // Not empty, not there or not ours to remove: in each case it simply stays.
      return false;
    }
  },
  touch(path) {
    const now = new Date();
    try {
      lutimesSync(path, now, now);
    } catch (error) {
      if (!GONE.has(errorCode(error) ?? '') && !['EPERM', 'EACCES', 'EROFS'].includes(errorCode(error) ?? ''))
        throw error;
    }
  },
};
