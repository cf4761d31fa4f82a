// `npm run test:windows [path…]`: runs unit tests on Windows' Node under Wine, a folder at a time, prints what each printed, and at the end
// how many ran. Not part of `npm test`, because it takes many times as long.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nativeBundler, runOnWindows, windowsNode, windowsPath, wineMissing } from '../../tests/windows/wine.js';

const root = resolve(import.meta.dirname, '../..');

if (wineMissing !== undefined) process.exit(1);

/** Files that cannot work under Wine, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {};

const gone = Object.keys(LEFT_OUT).filter((path) => !existsSync(join(root, path)));
if (gone.length > 0) throw new Error(`left out, but missing: ${gone.join(', ')}`);

/** The compiler's rooms one by one, so that results appear early. */
function folders(): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`);
  const packages = below('packages').filter((path) => path !== 'packages/compiler');
  return [...packages.map((path) => `${path}/src`), ...below('packages/compiler/src')];
}

/** The part of Vitest's JSON that is added up. */
interface Counts {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly unknown[];
}

const env = { NO_COLOR: '1', NAPI_RS_NATIVE_LIBRARY_PATH: windowsPath(nativeBundler) };
const chosen = process.argv.slice(2);
const log = mkdtempSync(join(tmpdir(), 'assetc-windows-'));
const excluded = Object.keys(LEFT_OUT).flatMap((path) => ['--exclude', path]);
const sum = { files: 0, tests: 0, passed: 0, skipped: 0 };
const failed: string[] = [];

for (const folder of chosen.length > 0 ? chosen : folders()) {
  const vitest = windowsPath(join(root, 'node_modules/vitest/vitest.mjs'));
  const result = join(log, 'result.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${windowsPath(result)}`];
  const args = [vitest, 'run', '--passWithNoTests', ...reporters, ...excluded, `${folder}/`];
  const { status, stdout, stderr } = runOnWindows(windowsNode, args, { cwd: root, env, log });
  console.log(`${folder}: ${status === 0 ? 'passed' : 'FAILED'}\n${stdout}${stderr}`);
  if (status !== 0) failed.push(folder);
  if (!existsSync(result)) continue;
  const counts: Counts = JSON.parse(readFileSync(result, 'utf8'));
  rmSync(result);
  sum.files += counts.testResults.length;
  sum.tests += counts.numTotalTests;
  sum.passed += counts.numPassedTests;
  sum.skipped += counts.numPendingTests;
}
rmSync(log, { recursive: true });
for (const [path, reason] of Object.entries(LEFT_OUT)) console.log(`left out: ${path}: ${reason}`);
console.log(`${sum.files} files, ${sum.tests} tests: ${sum.passed} passed, ${sum.skipped} skipped`);
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
