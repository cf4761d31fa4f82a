// assetc init: writes a commented assetc.yml and creates the input folder. Never overwrites.

import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ExitCode } from '../exit-code.js';
import type { CommonFlags } from '../options.js';
import type { Console } from '../print/console.js';
import { openSession, report } from '../session.js';
import { starterConfig } from '../starter-config.js';

export async function runInit(flags: CommonFlags): Promise<ExitCode> {
  const { cwd, console } = openSession(flags);
  try {
    // Created exclusively, so that a file saved at the same moment is kept.
    const file = await open(join(cwd, 'assetc.yml'), 'wx');
    try {
      await file.writeFile(starterConfig(schemaUrl(cwd)));
    } finally {
      await file.close();
    }
  } catch (error) {
    return refused(console, 'assetc.yml', error);
  }
  console.event({ type: 'created', path: 'assetc.yml' });
  console.line('wrote assetc.yml');
  try {
    if ((await mkdir(join(cwd, 'assets'), { recursive: true })) === undefined) return hint(console);
    console.event({ type: 'created', path: 'assets' });
    console.line('created assets/');
  } catch (error) {
    return refused(console, 'assets', error);
  }
  return hint(console);
}

function hint(console: Console): ExitCode {
  console.note('Put images, models, shaders and fonts into assets/ and run "assetc".');
  return ExitCode.fine;
}

function refused(console: Console, file: string, error: unknown): ExitCode {
  const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  const isConfig = file === 'assetc.yml';
  report(console, {
    code: exists && isConfig ? 'cli/config-exists' : 'cli/cannot-write',
    severity: 'error',
    file,
    message: exists ? 'already exists and was not changed' : `cannot be written: ${String(error)}`,
    hint: exists
      ? isConfig
        ? 'Edit it, or remove it and run "assetc init" again.'
        : 'The input must be a folder. Set input in assetc.yml to another name.'
      : 'Check the permissions of this folder.',
  });
  return ExitCode.problems;
}

/** Relative if the package is in a node_modules above the project, so that the line works for the whole team. */
function schemaUrl(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const installed = join(folder, 'node_modules', 'assetc', 'dist', 'schema.json');
    if (existsSync(installed)) {
      const way = relative(cwd, resolve(installed)).split(sep).join('/');
      return way.startsWith('.') ? way : `./${way}`;
    }
    if (dirname(folder) === folder) return pathToFileURL(ownSchema()).href;
  }
}

/** The schema of the running package: next to or above the bundled file, or in dist if run from source. */
function ownSchema(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = ['schema.json', '../schema.json', '../../../dist/schema.json'].map((place) => resolve(here, place));
  return places.find((place) => existsSync(place)) ?? join(here, 'schema.json');
}
