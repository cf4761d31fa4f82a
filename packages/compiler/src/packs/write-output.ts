// The file that a command on packs writes: none of those that it reads, in a folder that exists. Failures of the disk name this file, and not
// the temporary one.

import { basename, dirname, join } from 'node:path';
import { AssetError } from '../diagnostics/diagnostic.js';
import { isTemporaryName } from '../pipeline/commit/atomic-write.js';
import { acquireLock, type LockHolder, lockNameOf } from '../pipeline/commit/lock.js';
import { LockLost } from '../pipeline/commit/lock-lost.js';
import { makeOutputFolder } from '../pipeline/commit/make-output-folder.js';
import type { Host } from '../pipeline/host/host.js';

/** How a command that writes a file can be stopped, and what it reports. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Another process writes the same file. */
  readonly onWaiting?: ((holder: LockHolder) => void) | undefined;
}

/** The file to write. */
export interface OutputFile extends WriteOptions {
  /** Absolute. */
  readonly path: string;
  /** Files that the command reads. */
  readonly inputs: readonly string[];
}

/**
 * Creates the folders above, and waits for other processes that write the same file: two would write the same temporary file. `step` calls
 * `check` right before it puts the file in place. Throws AssetError if the output is one of the inputs or a folder, or if the disk refuses
 * what `step` writes.
 */
export async function writingOutput<T>(
  host: Host,
  { path, inputs, signal, onWaiting }: OutputFile,
  step: (check: () => void) => Promise<T>,
): Promise<T> {
  if (host.stat(path)?.type === 'folder') throw badOutput(path, 'it is a folder');
  const realOutput = host.realPath(path);
  if (realOutput !== undefined && inputs.some((input) => host.realPath(input) === realOutput))
    throw badOutput(path, 'the command reads this file');
  try {
    makeOutputFolder(host, dirname(path));
    const until = signal ?? new AbortController().signal;
    const lock = await acquireLock(host, dirname(path), until, onWaiting ?? (() => {}), lockNameOf(path));
    try {
      return await step(lock.check);
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof LockLost) throw new AssetError(error.diagnostic, { cause: error });
    if (!(error instanceof Error) || !isOfWriting(error)) throw error;
    const message = error.message.replace(/, \w+( '.*')?$/, '');
    throw new AssetError({ code: 'cli/cannot-write', file: path, message }, { cause: error });
  }
}

/** Whether a process writes this file, or was killed before it removed its lock. */
export const isLocked = (host: Host, path: string): boolean =>
  host.entryType(join(dirname(path), lockNameOf(path))) !== undefined;

/** Throws AssetError if the disk of `output` cannot hold so many bytes more: sizes in files may be anything. */
export function mustFit(host: Host, output: string, bytes: number): void {
  const free = host.freeBytes(dirname(output));
  if (free === undefined || bytes <= free) return;
  throw new AssetError({
    code: 'pack/no-space',
    file: output,
    message: `the pack needs ${bytes} bytes, and the disk has ${free} left`,
  });
}

const badOutput = (file: string, message: string): AssetError =>
  new AssetError({ code: 'pack/bad-output', file, message });

const WRITING: readonly unknown[] = ['write', 'fsync', 'rename', 'mkdir', 'unlink'];

function isOfWriting(error: Error): boolean {
  if (!('code' in error)) return false;
  if (error.code === 'ENOTDIR') return true;
  if (!('syscall' in error)) return false;
  const isTemporary = 'path' in error && typeof error.path === 'string' && isTemporaryName(basename(error.path));
  return WRITING.includes(error.syscall) || (error.syscall === 'open' && isTemporary);
}
