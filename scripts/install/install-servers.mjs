// `node scripts/install/install-servers.mjs`: installs, with apt-get, the servers that tests/remote and tests/farm start: nginx and Redis.
// Optional: tests are reported as skipped if one is missing. Neither is started as a service.
import { spawnSync } from 'node:child_process';

const PACKAGES = ['nginx', 'redis-server'];
const run = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0;

if (PACKAGES.every((name) => spawnSync(name, ['-v']).status === 0)) process.exit(0);
if (process.platform !== 'linux' || spawnSync('apt-get', ['--version']).status !== 0) {
  console.error(`apt-get is not available. Install ${PACKAGES.join(' and ')} by other means`);
  process.exit(1);
}
const isRoot = process.getuid?.() === 0;
const apt = (...args) => (isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]));
const install = () => apt('install', '-y', '--no-install-recommends', ...PACKAGES);
process.exit(install() || (apt('update') && install()) ? 0 : 1);
