// Adds to package-lock.json the optional binaries of other platforms that npm left out. A registry mirror that lacks some of
// them makes npm write a lock file that npm ci then refuses everywhere. Run it after `npm install` changed the lock file.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = lock;
let added = 0;
for (const owner of Object.values({ ...packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (packages[key] !== undefined || !/^\d/.test(version)) continue;
    const [, platform, chip] = /(android|darwin|linux|win32|freebsd|openharmony|wasm32)-(\w+)/.exec(name) ?? [];
    if (platform === undefined) throw new Error(`unknown platform in the name of ${name}`);
    const onLinux = platform === 'linux';
    packages[key] = {
      version,
      cpu: [platform === 'wasm32' ? platform : chip],
      ...(owner.dev ? { dev: true } : {}),
      license: owner.license,
      optional: true,
      ...(platform === 'wasm32' ? {} : { os: [platform] }),
      ...(onLinux && /musl/.test(name) ? { libc: ['musl'] } : onLinux && /gnu/.test(name) ? { libc: ['glibc'] } : {}),
      engines: owner.engines,
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added} packages`);
