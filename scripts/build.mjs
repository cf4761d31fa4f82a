// Builds the published packages into their dist folders: JavaScript by esbuild, declarations by tsc.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleCompilers } from './bundled-compilers.mjs';
import { externalPackagesExcept } from './external-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, 'packages', ...parts);
const common = {
  bundle: true,
  format: 'esm',
  target: 'node20',
  conditions: ['assetc-source'],
  logLevel: 'warning',
  legalComments: 'none',
};

for (const name of ['formats', 'kernels', 'compiler']) {
  rmSync(at(name, 'dist'), { recursive: true, force: true });
  mkdirSync(at(name, 'dist'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), at(name, 'LICENSE'));
}
/** Entry points by their path in dist, as the package's own exports name them: `node/index` → its source. */
const entriesOf = (name) =>
  Object.fromEntries(
    Object.values(JSON.parse(readFileSync(at(name, 'package.json'), 'utf8')).exports)
      .map((target) => target['assetc-source'])
      .filter((source) => source !== undefined)
      .map((source) => [source.slice('./src/'.length, -'.ts'.length), at(name, source)]),
  );
// Split, not bundled twice: a FormatError or a Pack must be of one class whichever entry it came through.
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  splitting: true,
  external: ['node:*'],
  entryPoints: entriesOf('formats'),
  outdir: at('formats/dist'),
  chunkNames: 'chunks/[name]-[hash]',
});
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  entryPoints: { index: at('kernels/src/index.ts') },
  outdir: at('kernels/dist'),
});

// The command line and the worker carry their small dependencies along (start-up time); heavy ones stay lazy imports.
const compilerEntries = Object.fromEntries(
  [
    ['index', 'src/index.ts'],
    ['cli', 'src/cli/main.ts'],
    ['worker', 'src/pipeline/workers/worker.ts'],
  ]
    .filter(([, file]) => existsSync(at('compiler', file)))
    .map(([name, file]) => [name, at('compiler', file)]),
);
await build({
  ...common,
  platform: 'node',
  splitting: true,
  entryPoints: compilerEntries,
  outdir: at('compiler/dist'),
  plugins: [externalPackagesExcept(['commander', 'yaml'])],
  // commander is CommonJS and requires Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);",
  },
  chunkNames: 'chunks/[name]-[hash]',
});
await bundleCompilers();
if (existsSync(at('compiler/dist/cli.js'))) chmodSync(at('compiler/dist/cli.js'), 0o755);

// What `assetc docs` prints, and what diagnostics are explained by.
for (const section of ['guide', 'formats', 'errors'])
  cpSync(join(root, 'docs', section), at('compiler/dist/docs', section), { recursive: true });

const schema = spawnSync(
  process.execPath,
  [join(root, 'scripts/run-ts.mjs'), 'scripts/write-schema.ts', at('compiler/dist/schema.json')],
  { stdio: 'inherit', cwd: root },
);
if (schema.status !== 0) process.exit(schema.status ?? 1);

if (process.argv.includes('--types')) {
  rmSync(join(root, 'node_modules/.cache/types'), { recursive: true, force: true });
  const tsc = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.types.json')],
    { stdio: 'inherit' },
  );
  if (tsc.status !== 0) process.exit(tsc.status ?? 1);
  for (const name of ['formats', 'kernels', 'compiler'])
    cpSync(join(root, 'node_modules/.cache/types', name, 'src'), at(name, 'dist'), { recursive: true });
}
