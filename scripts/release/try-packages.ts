// Installs packages in empty folders and uses them as their users do: the command line, every entry point, types, Vite.
// Only what is installed there is used, and no install script runs.

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Output, run } from './run-npm.js';
import { readJson, type WorkspacePackage, withRequirements } from './workspace-packages.js';

/** What the build of a C++ game installs; our other packages come with them as dependencies. */
export const ENGINE_PACKAGES: readonly string[] = ['assetc', '@assetc/other-runtimes'];

export interface Trial {
  readonly root: string;
  /** Created here; the caller removes it. */
  readonly folder: string;
  /** For npm: the registry and the cache. */
  readonly env: NodeJS.ProcessEnv;
  readonly packages: readonly WorkspacePackage[];
  /** What to pass to npm install for a package: its tarball, or its name and version. */
  readonly specOf: (each: WorkspacePackage) => string;
}

interface Installed {
  readonly folder: string;
  readonly npx: (...args: readonly string[]) => Promise<Output>;
}

async function install(trial: Trial, name: string, specs: readonly string[]): Promise<Installed> {
  const folder = join(trial.folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "someones-game", "private": true, "type": "module" }\n');
  await run(folder, 'npm', ['install', '--ignore-scripts', ...specs], trial.env);
  // An empty content store: with the user's, a build would copy outputs instead of compiling.
  const env = { ...trial.env, XDG_CACHE_HOME: join(trial.folder, 'content-store') };
  return { folder, npx: (...args) => run(folder, 'npx', ['--no-install', ...args], env) };
}

/** Names of everything below node_modules that npm installed. */
function installedPackages(folder: string): readonly string[] {
  const { packages } = readJson(join(folder, 'node_modules/.package-lock.json'));
  return Object.keys(packages).sort();
}

async function tryCommandLine(root: string, { folder, npx }: Installed): Promise<void> {
  await npx('assetc', 'init');
  const demo = join(root, 'examples/demo/assets');
  const sources = {
    'ui/logo.png': 'logo.png',
    models: 'models',
    textures: 'textures',
    'shaders/skin.shader': 'skin.shader',
  };
  for (const [from, to] of Object.entries(sources))
    cpSync(join(demo, from), join(folder, 'assets', to), { recursive: true });
  const { stdout } = await npx('assetc', '--verify', '--pack');
  assert.match(stdout, /\d+ built.*0 failed/, stdout);
  await npx('assetc', 'check');
  assert.match((await npx('assetc', 'docs', 'configuration')).stdout, /assetc\.yml/);
  assert.match((await npx('assetc', 'explain', 'gltf/bad-json')).stdout, /gltf\/bad-json/);
}

/** Formats of @assetc/other-runtimes: threads of the command line and of the library load it, and so does a conversion. */
async function tryOtherRuntimes({ folder, npx }: Installed): Promise<void> {
  const config = `input: assets
presets:
  vkguide: { output: out/vkguide, mesh: { format: vkguide }, texture: { format: vkguide } }
  galileo: { output: out/galileo, mesh: { format: galileo } }
`;
  writeFileSync(join(folder, 'other.yml'), config);
  const { stdout } = await npx('assetc', '--config', 'other.yml', '--preset', 'vkguide', '--jobs', '2', '--verify');
  assert.match(stdout, /\d+ built.*0 failed/, stdout);
  const program = `import { build, loadConfig } from 'assetc';
const { config } = await loadConfig({ file: 'other.yml', preset: 'galileo' });
const { status } = await build({ config, noCache: true });
if (status !== 'ok') throw new Error(status);
`;
  writeFileSync(join(folder, 'other.mjs'), program);
  await run(folder, process.execPath, ['other.mjs']);
  const mesh = join(folder, 'out/galileo/models/island.gali');
  assert(existsSync(mesh), `${mesh} was not built`);
  await npx('assetc', 'convert', mesh, '--to', 'hmesh1', '-o', 'island.hmesh');
}

/** Installs what a C++ game needs and builds with it. Returns the paths of all installed packages. */
export async function tryForEngines(trial: Trial): Promise<readonly string[]> {
  const packages = withRequirements(ENGINE_PACKAGES, trial.packages);
  const installed = await install(trial, 'engine', packages.map(trial.specOf));
  for (const path of installedPackages(installed.folder)) {
    const { scripts } = readJson(join(installed.folder, path, 'package.json'));
    for (const script of ['preinstall', 'install', 'postinstall'])
      assert(scripts?.[script] === undefined, `${path} has a script ${script}`);
    // npm compiles such a package on install, without a script.
    assert(!existsSync(join(installed.folder, path, 'binding.gyp')), `${path} has a binding.gyp`);
  }
  await tryCommandLine(trial.root, installed);
  await tryOtherRuntimes(installed);
  return installedPackages(installed.folder).map((path) => path.replace(/^node_modules\//, ''));
}

/** Every specifier that has code: not JSON, declarations only or scripts of workers. */
const specifiersOf = (packages: readonly WorkspacePackage[]): readonly string[] =>
  packages.flatMap(({ manifest: { name, exports = {} } }) =>
    Object.entries(exports)
      .filter(([, target]) => typeof target === 'object' && target.types !== undefined)
      .map(([subpath]) => name + subpath.slice(1)),
  );

async function tryImports(folder: string, specifiers: readonly string[]): Promise<void> {
  const lines = [
    "import assert from 'node:assert/strict';",
    ...specifiers.map((specifier, i) => `import * as m${i} from '${specifier}';`),
    `for (const [i, module] of [${specifiers.map((_, i) => `m${i}`).join(', ')}].entries()) assert(Object.keys(module).length > 0, String(i));`,
    "import { FormatError, decodeHmesh } from '@assetc/formats';",
    "import { FormatError as CompilerFormatError } from 'assetc';",
    "assert.equal(CompilerFormatError, FormatError, 'there are two FormatError classes');",
    'assert.throws(() => decodeHmesh(new Uint8Array(3)), CompilerFormatError);',
  ];
  writeFileSync(join(folder, 'imports.mjs'), `${lines.join('\n')}\n`);
  await run(folder, process.execPath, ['imports.mjs']);
}

/** Each resolution by one of the compilers that users have. Vite's plug-in finds tsconfig.json. */
const TYPE_CHECKS = [
  { module: 'node16', moduleResolution: 'node16', compiler: 'typescript', config: 'tsconfig.node16.json' },
  { module: 'esnext', moduleResolution: 'bundler', compiler: 'typescript-7', config: 'tsconfig.json' },
] as const;

async function tryTypes(root: string, folder: string, specifiers: readonly string[]): Promise<void> {
  const source = `${specifiers.map((specifier, i) => `import * as m${i} from '${specifier}';`).join('\n')}
import { type BuildOptions, type BuildResult, build } from 'assetc';
export const all: object[] = [${specifiers.map((_, i) => `m${i}`).join(', ')}];
export const run = (options: BuildOptions): Promise<BuildResult> => build(options);
`;
  writeFileSync(join(folder, 'consumer.ts'), source);
  const checks = TYPE_CHECKS.map(({ module, moduleResolution, compiler, config }) => {
    const options = { target: 'es2022', module, moduleResolution, types: ['node'], strict: true, noEmit: true };
    // Declarations of glTF-Transform name Float16Array.
    const compilerOptions = { ...options, lib: ['esnext', 'dom'] };
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    return run(folder, process.execPath, [join(root, 'node_modules', compiler, 'bin/tsc'), '-p', config]);
  });
  await Promise.all(checks);
}

/** As in docs/guide/vite.md: an import, types for it, a production build. */
async function tryVite(root: string, { folder, npx }: Installed): Promise<void> {
  const config = "import { assetc } from 'vite-plugin-assetc';\n\nexport default { plugins: [assetc()] };\n";
  writeFileSync(join(folder, 'vite.config.js'), config);
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.ts"></script>\n');
  writeFileSync(join(folder, 'main.ts'), "import logo from 'assetc:logo';\n\ndocument.title = logo;\n");
  cpSync(join(root, 'examples/demo/assets/ui/logo.png'), join(folder, 'assets/logo.png'));
  await npx('vite', 'build');
  assert(readdirSync(join(folder, 'dist/assets')).some((name) => /^logo-[0-9a-f]{10}\.ktx2$/.test(name)));
  assert.match(readFileSync(join(folder, 'assetc.d.ts'), 'utf8'), /declare module 'assetc:logo' /);
}

/** Installs every package, with peers and the types that a TypeScript user has. Returns the entry points that were imported. */
export async function tryEveryPackage(trial: Trial): Promise<readonly string[]> {
  const specs = [...trial.packages.map(trial.specOf), '@types/node', '@types/three'];
  const installed = await install(trial, 'every-package', specs);
  const specifiers = specifiersOf(trial.packages);
  await Promise.all([
    tryTypes(trial.root, installed.folder, specifiers),
    tryImports(installed.folder, specifiers).then(() => tryVite(trial.root, installed)),
  ]);
  return specifiers;
}
