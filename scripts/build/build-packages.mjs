// Builds the published packages into their dist folders: JavaScript by esbuild, declarations by tsc.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildViewer } from './build-viewer.mjs';
import { bundleCompilers } from './bundled-compilers.mjs';
import { copyDeclarations, emitDeclarations } from './declarations.mjs';
import { externalPackagesExcept } from './external-packages.mjs';
import { joinChunks } from './join-chunks.mjs';
import { lazySpawn } from './lazy-spawn.mjs';
import { pastBarrels } from './past-barrels.mjs';

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

// Takes as long as all the rest.
const declarations = process.argv.includes('--types') ? emitDeclarations(root) : undefined;

/** Packages that import ours as their users do: one build for all. */
const onTop = ['other-runtimes', 'encoder', 'gltf-transform', 'three', 'vite-plugin', 'farm'];
const every = ['formats', 'kernels', ...onTop, 'compiler'];
for (const name of every) {
  rmSync(at(name, 'dist'), { recursive: true, force: true });
  mkdirSync(at(name, 'dist'), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), at(name, 'LICENSE'));
}
// Its wasm is carried along: scripts/build/capture-meshopt.mjs.
copyFileSync(join(root, 'node_modules/meshoptimizer/LICENSE.md'), at('kernels/dist/meshoptimizer-LICENSE.txt'));
/** The modules that the index of the kernels names: one a kernel. */
const kernelModules = readFileSync(at('kernels/src/index.ts'), 'utf8')
  .match(/(?<=from '\.\/)[\w/-]+(?=\.js')/g)
  .filter((name, i, all) => all.indexOf(name) === i);
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
// A file for each kernel, so that whoever bundles some of them does not carry the others along.
await build({
  ...common,
  platform: 'neutral',
  target: 'es2022',
  splitting: true,
  entryPoints: Object.fromEntries(
    ['index', ...kernelModules].map((name) => [
      name === 'index' ? name : `kernels/${name}`,
      at(`kernels/src/${name}.ts`),
    ]),
  ),
  outdir: at('kernels/dist'),
  chunkNames: 'chunks/[name]-[hash]',
});
// What a condition chooses between stays an import of the package's own; workers carry all that they need along.
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
for (const name of onTop)
  await build({
    ...common,
    platform: 'neutral',
    target: 'es2022',
    splitting: true,
    entryPoints: entriesOf(name),
    outdir: at(name, 'dist'),
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [externalPackagesExcept([RUNTIME_CONTRACT])],
  });

// Declarations without code: tsc does not copy them.
copyFileSync(at('vite-plugin/src/types.d.ts'), at('vite-plugin/dist/types.d.ts'));

/** commander is CommonJS and requires Node's own modules. */
const requireBanner =
  "import { createRequire as __createRequire } from 'node:module';const require=__createRequire(import.meta.url);\n";

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
  // A cold build loads 200 chunks, joined; of few of them anything is required, and each call takes a while.
  for (const path of Object.keys(built.metafile.outputs)) {
    const text = readFileSync(path, 'utf8');
    if (!text.startsWith(requireBanner)) continue;
    const own = text.slice(requireBanner.length);
    if (!/(?<![\w$.])require\b/.test(own)) writeFileSync(path, own);
  }
  return built;
};
// The command line and the worker carry our own packages and their small dependencies along (start-up time); heavy ones stay
// lazy imports. The library imports our packages as its users do, so that a FormatError is of one class for both.
const carried = [externalPackagesExcept(['@assetc', RUNTIME_CONTRACT, 'commander', 'yaml']), pastBarrels, lazySpawn];
const textureEntries = ['kinds/texture/texture-job.ts', 'encoding/filter-level.ts', 'encoding/encode-blocks.ts'];
const modelEntries = [
  'kinds/mesh/mesh-job.ts',
  'gltf/import-gltf.ts',
  'hmesh/emit-model.ts',
  'mesh/tangents.ts',
  'mesh/submesh-parts.ts',
];
/** What a job of the commonest kinds loads, in the command line's own thread and in workers. */
const jobGroups = (prefix) => [
  { name: `${prefix}-jobs.js`, entries: textureEntries, alsoIn: modelEntries },
  { name: `${prefix}-textures.js`, entries: textureEntries },
  { name: `${prefix}-models.js`, entries: modelEntries },
];
const { metafile } = await compilerBuild({ cli: 'src/cli/main.ts' }, carried, 'cli');
await joinChunks({
  outputs: metafile.outputs,
  folder: at('compiler/dist'),
  groups: [
    { name: 'cli-start.js', entries: ['src/cli/main.ts'] },
    { name: 'cli-commands.js', entries: ['src/cli/command-line.ts'] },
    { name: 'cli-build.js', entries: ['src/cli/commands/build.ts', 'compiler/src/index.ts', 'noop/recording-host.ts'] },
    {
      name: 'cli-make.js',
      entries: ['pipeline/execute/make-asset.ts', 'workers/inline-executor.ts', 'workers/pool-executor.ts'],
    },
    // Of projects with a configuration.
    { name: 'cli-yaml.js', entries: ['diagnostics/yaml-tree.ts'] },
    ...jobGroups('cli'),
  ],
  options: { ...common, platform: 'node' },
});
// Chunks of their own: a worker that shared those of the command line would load all that was joined for it.
const worker = await compilerBuild({ worker: 'src/pipeline/workers/worker.ts' }, carried, 'worker');
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

// What `assetc docs` prints, and what diagnostics are explained by.
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
  for (const name of every) copyDeclarations(root, name);
}
