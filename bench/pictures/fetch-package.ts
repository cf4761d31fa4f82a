// Downloads npm packages whose pictures benchmarks use, once, into node_modules/.cache. They are never in the repository. Peers are not
// downloaded: they run if they are installed.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve('node_modules/.cache/held-out');

/** The folder of an unpacked package. Returns undefined if it cannot be downloaded. */
export function packageFolder(name: string): string | undefined {
  const folder = join(CACHE, name.replaceAll('/', '+'));
  if (existsSync(folder)) return join(folder, 'package');
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--silent', name], { cwd: fresh, encoding: 'utf8', stdio: 'pipe' });
    execFileSync('tar', ['xzf', packed.trim()], { cwd: fresh, stdio: 'ignore' });
    rmSync(join(fresh, packed.trim()));
    renameSync(fresh, folder);
    return join(folder, 'package');
  } catch {
    rmSync(fresh, { recursive: true, force: true });
    return undefined;
  }
}
