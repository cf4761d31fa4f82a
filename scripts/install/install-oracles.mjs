// `node scripts/install/install-oracles.mjs`: installs the decoders of other makers that tests/oracles compare ours with, where apt-get can be used: Pillow (BC),
// astcenc (ASTC) and OpenImageIO (OpenEXR). Chromium comes with the dev dependencies. Tests skip visibly what is absent; so this is for CI and the curious.
import { spawnSync } from 'node:child_process';

const PACKAGES = ['python3-pil', 'astcenc', 'openimageio-tools'];
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) {
  console.error(`no apt-get here: install ${PACKAGES.join(' and ')} by other means`);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const apt = (...args) => (isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
const isDone =
  apt('install', '-y', '--no-install-recommends', ...PACKAGES) ||
  (apt('update') && apt('install', '-y', '--no-install-recommends', ...PACKAGES));
process.exit(isDone ? 0 : 1);
