// The real disk. Only this file and disk-write.ts touch it.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  lutimesSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmdirSync,
  type Stats,
  statfsSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { userCacheFolder } from '../../config/cache-folder.js';
import {
  appendAlone,
  createExclusive,
  createNew,
  createPrivate,
  makeFolders,
  modeOf,
  removeFile,
  renameWithPatience,
  withPatience,
} from './disk-write.js';
import { whenDescriptorsAreFreeSync } from './free-descriptors.js';
import { errorCode, type FileStat, type FolderHandle, type Host } from './host.js';

const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);

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

/** Some disks of Windows (RAM disks, network drives) refuse the call, and so does Wine past 260 characters: then it is made for the folder above. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if (process.platform !== 'win32' || GONE.has(errorCode(error) ?? '') || parent === path) throw error;
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : join(realPathOf(parent), basename(path));
  }
}

/** Created once: a no-op build calls stat tens of thousands of times. An exception for a missing file costs ten times as much. */
const UNLESS_GONE = { throwIfNoEntry: false } as const;

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

function openFolder(path: string): FolderHandle | undefined {
  try {
    if (process.platform === 'linux') {
      const file = whenDescriptorsAreFreeSync(() => openSync(path, FOLDER));
      const pinned = `/proc/self/fd/${file}`;
      try {
        return { real: readlinkSync(pinned), path: pinned, close: () => closeSync(file) };
      } catch {
        // No /proc (a bare chroot): same as on other systems.
        closeSync(file);
      }
    }
    const real = realPathOf(path);
    return statSync(real).isDirectory() ? { real, path: real, close: () => {} } : undefined;
  } catch (error) {
    if (GONE.has(errorCode(error) ?? '')) return undefined;
    throw error;
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
    whenDescriptorsAreFreeSync(() => readdirSync(path, { withFileTypes: true })).map((entry) => ({
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
      return realPathOf(path);
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return undefined;
      throw error;
    }
  },
  entryType(path) {
    const stats = unlessGone(() => lstatSync(path, UNLESS_GONE));
    if (stats === undefined) return undefined;
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  },
  ownership(path) {
    const stats = unlessGone(() => statSync(path, UNLESS_GONE));
    if (stats === undefined) return undefined;
    const uid = process.getuid?.();
    if (uid === undefined) return { mine: true, othersMayRead: false, othersMayWrite: false };
    const others = stats.mode & 0o077;
    return { mine: stats.uid === uid, othersMayRead: (others & 0o044) !== 0, othersMayWrite: (others & 0o022) !== 0 };
  },
  freeBytes(folder) {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder);
      // Disks in user space that do not know their size state none.
      return blocks === 0 ? undefined : bavail * bsize;
    } catch {
      return undefined;
    }
  },
  openFolder,
  readFile(path) {
    const bytes = whenDescriptorsAreFreeSync(() => readFileSync(path));
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },
  openRead(path) {
    const file = whenDescriptorsAreFreeSync(() => openSync(path, 'r'));
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
  createExclusive,
  rename: renameWithPatience,
  async remove(path) {
    try {
      await withPatience(() => removeFile(path));
      return true;
    } catch (error) {
      if (GONE.has(errorCode(error) ?? '')) return false;
      // unlink on a folder: the user has replaced our file, so it is not ours anymore.
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
      throw error;
    }
  },
  removeFolder(path) {
    try {
      rmdirSync(path);
      return true;
    } catch {
      // Not empty, missing or not permitted: it stays.
      return false;
    }
  },
  // Windows lets every user create a junction; other systems ignore the type.
  linkFolder: (path, target) => symlinkSync(target, path, 'junction'),
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

/**
 * `stat` for many files at the start of a command: seen from the working directory their paths are shorter, which takes a twelfth less. Not for
 * commands that run on, because the folder may be moved.
 */
export function statFromHere(): Host['stat'] {
  if (process.platform === 'win32') return diskHost.stat;
  const here = `${process.cwd()}/`;
  return (path) => diskHost.stat(path.startsWith(here) ? path.slice(here.length) : path);
}
