// `npm run test:changed [-- <git ref>]`: runs the test files that changed or import a changed file, directly or through other files. A file
// counts as changed if it differs from where the branch left origin/main, or from the given ref; new files count too.
// Tests that run the built packages do not import their sources: they run only if they, or what they import, changed. The build is renewed for them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function branchStart() {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim();
  } catch {
    return 'HEAD';
  }
}

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Kernels are imported as wasm that the build makes of their sources. */
const importedAs = (path) =>
  path.replace(/^packages\/kernels\/assembly\/([\w-]+)\/.*/, 'packages/kernels/src/generated/$1-wasm.ts');

const base = process.argv[2] ?? branchStart();
const names = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n');
const changed = [...new Set(names.filter(Boolean).map(importedAs))];
if (changed.length === 0) {
  console.log(`nothing changed since ${base}`);
  process.exit(0);
}

node('scripts/build/build-kernels.mjs');
node('scripts/build/bundled-compilers.mjs');
const related = changed.map((path) => join(root, path)).filter(existsSync);
const vitest = await createVitest('test', { root, watch: false, related });
const selected = await vitest.getRelevantTestSpecifications();
const runsBuilt = selected.some(({ moduleId }) => moduleId.startsWith(join(root, 'tests')));
if (runsBuilt) node('scripts/build/build-packages.mjs', '--types');
console.log(`changed since ${base}: ${changed.length} files; tests that import them: ${selected.length} files`);
if (selected.length > 0) {
  await vitest.standalone();
  await vitest.runTestSpecifications(selected);
}
await vitest.close();
if (changed.some((path) => path.startsWith('packages/')))
  console.log('Tests that run the built packages are not selected by imports. Run them with npm run test:e2e.');
