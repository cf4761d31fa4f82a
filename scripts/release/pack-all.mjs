// `npm run pack:all`: a tarball of every public package in dist-packages/, then installed together in an empty folder and tried
// there as their users would: imports, types under node16 and bundler, the command line. `--into <folder>` packs elsewhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const into = process.argv.indexOf('--into');
const target = into < 0 ? join(root, 'dist-packages') : resolve(process.argv[into + 1]);

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'));
const packages = readdirSync(join(root, 'packages'))
  .map((folder) => ({ folder, ...manifestOf(folder) }))
  .filter((manifest) => manifest.private !== true);

function run(what, cwd, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (status === 0) return stdout;
  console.error(`${what} failed (${error?.message ?? `exit ${status}`}):\n${stdout}${stderr}`);
  process.exit(1);
}

function pack() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  // Built already, and once: each package's prepack would build all of them again.
  const out = run(
    'packing',
    root,
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    target,
    ...packages.map(({ name }) => `--workspace=${name}`),
  );
  return JSON.parse(out).map(({ name, filename, files, size }) => {
    const paths = files.map((file) => file.path);
    for (const wanted of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts'])
      assert(paths.includes(wanted), `${name}'s tarball lacks ${wanted}`);
    assert(!paths.some((path) => /\.test\.|\/testing\//.test(path)), `${name}'s tarball carries tests`);
    console.log(`${filename}  ${(size / 1e6).toFixed(2)} MB, ${files.length} files`);
    return join(target, filename);
  });
}

/** Every specifier that the packages export, except files that are not code and scripts of workers. */
const specifiers = packages.flatMap(({ name, exports }) =>
  Object.entries(exports)
    .filter(([, to]) => typeof to === 'object' && to.types !== undefined)
    .map(([subpath]) => name + subpath.slice(1)),
);

function tryImports(folder) {
  const lines = [
    "import assert from 'node:assert/strict';",
    ...specifiers.map((specifier, i) => `import * as m${i} from '${specifier}';`),
    `for (const [i, module] of [${specifiers.map((_, i) => `m${i}`).join(', ')}].entries()) assert(Object.keys(module).length > 0, String(i));`,
    "import { FormatError, decodeHmesh } from '@assetc/formats';",
    "import { FormatError as theirs } from 'assetc';",
    "assert.equal(theirs, FormatError, 'FormatError is of two classes');",
    'assert.throws(() => decodeHmesh(new Uint8Array(3)), theirs);',
  ];
  writeFileSync(join(folder, 'imports.mjs'), `${lines.join('\n')}\n`);
  run('importing every entry point', folder, process.execPath, 'imports.mjs');
  console.log(`imported ${specifiers.length} entry points; FormatError is one class`);
}

function tryTypes(folder) {
  const source = `${specifiers.map((specifier, i) => `import * as m${i} from '${specifier}';`).join('\n')}
import { type BuildOptions, type BuildResult, build } from 'assetc';
export const all: object[] = [${specifiers.map((_, i) => `m${i}`).join(', ')}];
export const run = (options: BuildOptions): Promise<BuildResult> => build(options);
`;
  writeFileSync(join(folder, 'consumer.ts'), source);
  // What a user of TypeScript has besides: types of Node, and of three, which came along as a peer.
  const types = ['@types/node', 'undici-types', '@types/three', '@types/stats.js', '@types/webxr', '@tweenjs/tween.js'];
  for (const name of [...types, '@dimforge/rapier3d-compat', 'fflate', 'meshoptimizer'])
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  // Each by one of the compilers that our users have.
  for (const [module, moduleResolution, compiler] of [
    ['node16', 'node16', 'typescript'],
    ['esnext', 'bundler', 'typescript-7'],
  ]) {
    const compilerOptions = {
      target: 'es2022',
      // Declarations of glTF-Transform speak of Float16Array.
      lib: ['esnext', 'dom'],
      module,
      moduleResolution,
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
    run(`types under ${moduleResolution}`, folder, process.execPath, tsc, '-p', '.');
    console.log(`types resolve under ${moduleResolution}`);
  }
}

function tryCommands(folder) {
  run('assetc init', folder, 'npx', '--no-install', 'assetc', 'init');
  cpSync(join(root, 'examples/demo/assets/ui/logo.png'), join(folder, 'assets/logo.png'));
  cpSync(join(root, 'examples/demo/assets/models'), join(folder, 'assets/models'), { recursive: true });
  cpSync(join(root, 'examples/demo/assets/textures'), join(folder, 'assets/textures'), { recursive: true });
  cpSync(join(root, 'examples/demo/assets/shaders/skin.shader'), join(folder, 'assets/skin.shader'), {
    recursive: true,
  });
  const built = run('assetc', folder, 'npx', '--no-install', 'assetc', '--verify', '--pack');
  assert.match(built, /\d+ built.*0 failed/, built);
  run('assetc check', folder, 'npx', '--no-install', 'assetc', 'check');
  assert.match(run('assetc docs', folder, 'npx', '--no-install', 'assetc', 'docs', 'configuration'), /assetc\.yml/);
  assert.match(
    run('assetc explain', folder, 'npx', '--no-install', 'assetc', 'explain', 'gltf/bad-json'),
    /gltf\/bad-json/,
  );
  console.log('init, build, check, docs and explain run from the tarballs');
}

/** As in docs/guide/vite.md: an import, types for it, a production build. Vite comes along as a peer. */
function tryVite(folder) {
  const config = "import { assetc } from 'vite-plugin-assetc';\n\nexport default { plugins: [assetc()] };\n";
  writeFileSync(join(folder, 'vite.config.js'), config);
  writeFileSync(join(folder, 'index.html'), '<script type="module" src="/main.ts"></script>\n');
  writeFileSync(join(folder, 'main.ts'), "import logo from 'assetc:logo';\n\ndocument.title = logo;\n");
  run('vite build', folder, 'npx', '--no-install', 'vite', 'build');
  assert(readdirSync(join(folder, 'dist/assets')).some((name) => /^logo-[0-9a-f]{10}\.ktx2$/.test(name)));
  assert.match(readFileSync(join(folder, 'assetc.d.ts'), 'utf8'), /declare module 'assetc:logo' /);
  console.log('vite builds with the plug-in');
}

const tarballs = pack();
const folder = mkdtempSync(join(tmpdir(), 'assetc-packages-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "name": "someones-game", "private": true, "type": "module" }\n');
  run('installing the tarballs', folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs);
  tryImports(folder);
  tryTypes(folder);
  tryCommands(folder);
  tryVite(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
