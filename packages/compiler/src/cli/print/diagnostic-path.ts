// The path of a diagnostic's file, relative to the working directory.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config, Diagnostic } from '../../index.js';
import { shownPath } from '../session.js';

/** Undefined if the diagnostic names no file, or the configuration, whose path is already complete. */
export function diagnosticPath(
  { code, file }: Diagnostic,
  config: Pick<Config, 'input' | 'output' | 'file'>,
  cwd: string,
): string | undefined {
  if (file === undefined || code.startsWith('config/')) return undefined;
  const inInput = join(config.input, file);
  if (existsSync(inInput)) return shownPath(cwd, inInput);
  if (code.startsWith('plugin/')) {
    // Files of a plug-in are relative to the configuration.
    const inProject = resolve(dirname(config.file ?? cwd), file);
    return existsSync(inProject) ? shownPath(cwd, inProject) : file;
  }
  const inOutput = join(config.output, file);
  return shownPath(cwd, existsSync(inOutput) ? inOutput : inInput);
}
