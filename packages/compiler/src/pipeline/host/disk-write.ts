// Creates files on the real disk: never through a link, private ones readable only by the user.

import {
  chmodSync,
  closeSync,
  constants,
  copyFile,
  existsSync,
  fsync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  open,
  openSync,
  renameSync,
  statSync,
  unlink,
  unlinkSync,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { whenDescriptorsAreFree } from './free-descriptors.js';
import { type CreateOptions, errorCode, type FileWriter } from './host.js';

const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
/** Windows has no such flag, and only lets administrators create links. */
const APPEND = constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

export const modeOf = (options: CreateOptions | undefined, open: number, own: number): number =>
  options?.private === true ? own : open;

/** O_EXCL only creates new files, so nothing is ever written through a link or a second name of a file. */
export async function createNew(path: string, options?: CreateOptions): Promise<FileWriter> {
  const mode = modeOf(options, 0o666, 0o600);
  try {
    return await openWriter(path, NEW, mode);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await removeFile(path);
    return openWriter(path, NEW, mode);
  }
}

/** A file with several names (an output folder copied by `cp -al`) is first replaced by a copy, so that the other names do not change. */
export async function appendAlone(path: string): Promise<FileWriter> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true && stats.nlink > 1) {
    const temporary = `${path}.${process.pid}-${performance.now()}`;
    try {
      await called<void>((answer) => copyFile(path, temporary, constants.COPYFILE_EXCL, (error) => answer(error)));
      await renameWithPatience(temporary, path);
    } catch (error) {
      await removeFile(temporary).catch(() => undefined);
      throw error;
    }
  }
  return openWriter(path, APPEND, 0o666);
}

export function createPrivate(path: string, bytes: Uint8Array): boolean {
  const temporary = `${path}.${process.pid}-${performance.now()}`;
  const file = openSync(temporary, NEW, 0o600);
  try {
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // A hard link, because a rename would replace a file that another process created meanwhile.
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(temporary);
  }
}

/** On a full disk nothing stays: an empty lock would keep the next build waiting. */
export function createExclusive(path: string, bytes: Uint8Array): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    try {
      writeFileSync(file, bytes);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
}

/** One at a time: Node's recursive mkdir reports ENOENT on a read-only disk. */
export function makeFolders(path: string, mode: number): void {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

const MAX_WRITE_BYTES = 1 << 30;
/** A write of this size returns at once: it stays in memory until it is synced. */
const AT_ONCE_BYTES = 1 << 16;

/** Wraps a Node function with a callback. The functions of fs/promises take 1.5 times as long, and 0.8 ms to load. */
const called = <T>(call: (answer: (error: Error | null, value: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => call((error, value) => (error === null ? resolve(value) : reject(error))));

export const removeFile = (path: string): Promise<void> =>
  called<void>((answer) => unlink(path, (error) => answer(error)));

/**
 * Small writes and all closes are synchronous: they do not wait, and a turn of the thread pool is a large part of the cost of a small
 * file. Rejected: synchronous open. Creating a file waits for the disk; a cold build of 2,000 small files took 1.3 times as long.
 */
async function openWriter(path: string, flags: number, mode: number): Promise<FileWriter> {
  const file = await whenDescriptorsAreFree(() => called<number>((answer) => open(path, flags, mode, answer)));
  return {
    async write(bytes) {
      if (bytes.length <= AT_ONCE_BYTES) {
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        return;
      }
      for (let done = 0; done < bytes.length; ) {
        const length = Math.min(bytes.length - done, MAX_WRITE_BYTES);
        done += await called<number>((answer) => write(file, bytes, done, length, null, answer));
      }
    },
    sync: () => called<void>((answer) => fsync(file, (error) => answer(error, undefined))),
    close: async () => closeSync(file),
  };
}

/** With their pauses ten seconds: on a busy machine a virus scanner needs more than one for a file. */
const MAX_ATTEMPTS = 26;
/** A quarter of a second: a program that holds one file for good holds others too. */
const MAX_LATER_ATTEMPTS = 6;
const SOON_MS = 60_000;
let gaveUpMs = Number.NEGATIVE_INFINITY;
const MAX_PAUSE_MS = 500;

/** Windows refuses to replace or remove a file while a virus scanner or an engine holds it open. */
export async function withPatience<T>(
  attempt: () => T | Promise<T>,
  refused: () => void = () => {},
  isWindows = process.platform === 'win32',
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWindows || !['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '')) throw error;
      const isLater = performance.now() - gaveUpMs < SOON_MS;
      if (attempts >= (isLater ? MAX_LATER_ATTEMPTS : MAX_ATTEMPTS)) {
        gaveUpMs = performance.now();
        throw error;
      }
      refused();
      await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_PAUSE_MS, 5 * 2 ** attempts)));
    }
  }
}

/**
 * Synchronous, because the data is on the disk already and a turn of the thread pool costs more than the call (500 small models with two
 * files each: 0.93 times the CPU time). Windows does not replace a read-only file, which other systems do.
 */
export function renameWithPatience(from: string, to: string): Promise<void> {
  return withPatience(
    () => renameSync(from, to),
    () => makeWritable(to),
  );
}

export function makeWritable(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true && (stats.mode & 0o200) === 0) chmodSync(path, 0o666);
}
