// `npm run test:windows [path…]`: runs unit tests on Windows' Node under Wine, a folder at a time, and prints what each printed. Not part of
// `npm test`, because it takes many times as long.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nativeBundler, runOnWindows, windowsNode, windowsPath, wineMissing } from '../../tests/windows/wine.js';

const root = resolve(import.meta.dirname, '../..');

if (wineMissing !== undefined) process.exit(1);

/** The compiler's rooms one by one, so that results appear early. */
function folders(): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const packages = below('packages').filter((path) => path !== 'packages/compiler');
  return [...packages.map((path) => `${path}/src`), ...below('packages/compiler/src')];
}

const env = { NO_COLOR: '1', NAPI_RS_NATIVE_LIBRARY_PATH: windowsPath(nativeBundler) };
const chosen = process.argv.slice(2);
const log = mkdtempSync(join(tmpdir(), 'assetc-windows-'));
let failed = 0;
for (const folder of chosen.length > 0 ? chosen : folders()) {
  const vitest = windowsPath(join(root, 'node_modules/vitest/vitest.mjs'));
  const args = [vitest, 'run', '--passWithNoTests', '--exclude', '**/*.slow*.test.ts', folder];
  const { status, stdout, stderr } = runOnWindows(windowsNode, args, { cwd: root, env, log });
  if (status !== 0) failed++;
  console.log(`${folder}: ${status === 0 ? 'passed' : 'FAILED'}\n${stdout}${stderr}`);
}
rmSync(log, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
