// Declarations of the published packages. tsc emits one for every source; only those that an entry point leads to are published,
// 119 of the compiler's 840.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const RELATIVE_IMPORT = /(?:from|import|import\()\s*['"](\.[^'"]*)\.js['"]/g;

const emittedFolder = (root) => join(root, 'node_modules/.cache/types');

/** Runs tsc in a child process during the rest of the build. Resolves to its exit status. */
export function emitDeclarations(root) {
  rmSync(emittedFolder(root), { recursive: true, force: true });
  // Version 7 takes a quarter of the time, but sometimes omits the files of a folder without an error.
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json')], { stdio: 'inherit' });
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (status) => done(status ?? 1));
  });
}

/** Copies the declarations that the package's exports name, and what these import, to its dist. */
export function copyDeclarations(root, name) {
  const packageFolder = join(root, 'packages', name);
  const emitted = join(emittedFolder(root), name, 'src');
  const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const reached = new Set(
    Object.values(exports)
      .map((target) => (typeof target === 'string' ? target : target.types))
      .filter((path) => path?.endsWith('.d.ts'))
      .map((path) => path.slice('./dist/'.length)),
  );
  // A set also visits what is added while it is walked.
  for (const path of reached) {
    const from = join(emitted, path);
    // One that is written by hand: the build has put it in dist.
    if (!existsSync(from)) continue;
    const to = join(packageFolder, 'dist', path);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    for (const [, specifier] of readFileSync(from, 'utf8').matchAll(RELATIVE_IMPORT))
      reached.add(`${join(dirname(path), specifier)}.d.ts`);
  }
}
