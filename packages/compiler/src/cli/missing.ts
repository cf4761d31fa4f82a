// What the inspecting commands say where there is nothing to look at, or nothing that can be read.

import { ExitCode } from './exit-code.js';
import { report, type Session, shown } from './session.js';

export function missing({ console, cwd }: Session, path: string): ExitCode {
  report(console, {
    code: 'cli/no-output',
    severity: 'error',
    message: `there is no file or folder ${shown(cwd, path)}`,
    hint: 'Run assetc first, or name an output folder, a pack or a file',
  });
  return ExitCode.usage;
}

/** Runs a step; malformed bytes and refused files become a diagnostic, anything else is our own mistake. */
export async function reportUnreadable<T>(
  { console, cwd }: Session,
  path: string,
  step: () => Promise<T>,
): Promise<T | 'unreadable'> {
  try {
    return await step();
  } catch (error) {
    const { FormatError } = await import('../index.js');
    const isFormat = error instanceof FormatError;
    const isDisk = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!isFormat && !isDisk) throw error;
    const isOther = isFormat && (error.code === 'bad-magic' || error.code === 'truncated') && error.offset === 0;
    report(console, {
      code: isFormat ? 'check/malformed' : 'check/unreadable',
      severity: 'error',
      file: shown(cwd, path),
      message: isOther ? 'this is not a pack' : error instanceof Error ? error.message : String(error),
      ...(isOther ? { hint: 'Packs are written by "assetc --pack" and end in .hpack' } : {}),
    });
    return 'unreadable';
  }
}
