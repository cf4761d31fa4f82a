// A machine that does not give WebAssembly its memory: the diagnostic names the size, and what to do.

import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const project = new DiskProject({
  'assetc.yml': 'embed: ["*.json"]\n',
  'assets/a.png': makePng(8, 8, (x, y) => [x, y, 0, 255]),
  'assets/b.json': '{}',
  'assets/c.shader/c.comp': '#version 450\nvoid main() {}\n',
});
afterAll(() => project.remove());

describe.skipIf(!hasCli || process.platform !== 'linux')('a build with little address space', () => {
  // Node reserves about 10 GB for each WebAssembly memory, and takes less than 8 itself.
  const limited = (extra: Readonly<Record<string, string>> = {}) =>
    spawnSync('sh', ['-c', 'ulimit -v 8000000; exec "$0" "$1" -j 1', process.execPath, cli], {
      cwd: project.root,
      encoding: 'utf8',
      env: project.env(extra),
    });

  it('names the size that was refused, and builds the rest', () => {
    const { status, stderr } = limited();
    expect(status).toBe(1);
    expect(stderr).toContain(
      'a.png: error build/out-of-memory: a WebAssembly memory of 1 MB could not be allocated\n  hint: Build with fewer jobs',
    );
    expect(stderr).toMatch(
      /c\.comp: error build\/out-of-memory: a WebAssembly memory of up to \d+ MB could not be allocated for /,
    );
    expect(stderr).not.toContain('internal');
    expect(project.read('runtime/b.json')).toBe('{}');
  });

  it('succeeds as the hint says', () => {
    expect(limited({ NODE_OPTIONS: '--disable-wasm-trap-handler' })).toMatchObject({ status: 0, stderr: '' });
  });
});
