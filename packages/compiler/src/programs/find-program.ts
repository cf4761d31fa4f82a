// Finds a program of the user's machine: the one that a variable of the environment names, or the first on PATH.

import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, resolve } from 'node:path';

interface ProgramName {
  /** Without an extension. */
  readonly name: string;
  /** The variable of the environment that overrides PATH. */
  readonly variable: string;
}

/** Undefined if there is none. One that the variable names may not exist. */
export async function findProgram(
  { name, variable }: ProgramName,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const configured = environment[variable];
  if (configured !== undefined && configured !== '')
    return isAbsolute(configured) || !/[\\/]/.test(configured) ? configured : resolve(configured);
  for (const path of searchPaths(name, environment)) if (await isExecutable(path)) return path;
  return undefined;
}

/** The absolute path of what `findProgram` returned, which may be a name alone. Empty if there is no such program. */
export async function locateProgram(program: string): Promise<readonly string[]> {
  const paths = isAbsolute(program) ? [program] : searchPaths(program);
  for (const path of paths) if (await isExecutable(path)) return [path];
  return [];
}

/** The absolute paths where a program is searched if its variable is not set. */
export function searchPaths(name: string, { PATH = '' }: NodeJS.ProcessEnv = process.env): readonly string[] {
  const file = process.platform === 'win32' && !name.endsWith('.exe') ? `${name}.exe` : name;
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return [...new Set(folders.map((folder) => resolve(folder, file)))];
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
