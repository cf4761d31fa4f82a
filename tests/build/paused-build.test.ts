// A process that is stopped in the middle of a build (a laptop that sleeps) loses its lock to a build on another machine. When it is
// continued, it stops with a message, and the output is the other build's.

import { spawn } from 'node:child_process';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { cli, DiskProject, exitCode, hasCli } from '../support/disk-project.js';
import { until } from '../support/patience.js';

let project: DiskProject | undefined;

afterEach(() => project?.remove());

/** Loaded before the command line: the process stops itself before its nth fsync. */
const stopAt = (n: number) => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { fsync } = fs;
let count = 0;
fs.fsync = (...args) => {
  if (++count === ${n}) process.kill(process.pid, 'SIGSTOP');
  return fsync(...args);
};
syncBuiltinESMExports();
`;

const ANOTHER_MACHINE = `
import os from 'node:os';
import { syncBuiltinESMExports } from 'node:module';
os.hostname = () => 'another-machine';
syncBuiltinESMExports();
`;

const stateOf = (pid: number | undefined): string =>
  /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '';

it.skipIf(!hasCli || process.platform !== 'linux').each([2, 5, 9])(
  'a build that is stopped at sync %i and continued after another has built writes nothing more',
  async (n) => {
    const p = new DiskProject({ 'assetc.yml': 'embed: ["*.json"]\npack: true\n' });
    project = p;
    for (let i = 0; i < 40; i++) p.write(`assets/${i}.json`, `[${i}]`);
    p.write('stop.mjs', stopAt(n));
    p.write('other.mjs', ANOTHER_MACHINE);
    const preload = (name: string) => ({ NODE_OPTIONS: `--import=${pathToFileURL(p.path(name)).href}` });
    const first = spawn(process.execPath, [cli], { cwd: p.root, env: p.env(preload('stop.mjs')), stdio: 'pipe' });
    const ended = exitCode(first);
    let stderr = '';
    first.stderr.on('data', (text) => {
      stderr += text;
    });
    try {
      await until(() => stateOf(first.pid) === 'T');
      const lock = p.path('runtime/.assetc-lock');
      const longAgoSeconds = Date.now() / 1000 - 120;
      utimesSync(lock, longAgoSeconds, longAgoSeconds);
      for (let i = 0; i < 40; i += 2) writeFileSync(p.path(`assets/${i}.json`), `[${i}, "edited"]`);
      expect(p.run([], preload('other.mjs'))).toMatchObject({ status: 0 });
      const tree = { ...p.hashTree(), pack: p.hashFile('runtime.hpack') };
      expect(Object.keys(tree)).toHaveLength(42);
      const record = readFileSync(p.path('runtime/.assetc-cache'));

      process.kill(first.pid ?? 0, 'SIGCONT');
      expect(await ended).toEqual({ code: 1, signal: null });
      expect(stderr).toContain('build/lock-lost: the lock of the output folder is gone');
      expect({ ...p.hashTree(), pack: p.hashFile('runtime.hpack') }).toEqual(tree);
      expect(readFileSync(p.path('runtime/.assetc-cache')).equals(record)).toBe(true);
      expect(p.listAssets((status) => status !== 'cached')).toEqual([]);
    } finally {
      first.kill('SIGKILL');
    }
  },
);
