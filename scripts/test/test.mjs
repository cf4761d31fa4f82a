// `npm test`, which is what CI runs: lint during the build, then types during the tests, one of which checks generated files. Tests often
// wait for child processes and timers, so that the others cost little meanwhile. The first failure ends everything.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const running = new Set();
let failed = false;

/** Prints the output of a step if it fails, so that steps do not mix their output. With `isShown`, prints it as it comes. */
async function step(name, args, isShown = false) {
  if (failed) return;
  const startMs = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const status = await new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', done);
  });
  running.delete(child);
  if (failed) return;
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  if (status === 0) {
    console.log(`${name}: ${seconds} s`);
    return;
  }
  failed = true;
  process.exitCode = 1;
  console.error(`${Buffer.concat(output)}\n${name} failed`);
  for (const other of running) other.kill();
}

const bin = (path) => join(root, 'node_modules', path);
const vitest = process.argv.slice(2);

await Promise.all([
  step('lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
  step('kernels', [join(root, 'scripts/build/build-kernels.mjs')])
    .then(() => step('bundled compilers', [join(root, 'scripts/build/bundle-compilers.mjs')]))
    .then(() => step('packages', [join(root, 'scripts/build/build-packages.mjs'), '--types'])),
]);
await Promise.all([
  step('tests', [bin('vitest/vitest.mjs'), 'run', ...vitest], true),
  step('types', [bin('typescript-7/bin/tsc'), '--noEmit', '-p', 'tsconfig.json']),
]);
