// `node scripts/install/install-oracles.mjs`: installs, with apt-get, the decoders that tests/oracles compare ours with: Pillow (BC),
// astcenc (ASTC) and OpenImageIO (OpenEXR). Chromium comes with the dev dependencies. Optional: tests are reported as skipped if one is missing.
import { spawnSync } from 'node:child_process';

const PACKAGES = ['python3-pil', 'astcenc', 'openimageio-tools'];
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) {
  console.error(`apt-get is not available. Install ${PACKAGES.join(' and ')} by other means`);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const apt = (...args) => (isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
const isDone =
  apt('install', '-y', '--no-install-recommends', ...PACKAGES) ||
  (apt('update') && apt('install', '-y', '--no-install-recommends', ...PACKAGES));
process.exit(isDone ? 0 : 1);
