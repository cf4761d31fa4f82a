// Copies a package's declarations to its dist: those that its exports name, and what these import. tsc emits one for every source;
// of the compiler's 840 a user can reach 119.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const RELATIVE_IMPORT = /(?:from|import|import\()\s*['"](\.[^'"]*)\.js['"]/g;

/** `emitted` has tsc's output for the package's src. */
export function copyDeclarations(packageFolder, emitted) {
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
