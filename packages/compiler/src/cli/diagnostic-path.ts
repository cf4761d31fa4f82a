// Where the file of a diagnostic lies, as one would name it from the working directory.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config, Diagnostic } from '../index.js';
import { shown } from './session.js';

/** Undefined: the diagnostic names no file, or the configuration, and says so itself. */
export function pathOf({ code, file }: Diagnostic, config: Config, cwd: string): string | undefined {
  if (file === undefined || code.startsWith('config/')) return undefined;
  const inInput = join(config.input, file);
  if (existsSync(inInput)) return shown(cwd, inInput);
  if (code.startsWith('plugin/')) {
    // Files of a plug-in lie beside the configuration.
    const beside = resolve(dirname(config.file ?? cwd), file);
    return existsSync(beside) ? shown(cwd, beside) : file;
  }
  const inOutput = join(config.output, file);
  return shown(cwd, existsSync(inOutput) ? inOutput : inInput);
}
