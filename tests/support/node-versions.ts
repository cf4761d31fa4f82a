// Other versions of Node, from the registry, into node_modules/.cache.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A Node of this major version: the running one, or one from an npm package. Undefined if it is not available. */
export function nodeOf(major: number): string | undefined {
  if (Number.parseInt(process.versions.node, 10) === major) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(root, `node_modules/.cache/nodes/${major}`);
  const binary = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    spawnSync('npm', ['install', ...flags, `${name}@${major}`], { cwd: folder, shell: process.platform === 'win32' });
  }
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return stdout?.startsWith(`v${major}.`) ? binary : undefined;
}
