// Builds the published packages into their dist folders: JavaScript by esbuild, declarations by tsc.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildViewer } from './build-viewer.mjs';
import { bundleCompilers } from './bundle-compilers.mjs';
import { bypassBarrels } from './bypass-barrels.mjs';
import { copyDeclarations, emitDeclarations } from './declarations.mjs';
import { externalPackagesExcept } from './external-packages.mjs';
import { joinChunks } from './join-chunks.mjs';
import { lazyChildProcess } from './lazy-child-process.mjs';
import { makeScripts } from './make-scripts.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const at = (...parts) => join(root, 'packages', ...parts);
const common = {
  bundle: true,
  format: 'esm',
  target: 'node20',
  conditions: ['assetc-source'],
  logLevel: 'warning',
  legalComments: 'none',
};

/** other-runtimes bundles it: assetc imports that package, which therefore must not import assetc. */
const RUNTIME_CONTRACT = 'assetc/runtime-contract';

// Starts first: it takes as long as everything else.
const declarations = process.argv.includes('--types') ? emitDeclarations(root) : undefined;

/** Packages that import our other packages the way users do. They are built alike. */
const dependentPackages = ['other-runtimes', 'encoder', 'gltf-transform', 'three', 'vite-plugin', 'farm'];
const allPackages = ['formats', 'kernels', ...dependentPackages, 'compiler'];
for (const name of allPackages) {
  rmSync(at(name, 'dist'), { recursive: true, force: true });
  mkdirSync(at(name, 'dist'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), at(name, 'LICENSE'));
}
// The kernels contain its wasm: see capture-meshopt.mjs.
copyFileSync(join(root, 'node_modules/meshoptimizer/LICENSE.md'), at('kernels/dist/meshoptimizer-LICENSE.txt'));
/** The modules that the index of the kernels exports from, one per kernel. */
const kernelModules = readFileSync(at('kernels/src/index.ts'), 'utf8')
  .match(/(?<=from '\.\/)[\w/-]+(?=\.js')/g)
  .filter((name, i, all) => all.indexOf(name) === i);
/** Entry points by their path in dist, from the package's `exports`: `node/index` → its source. */
const entriesOf = (name) =>
  Object.fromEntries(
    Object.values(JSON.parse(readFileSync(at(name, 'package.json'), 'utf8')).exports)
      .map((target) => target['assetc-source'])
      .filter((source) => source !== undefined)
      .map((source) => [source.slice('./src/'.length, -'.ts'.length), at(name, source)]),
  );
// Split into chunks, not bundled twice: all entry points must share one class FormatError and one class Pack.
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
// One file per kernel, so that a bundle contains only the kernels it uses.
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  splitting: true,
  entryPoints: Object.fromEntries(
    ['index', ...kernelModules, ...Object.keys(entriesOf('kernels'))].map((name) => [
      name === 'index' ? name : `kernels/${name}`,
      at(`kernels/src/${name}.ts`),
    ]),
  ),
  outdir: at('kernels/dist'),
  chunkNames: 'chunks/[name]-[hash]',
});
// Modules that an export condition chooses between stay imports; workers are bundled with everything they need.
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  entryPoints: ['spawn-web', 'spawn-node'].map((name) => at(`encoder/src/pool/${name}.ts`)),
  outdir: at('encoder/dist'),
  external: ['node:*'],
});
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  entryPoints: ['decode-web', 'decode-node'].map((name) => at(`gltf-transform/src/${name}.ts`)),
  outdir: at('gltf-transform/dist'),
  plugins: [externalPackagesExcept([])],
});
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  minify: true,
  entryPoints: ['worker', 'worker-node'].map((name) => at(`encoder/src/${name}.ts`)),
  outdir: at('encoder/dist'),
  external: ['node:*'],
});
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  minify: true,
  entryPoints: { worker: at('three/src/texture/worker/transcode-worker.ts') },
  outdir: at('three/dist'),
});
for (const name of dependentPackages)
  await build({
    ...common,
    platform: 'neutral',
    target: 'es2022',
    splitting: true,
    entryPoints: entriesOf(name),
    outdir: at(name, 'dist'),
    chunkNames: 'chunks/[name]-[hash]',
    // Only other-runtimes bundles the contract. The imports of other packages stay open, so that Node and browsers choose.
    plugins: [externalPackagesExcept(name === 'other-runtimes' ? [RUNTIME_CONTRACT] : [])],
  });

// Declarations without code: tsc does not copy them.
copyFileSync(at('vite-plugin/src/types.d.ts'), at('vite-plugin/dist/types.d.ts'));

/** commander is CommonJS and calls `require` for Node's modules. Created when it is called: files that only pass it on pay nothing. */
const requireBanner =
  "import { createRequire as __createRequire } from 'node:module';let __required;const require=(id)=>(__required??=__createRequire(import.meta.url))(id);\n";

const compilerBuild = async (entries, plugins, chunks) => {
  const built = await build({
    ...common,
    platform: 'node',
    splitting: true,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, at('compiler', file)])),
    outdir: at('compiler/dist'),
    plugins,
    banner: { js: requireBanner.trimEnd() },
    chunkNames: `chunks/${chunks}-[name]-[hash]`,
    metafile: true,
  });
  // A cold build loads 200 chunks, and few of them use `require`. Creating it takes time in each.
  for (const path of Object.keys(built.metafile.outputs)) {
    const text = readFileSync(path, 'utf8');
    if (!text.startsWith(requireBanner)) continue;
    const own = text.slice(requireBanner.length);
    if (!/(?<![\w$.])require\b/.test(own)) writeFileSync(path, own);
  }
  return built;
};
// The command line and the worker are bundled with our packages and small dependencies, for a fast start; heavy ones stay
// lazy imports. The library imports our packages as its users do, so that both share one class FormatError.
const bundlingPlugins = [
  externalPackagesExcept(['@assetc', RUNTIME_CONTRACT, 'commander', 'yaml']),
  bypassBarrels,
  lazyChildProcess,
];
const textureEntries = [
  'kinds/texture/texture-job.ts',
  'encoding/texture/filter-level.ts',
  'encoding/texture/encode-blocks.ts',
];
const modelEntries = [
  'kinds/mesh/mesh-job.ts',
  'gltf/import-gltf.ts',
  'hmesh/emit-model.ts',
  'surface/tangents.ts',
  'submeshes/submesh-parts.ts',
];
/** The files that jobs of the most common kinds load, on the main thread and in workers. */
const jobGroups = (prefix) => [
  { name: `${prefix}-jobs.js`, entries: textureEntries, alsoIn: modelEntries },
  { name: `${prefix}-textures.js`, entries: textureEntries },
  { name: `${prefix}-models.js`, entries: modelEntries },
];
const { metafile } = await compilerBuild({ 'cli-main': 'src/cli/main.ts' }, bundlingPlugins, 'cli');
const cliGroups = [
  { name: 'cli-start.js', entries: ['src/cli/main.ts'] },
  // A narrow build does not load the parser of the command line.
  { name: 'cli-both.js', entries: ['src/cli/command-line.ts'], alsoIn: ['src/cli/plain-build.ts'] },
  { name: 'cli-commands.js', entries: ['src/cli/command-line.ts'] },
  {
    name: 'cli-build.js',
    entries: [
      'src/cli/plain-build.ts',
      'src/cli/commands/build.ts',
      'compiler/src/index.ts',
      'noop/recording-host.ts',
      'narrow/attempt-narrow.ts',
    ],
  },
  // What a narrow build does not need.
  { name: 'cli-whole.js', entries: ['pipeline/attempt-build.ts', 'pipeline/host/load-config.ts'] },
  {
    name: 'cli-make.js',
    entries: [
      'pipeline/execute/make-asset.ts',
      'workers/inline-executor.ts',
      'workers/pool-executor.ts',
      'kinds/open-context.ts',
      'kinds/read-only.ts',
    ],
  },
  // Only projects with a configuration file load it.
  { name: 'cli-yaml.js', entries: ['diagnostics/yaml-tree.ts'] },
  ...jobGroups('cli'),
];
const cliOptions = { ...common, platform: 'node' };
await joinChunks({ outputs: metafile.outputs, folder: at('compiler/dist'), groups: cliGroups, options: cliOptions });
await makeScripts({
  folder: at('compiler/dist'),
  joined: cliGroups.map(({ name }) => name),
  entry: 'cli-main.js',
  chunks: Object.keys(metafile.outputs)
    .map((path) => basename(path))
    .filter((name) => name !== 'cli-main.js'),
  options: cliOptions,
});
rmSync(at('compiler/dist/cli-main.js'));
for (const name of ['start', 'scripts'])
  await build({
    ...cliOptions,
    format: 'cjs',
    entryPoints: [at(`compiler/src/cli/start/${name}.ts`)],
    outdir: at('compiler/dist/start'),
    external: ['./scripts.js'],
  });
// For programs that start this file with Node.
writeFileSync(at('compiler/dist/cli.js'), "#!/usr/bin/env node\nimport './start/start.js';\n");
// Separate chunks: a worker that shared those of the command line would load everything that was joined there.
const worker = await compilerBuild({ worker: 'src/pipeline/workers/worker.ts' }, bundlingPlugins, 'worker');
await joinChunks({
  outputs: worker.metafile.outputs,
  folder: at('compiler/dist'),
  groups: [{ name: 'worker-start.js', entries: ['workers/worker.ts'] }, ...jobGroups('worker')],
  options: { ...common, platform: 'node' },
});
await compilerBuild(
  { index: 'src/index.ts', plugin: 'src/plugin.ts', 'runtime-contract': 'src/runtime-contract.ts' },
  [externalPackagesExcept(['yaml'])],
  'library',
);
await bundleCompilers();
await buildViewer(at('compiler/dist/viewer'));
chmodSync(at('compiler/dist/cli.js'), 0o755);

// Pages that `assetc docs` and `assetc explain` print.
for (const section of ['guide', 'formats', 'errors'])
  cpSync(join(root, 'docs', section), at('compiler/dist/docs', section), { recursive: true });

const schema = spawnSync(
  process.execPath,
  [join(root, 'scripts/run-ts.mjs'), 'scripts/generate/write-schema.ts', at('compiler/dist/schema.json')],
  { stdio: 'inherit', cwd: root },
);
if (schema.status !== 0) process.exit(schema.status ?? 1);

if (declarations !== undefined) {
  const status = await declarations;
  if (status !== 0) process.exit(status);
  for (const name of allPackages) copyDeclarations(root, name);
}
