// Jobs that never end, on real threads: the toy kinds run from a worker that esbuild bundles for the occasion.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleSlowWorker } from '../testing/bundle-slow-worker.js';
import type { Job } from './job.js';
import { PoolExecutor } from './pool-executor.js';

const folder = mkdtempSync(join(tmpdir(), 'assetc-limit-'));
const root = join(folder, 'assets');
const mark = join(folder, 'mark');
const workerFile = join(folder, 'worker.mjs');
const signal = new AbortController().signal;
/** What loops takes this long; what does not may take as long as a loaded machine needs. */
const LIMIT_MS = 1000;
const AMPLE_MS = 50_000;

const sources = {
  loop: 'loop',
  mark: `loop ${mark}-begun`,
  later: `loop-later ${mark}`,
  listen: `listen ${mark}`,
  fine: 'fine',
  shared: 'parallel 60',
};

const job = (name: keyof typeof sources): Job => ({
  kind: 'list',
  source: `${name}.list`,
  name: undefined,
  base: name,
  params: undefined,
  settings: { toy: { style: 'plain', level: 1 } },
  knownFiles: [],
});

beforeAll(async () => {
  mkdirSync(root);
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(root, `${name}.list`), text);
  await bundleSlowWorker(workerFile);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let executor: PoolExecutor | undefined;
afterEach(() => executor?.dispose());

function pool(threads: number, beginMs?: number): PoolExecutor {
  const rules = { input: root, output: '', otherOutputs: [], embed: [] };
  const setup = { root, exclude: [], layers: [], sources: rules };
  executor = new PoolExecutor({ workerFile, threads, setup, ...(beginMs !== undefined && { beginMs }) });
  return executor;
}

const tooLong = {
  failed: true,
  diagnostics: [
    {
      code: 'build/time-limit',
      severity: 'error',
      message: 'the kind list did not finish compiling it within 1 s (timeLimit)',
    },
  ],
};

describe('a job that never ends', () => {
  it.each([1, 2])('fails alone at its limit, with %i threads', async (threads) => {
    const all = pool(threads);
    const others = ['fine', 'shared', 'fine', 'shared'] as const;
    const [looping, ...rest] = await Promise.all([
      all.run(job('loop'), signal, LIMIT_MS),
      ...others.map((name) => all.run(job(name), signal, AMPLE_MS)),
      // Of a kind without a limit.
      all.run(job('shared'), signal),
    ]);
    expect(looping).toMatchObject({ ...tooLong, diagnostics: [{ ...tooLong.diagnostics[0], file: 'loop.list' }] });
    expect(rest.map(({ failed }) => failed)).toEqual(rest.map(() => false));
    expect(await all.run(job('fine'), signal, AMPLE_MS)).toMatchObject({ failed: false });
  });

  it('hears of it by its signal, and keeps its thread when it ends then', async () => {
    const all = pool(1);
    expect(await all.run(job('listen'), signal, LIMIT_MS)).toMatchObject(tooLong);
    expect(readFileSync(mark, 'utf8')).toContain('time limit');
    expect(await all.run(job('fine'), signal, AMPLE_MS)).toMatchObject({ failed: false });
  });

  it('hears of an interrupted build, too', async () => {
    rmSync(mark, { force: true });
    const all = pool(1);
    const build = new AbortController();
    const running = all.run(job('listen'), build.signal, AMPLE_MS);
    const refused = expect(running).rejects.toThrow('enough');
    await expect.poll(() => existsSync(mark)).toBe(true);
    build.abort(new Error('enough'));
    await all.dispose();
    await refused;
    expect(readFileSync(mark, 'utf8')).toContain('interrupted');
  });

  it('is not waited for when the build is interrupted', async () => {
    const all = pool(1);
    const build = new AbortController();
    // Its own limit would come later than that of the test.
    const refused = expect(all.run(job('mark'), build.signal, 24 * 3_600_000)).rejects.toThrow('enough');
    await expect.poll(() => existsSync(`${mark}-begun`)).toBe(true);
    build.abort(new Error('enough'));
    await all.dispose();
    await refused;
  });

  it('harms nobody by what it leaves behind: the next is run again on another thread', async () => {
    const all = pool(1, 2000);
    // Without a limit it would hang for ever.
    for (const limitMs of [AMPLE_MS, undefined]) {
      expect(await all.run(job('later'), signal, limitMs)).toMatchObject({ failed: false });
      writeFileSync(`${mark}-go`, '');
      await expect.poll(() => existsSync(`${mark}-loops`)).toBe(true);
      for (const end of ['go', 'loops']) rmSync(`${mark}-${end}`);
      expect(await all.run(job('fine'), signal, limitMs)).toMatchObject({ failed: false });
    }
  });
});
