// assetc build --depfile: lists what the build depends on, for Make, Ninja and CMake.

import { resolve } from 'node:path';
import type { Config } from '../index.js';
import { ExitCode } from './exit-code.js';
import { report, type Session, shownPath } from './session.js';

/** `file`: as the user spelled it, because build tools compare the name of its target as text. */
export async function runDepfile(
  { console, cwd }: Session,
  file: string,
  configs: readonly Config[],
  also: readonly string[],
): Promise<ExitCode> {
  const { writeDepfile } = await import('../index.js');
  const path = resolve(cwd, file);
  try {
    const notices = await writeDepfile({ configs, path, target: file.slice(0, -'.d'.length), also });
    for (const notice of notices)
      report(console, notice, notice.file === undefined ? undefined : shownPath(cwd, notice.file));
    return ExitCode.fine;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    report(console, {
      code: 'cli/cannot-write',
      severity: 'error',
      file: shownPath(cwd, path),
      message: error.message,
    });
    return ExitCode.problems;
  }
}
