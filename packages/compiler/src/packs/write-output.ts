// The file that a command on packs writes: none of those that it reads, in a folder that exists. Failures of the disk name this file, and not
// the temporary one.

import { basename, dirname } from 'node:path';
import { AssetError } from '../diagnostics/diagnostic.js';
import { isTemporaryName } from '../pipeline/commit/atomic-write.js';
import { makeOutputFolder } from '../pipeline/commit/make-output-folder.js';
import type { Host } from '../pipeline/host/host.js';

/** Creates the folders above. Throws AssetError if the output is one of the inputs or a folder, or if the disk refuses what `step` writes. */
export async function writingOutput<T>(
  host: Host,
  output: string,
  inputs: readonly string[],
  step: () => Promise<T>,
): Promise<T> {
  if (host.stat(output)?.type === 'folder') throw badOutput(output, 'it is a folder');
  const realOutput = host.realPath(output);
  if (realOutput !== undefined && inputs.some((input) => host.realPath(input) === realOutput))
    throw badOutput(output, 'the command reads this file');
  try {
    makeOutputFolder(host, dirname(output));
    return await step();
  } catch (error) {
    if (!(error instanceof Error) || !isOfWriting(error)) throw error;
    const message = error.message.replace(/, \w+( '.*')?$/, '');
    throw new AssetError({ code: 'cli/cannot-write', file: output, message }, { cause: error });
  }
}

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
