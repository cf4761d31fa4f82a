// `npm run test:changed [-- <git ref> [path…]]`: runs the test files that changed or import a changed file, directly or through other
// files; with paths, only those whose path contains one. A file counts as changed if it is new, or differs from the commit where the
// branch left origin/main, or from the ref.
// Tests that run the built packages do not import their sources: they run only if they, or files that they import, changed. They get a fresh build.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
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

/** Tests import kernels as wasm, which the build makes from their sources. All kernels may use those in assembly/block. */
function importedFiles(path) {
  const [, kernel] = /^packages\/kernels\/assembly\/([\w-]+)\//.exec(path) ?? [];
  if (kernel === undefined) return [path];
  return ['packages/kernels/src/generated', 'packages/formats/src/transcode/generated'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => kernel === 'block' || name === `${kernel}-wasm.ts`)
      .map((name) => `${folder}/${name}`),
  );
}

const [base = branchStart(), ...filters] = process.argv.slice(2);
const names = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`.split('\n');
const changed = names.filter(Boolean);
if (changed.length === 0) {
  console.log(`nothing changed since ${base}`);
  process.exit(0);
}

node('scripts/build/build-kernels.mjs');
node('scripts/build/bundle-compilers.mjs');
const imported = new Set(changed.flatMap(importedFiles));
const related = [...imported].map((path) => join(root, path)).filter((path) => existsSync(path));
const vitest = await createVitest('test', { root, watch: false, related });
const selected = await vitest.getRelevantTestSpecifications(filters);
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
