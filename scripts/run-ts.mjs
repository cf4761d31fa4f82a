// Runs a TypeScript script of this repository: bundles it with esbuild into node_modules/.cache and runs it in a child process
// with the same arguments. Workspace packages are bundled from source; npm packages stay imports.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { externalPackages } from './build/external-packages.mjs';
import { keepDirnames } from './build/keep-dirnames.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  console.error('usage: node scripts/run-ts.mjs <script.ts> [arguments…]');
  process.exit(2);
}
const outDir = join(root, 'node_modules/.cache/run-ts');
mkdirSync(outDir, { recursive: true });
const outfile = join(outDir, `${relative(root, script).replaceAll(/[\\/]/g, '-')}.${process.pid}.mjs`);
await build({
  entryPoints: [script],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  conditions: ['assetc-source'],
  plugins: [externalPackages, keepDirnames],
});
const nodeFlags = (process.env.ASSETC_NODE_FLAGS ?? '').split(' ').filter(Boolean);
const child = spawnSync(process.execPath, ['--enable-source-maps', ...nodeFlags, outfile, ...args], {
  stdio: 'inherit',
  cwd: root,
  // Code in a bundle cannot find the corpus next to the repository by its own path.
  env: { ASSETC_CORPUS: join(dirname(root), 'shared/corpus'), ...process.env },
});
rmSync(outfile, { force: true });
process.exit(child.status ?? 1);
