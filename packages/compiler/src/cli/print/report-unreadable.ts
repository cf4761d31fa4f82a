// Errors of the commands that inspect an output: the path does not exist, or its file cannot be read.

import type { PackFileKind } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import { report, type Session, shownPath } from '../session.js';

export function reportMissing(
  { console, cwd }: Session,
  path: string,
  { what, hint } = { what: 'file or folder', hint: 'Run assetc first, or name an output folder, a pack or a file.' },
): ExitCode {
  report(console, {
    code: 'cli/no-output',
    severity: 'error',
    message: `there is no ${what} ${shownPath(cwd, path)}`,
    hint,
  });
  return ExitCode.usage;
}

const ORIGINS: Record<PackFileKind, string> = {
  pack: 'Packs are written by "assetc --pack" and end in .hpack. "assetc pack decompress" makes one of a .hpackz again.',
  'compressed pack': 'Compressed packs are written by "assetc pack compress" and end in .hpackz.',
  patch: 'Patches are written by "assetc pack diff" and end in .hpatch.',
};

/** Of a damaged file. Packs have the hint of the code. */
const REMEDIES: Partial<Record<PackFileKind, string>> = {
  'compressed pack': 'Get the file again, or compress the pack again.',
  patch: 'Get the patch again, or make it again with "assetc pack diff".',
};

/** Runs a step. Malformed bytes and disk errors become a diagnostic; any other error is our bug and is thrown. */
export async function reportUnreadable<T>(
  { console, cwd }: Session,
  path: string,
  step: () => Promise<T>,
): Promise<T | 'unreadable'> {
  try {
    return await step();
  } catch (error) {
    const { FileFormatError, FormatError } = await import('../../index.js');
    const isFormat = error instanceof FormatError;
    const isDisk = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!isFormat && !isDisk) throw error;
    const { file, expected } = {
      file: path,
      expected: 'pack' as const,
      ...(error instanceof FileFormatError && error),
    };
    const remedy = isFormat ? REMEDIES[expected] : undefined;
    const isOther = isFormat && (error.code === 'bad-magic' || error.code === 'truncated') && error.offset === 0;
    report(console, {
      code: isFormat ? 'check/malformed' : 'check/unreadable',
      severity: 'error',
      file: shownPath(cwd, file),
      message: isOther ? `the file is not a ${expected}` : error.message,
      ...(isOther ? { hint: ORIGINS[expected] } : remedy !== undefined && { hint: remedy }),
    });
    return 'unreadable';
  }
}
