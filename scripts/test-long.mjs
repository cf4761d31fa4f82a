// `npm run test:long [filter…]`: the fault and fuzz tests in their long form, one file after another. Thousands of kills, damaged
// records, mutated inputs and random edits: an hour or more; and the properties of fast-check from a random seed, or from ASSETC_SEED. The short
// forms, and the properties from one fixed seed, are part of `npm test`.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const filters = process.argv.slice(2);
const below = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : below(path);
    return path.endsWith('.ts') ? [path] : [];
  });
/** Files that ask for the long form themselves or through what they share. */
const asksForLong = (path) =>
  /ASSETC_LONG|from '(\.\/(random|run-flood)\.js|fast-check)'/.test(readFileSync(join(root, path), 'utf8'));
const files = [...below('packages'), ...below('tests')]
  .filter((path) => path.endsWith('.test.ts') && asksForLong(path))
  .filter((path) => filters.length === 0 || filters.some((filter) => path.includes(filter)));

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
