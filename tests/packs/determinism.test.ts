// Packs, compressed packs and patches have equal bytes with every number of threads and every Node that the packages promise.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeHpack } from '../../packages/formats/src/index.js';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { nodeOf } from '../support/node-versions.js';
import { randomNumbers } from './random-packs.js';

/** Vertices, text, noise, and small files that share frames. */
function files(version: number) {
  const next = randomNumbers(11);
  return Array.from({ length: 60 }, (_, i) => {
    const size = i % 20 === 0 ? 70_000 + i * 1000 : 200 + i * 37;
    const row = 4 + (i % 3) * 4;
    const bytes = Uint8Array.from({ length: size }, (_byte, k) =>
      k % row < 2 ? next() >>> 24 : (k / row + i * 7) >> (k % 4),
    );
    if (version === 2 && i % 4 === 0) bytes.fill(7, size >> 1, (size >> 1) + 300);
    return { path: `${version === 2 && i % 9 === 0 ? 'moved/' : ''}${i}.${i % 2 === 0 ? 'hmesh' : 'json'}`, bytes };
  });
}

/** What a machine with this many processors reports. */
const withProcessors = (count: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.availableParallelism = () => ${count};
    syncBuiltinESMExports();`,
  )}`;

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

describe.skipIf(!hasCli)('packs, compressed packs and patches', () => {
  const project = new DiskProject({
    'old.hpack': encodeHpack(files(1)),
    'new.hpack': encodeHpack(files(2)),
    'assetc.yml': 'packs: { text: ["*.txt"], rest: ["*"] }\nembed: ["*.txt", "*.bin"]\npackInfo: true\n',
    'assets/a.txt': 'one',
    'assets/b/c.txt': 'two',
    'assets/d.bin': 'three'.repeat(999),
  });
  afterAll(() => project.remove());

  function hashes(node: string, threads: number): readonly string[] {
    const run = (...args: readonly string[]) => {
      const flags = ['--import', withProcessors(threads), cli];
      const { status, stderr } = spawnSync(node, [...flags, ...args], {
        cwd: project.root,
        encoding: 'utf8',
        env: project.env(),
      });
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
    };
    for (const name of ['runtime', 'a.hpackz', 'a.hpatch', '.cache'])
      rmSync(project.path(name), { recursive: true, force: true });
    run('build', '-j', String(threads), '--no-cache');
    run('pack', 'compress', 'old.hpack', '-o', 'a.hpackz');
    run('pack', 'diff', 'old.hpack', 'new.hpack', '-o', 'a.hpatch');
    return ['runtime.text.hpack', 'runtime.rest.hpack', 'a.hpackz', 'a.hpatch'].map((name) =>
      sha256(project.path(name)),
    );
  }

  const expected = hasCli ? hashes(process.execPath, 1) : [];

  it.each([2, 4])('are equal with %i threads', (threads) => {
    expect(hashes(process.execPath, threads)).toEqual(expected);
  });

  for (const major of [20, 22, 24].filter((each) => each !== Number.parseInt(process.versions.node, 10))) {
    const node = nodeOf(major);
    it.skipIf(node === undefined)(`are equal on Node ${major}`, () => {
      expect(hashes(node ?? '', 3)).toEqual(expected);
    });
  }
});
