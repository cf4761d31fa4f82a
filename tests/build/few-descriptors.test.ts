// A build with few file descriptors waits for free ones instead of failing.

import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const COUNT = 151;
const names = Array.from({ length: COUNT }, (_, i) => `assets/t${i}.png`);
const picture = (seed: number) => makePng(32, 32, (x, y) => [x * seed, y * 7, (x * y) & 255, 255]);
const project = new DiskProject({
  'assetc.yml': '',
  ...Object.fromEntries(names.map((name, i) => [name, picture(i + 1)])),
});
afterAll(() => project.remove());

describe.skipIf(!hasCli || process.platform !== 'linux')('a build with few file descriptors', () => {
  it('builds every asset', () => {
    // Two threads: each takes some descriptors, whatever the machine.
    const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -n 48; exec "$0" "$1" -q -j 2', process.execPath, cli], {
      cwd: project.root,
      encoding: 'utf8',
      env: project.env(),
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(Object.keys(project.hashTree())).toHaveLength(COUNT + 1);
  });
});
