// `npm run test:long [filter…]`: the fault and fuzz tests in their long form, one file after another. Thousands of kills, damaged
// records, mutated inputs and random edits: an hour or more; and the properties of fast-check from a random seed, or from ASSETC_SEED. The short
// forms, and the properties from one fixed seed, are part of `npm test`.
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
/** Files that ask for the long form themselves or through what lies beside them, and those with properties. */
function asksForLong(path) {
  const text = readFileSync(join(root, path), 'utf8');
  if (/ASSETC_LONG|from 'fast-check'/.test(text)) return true;
  const beside = [...text.matchAll(/from '\.\/([\w-]+)\.js'/g)].map(([, name]) =>
    join(root, dirname(path), `${name}.ts`),
  );
  return beside.some((file) => existsSync(file) && /ASSETC_LONG/.test(readFileSync(file, 'utf8')));
}
const files = [...below('packages'), ...below('tests')]
  .filter((path) => path.endsWith('.test.ts') && asksForLong(path))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));

if (files.length === 0) {
  console.error(`no file with a long form is called ${filters.join(' or ')}`);
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
