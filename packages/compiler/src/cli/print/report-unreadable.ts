// Errors of the commands that inspect an output: the path does not exist, or its file cannot be read.

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

/** Runs a step. Malformed bytes and disk errors become a diagnostic; any other error is our bug and is thrown. */
export async function reportUnreadable<T>(
  { console, cwd }: Session,
  path: string,
  step: () => Promise<T>,
): Promise<T | 'unreadable'> {
  try {
    return await step();
  } catch (error) {
    const { FormatError } = await import('../../index.js');
    const isFormat = error instanceof FormatError;
    const isDisk = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!isFormat && !isDisk) throw error;
    const isNotPack = isFormat && (error.code === 'bad-magic' || error.code === 'truncated') && error.offset === 0;
    report(console, {
      code: isFormat ? 'check/malformed' : 'check/unreadable',
      severity: 'error',
      file: shownPath(cwd, path),
      message: isNotPack ? 'the file is not a pack' : error instanceof Error ? error.message : String(error),
      ...(isNotPack
        ? {
            hint: 'Packs are written by "assetc --pack" and end in .hpack. "assetc pack decompress" makes one of a .hpackz again.',
          }
        : {}),
    });
    return 'unreadable';
  }
}
