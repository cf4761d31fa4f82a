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
/** Too large for the main thread: a thread needs descriptors of its own. */
const noise = makePng(256, 256, (x, y) => [x * y * 7 + ((x * x) >> 3), x * 31 + y * y * 17, (x ^ (y * 57)) * 13, 255]);
const large = new DiskProject({ 'assetc.yml': '', 'assets/large.png': noise });
afterAll(() => {
  project.remove();
  large.remove();
});

describe.skipIf(!hasCli || process.platform !== 'linux')('a build with few file descriptors', () => {
  const buildWith = (descriptors: number, threads: number, built = project) =>
    spawnSync(
      'sh',
      ['-c', `ulimit -n ${descriptors}; exec "$0" "$1" -q --no-cache -j ${threads}`, process.execPath, cli],
      { cwd: built.root, encoding: 'utf8', env: built.env() },
    );

  it.each([
    [64, 16],
    [48, 2],
    [40, 8],
  ])('builds every asset (%i descriptors, %i threads requested)', (descriptors, threads) => {
    const { status, stderr } = buildWith(descriptors, threads);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(Object.keys(project.hashTree())).toHaveLength(COUNT + 1);
  });

  it('names the cause if there are fewer than the program itself needs', () => {
    expect(noise.length).toBeGreaterThan(64 * 1024);
    const { status, stderr } = buildWith(26, 2, large);
    expect(status).toBe(1);
    expect(stderr).toContain('EMFILE');
    expect(stderr).not.toContain('internal');
  });
});
