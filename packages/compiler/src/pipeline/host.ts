// The disk: the only file of the compiler that touches it. Looking is synchronous, because a no-op build is nothing but
// tens of thousands of stats and promises would cost more than the calls; writing is asynchronous, because fsync waits.

import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, rename as renameFile, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';

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

/** Paths are absolute. Failures are Node's errors with their `code`. */
export interface Host {
  now(): number;
  /** This process, for lock files: alive(pid) tells whether another one still runs. */
  readonly process: { readonly pid: number; readonly host: string };
  alive(pid: number): boolean;
  readFolder(path: string): readonly FolderEntry[];
  /** Follows links; undefined where nothing is there. */
  stat(path: string): FileStat | undefined;
  realPath(path: string): string | undefined;
  readFile(path: string): Uint8Array;
  openRead(path: string): FileReader;
  makeFolder(path: string): void;
  /** Truncates what was there. */
  create(path: string): Promise<FileWriter>;
  append(path: string): Promise<FileWriter>;
  /** False where the path exists already. */
  createExclusive(path: string, bytes: Uint8Array): boolean;
  /** Replaces what was at `to` in one step. */
  rename(from: string, to: string): Promise<void>;
  /** A file or a link; false where nothing is there. */
  remove(path: string): Promise<boolean>;
  /** Only an empty folder; false otherwise. */
  removeFolder(path: string): boolean;
  /** Marks a file as used now. */
  touch(path: string): void;
}

/** One buffer holds at most this (readFileSync's own limit). */
export const MAX_FILE_BYTES = 2 ** 31 - 1;

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
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

async function openWriter(path: string, flags: 'w' | 'a'): Promise<FileWriter> {
  const handle = await open(path, flags);
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
      const stats = statSync(path, { throwIfNoEntry: false });
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
  makeFolder(path) {
    if (!existsSync(path)) mkdirSync(path, { recursive: true });
  },
  create: (path) => openWriter(path, 'w'),
  append: (path) => openWriter(path, 'a'),
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
      utimesSync(path, now, now);
    } catch (error) {
      if (!GONE.has(errorCode(error) ?? '') && !['EPERM', 'EACCES', 'EROFS'].includes(errorCode(error) ?? ''))
        throw error;
    }
  },
};
