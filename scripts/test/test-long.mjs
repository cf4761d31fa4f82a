// `npm run test:long [filter…]`: runs the long form of fault and fuzz tests, one file after another: thousands of killed builds, damaged
// records, mutated inputs and random edits, for an hour or more. Properties start with a random seed, or with ASSETC_SEED.
// `npm test` runs the short forms, and properties with a fixed seed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const filters = process.argv.slice(2);
const below = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : below(path);
    return path.endsWith('.ts') ? [path] : [];
  });
/** True for files that read ASSETC_LONG (or call `rounds`, which does), directly or in a file next to them that they import, and for files with properties. */
function hasLongForm(path) {
  const text = readFileSync(join(root, path), 'utf8');
  if (/ASSETC_LONG|from 'fast-check'|\brounds\(/.test(text)) return true;
  const siblings = [...text.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, name]) =>
    join(root, dirname(path), `${name}.ts`),
  );
  return siblings.some((file) => existsSync(file) && /ASSETC_LONG/.test(readFileSync(file, 'utf8')));
}
const files = [...below('packages'), ...below('tests')]
  .filter((path) => path.endsWith('.test.ts') && hasLongForm(path))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));

if (files.length === 0) {
  console.error(`no test file with a long form has a path that contains ${filters.join(' or ')}`);
  process.exit(1);
}
let failed = 0;
for (const file of files) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ASSETC_SEED: 'random', ...process.env, ASSETC_LONG: '1' },
  });
  if (status !== 0) failed++;
  console.log(`${status === 0 ? 'passed' : 'FAILED'} ${file} in ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(`${files.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
