// The pool with real threads, running the toy kinds from a worker that esbuild bundles for the occasion.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSlowWorker } from '../testing/bundle-slow-worker.js';
import type { Job } from './job.js';
import { PoolExecutor } from './pool-executor.js';

const folder = mkdtempSync(join(tmpdir(), 'assetc-pool-'));
const root = join(folder, 'assets');
const workerFile = join(folder, 'worker.mjs');
const signal = new AbortController().signal;

const job = (source: string): Job => ({
  kind: 'list',
  source,
  name: undefined,
  base: source.replace('.list', ''),
  params: undefined,
  settings: { toy: { style: 'plain', level: 1 } },
  knownFiles: [],
});

beforeAll(async () => {
  mkdirSync(root);
  await bundleSlowWorker(workerFile);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pool = (threads: number, heapMegabytes?: number): PoolExecutor =>
  new PoolExecutor({
    workerFile,
    threads,
    setup: { root, exclude: [], layers: [], sources: { input: root, output: '', otherOutputs: [], embed: [] } },
    ...(heapMegabytes !== undefined && { heapMegabytes }),
  });

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe('the pool', () => {
  it('compiles on threads and hands the outputs over', async () => {
    writeFileSync(join(root, 'a.list'), `hello\n${'x'.repeat(200_000)}`);
    const executor = pool(2);
    try {
      const result = await executor.run(job('a.list'), signal);
      expect(result.failed).toBe(false);
      expect(text(result.outputs[0]?.bytes)).toContain('hello');
      expect(result.outputs[0]?.bytes.length).toBeGreaterThan(200_000);
      expect(result.dependencies).toMatchObject([{ type: 'bytes', path: 'a.list' }]);
    } finally {
      await executor.dispose();
    }
  });

  it('shares the indices of one asset among idle threads, each done once', async () => {
    writeFileSync(join(root, 'p.list'), 'threads 60');
    const executor = pool(3);
    try {
      // Warms the threads up, so that they are there when the work is shared.
      await Promise.all([1, 2, 3].map(() => executor.run(job('a.list'), signal)));
      const result = await executor.run(job('p.list'), signal);
      const threads = text(result.outputs[0]?.bytes).split('\n').at(-1)?.split(',') ?? [];
      expect(threads).toHaveLength(60);
      expect(threads).not.toContain('0');
      expect(new Set(threads).size).toBeGreaterThan(1);
    } finally {
      await executor.dispose();
    }
  });

  it('gives the memory of large jobs back while its threads wait', async () => {
    writeFileSync(join(root, 'large.list'), 'megabytes 128');
    const executor = pool(3);
    const residentMegabytes = (): number => process.memoryUsage().rss / (1 << 20);
    try {
      await Promise.all([1, 2, 3].map(() => executor.run(job('a.list'), signal)));
      const before = residentMegabytes();
      for (let i = 0; i < 4; i++) {
        const result = await executor.run(job('large.list'), signal);
        expect(new Set(text(result.outputs[0]?.bytes).split(',')).size, 'threads that helped').toBeGreaterThan(1);
      }
      const most = residentMegabytes() - before;
      // Threads that wait collect nothing of their own accord: without being asked they hold all four. One may stay with the thread that helped last.
      await expect
        .poll(() => residentMegabytes() - before, {
          message: `of ${Math.round(most)} MB more at the end of the last job`,
        })
        .toBeLessThan(200);
    } finally {
      await executor.dispose();
    }
  });

  it.each([1, 2])('cannot deadlock when every one of %i threads shares work', async (threads) => {
    writeFileSync(join(root, 'q.list'), 'parallel 500\nparallel 3\nparallel 1\nparallel 0');
    const executor = pool(threads);
    try {
      const results = await Promise.all(Array.from({ length: 12 }, () => executor.run(job('q.list'), signal)));
      const texts = new Set(results.map((result) => text(result.outputs[0]?.bytes)));
      expect(texts.size).toBe(1);
      expect([...texts][0]).toContain('248004,249001');
    } finally {
      await executor.dispose();
    }
  });

  it('brings an error from another thread to the asset that shared the work', async () => {
    writeFileSync(join(root, 'e.list'), 'parallel 400 377');
    const executor = pool(2);
    try {
      const result = await executor.run(job('e.list'), signal);
      expect(result.failed).toBe(true);
      expect(result.diagnostics[0]?.code).toBe('internal/compiler');
      expect(result.diagnostics[0]?.message).toContain('index 377 was reported to fail');
    } finally {
      await executor.dispose();
    }
  });

  it('reports a thread that dies, and goes on with others', async () => {
    writeFileSync(join(root, 'd.list'), 'die');
    const executor = pool(1);
    try {
      const [dead, alive] = await Promise.all([
        executor.run(job('d.list'), signal),
        executor.run(job('a.list'), signal),
      ]);
      expect(dead).toMatchObject({ failed: true, diagnostics: [{ code: 'internal/worker', file: 'd.list' }] });
      expect(alive.failed).toBe(false);
    } finally {
      await executor.dispose();
    }
  });

  it('loses only the asset that exhausts the memory of its thread, and no thread', async () => {
    writeFileSync(join(root, 'x.list'), 'exhaust');
    writeFileSync(join(root, 'p.list'), 'threads 60');
    const executor = pool(2, 64);
    try {
      const sources = ['x.list', 'a.list', 'x.list', 'a.list', 'a.list'];
      const results = await Promise.all(sources.map((source) => executor.run(job(source), signal)));
      expect(results.map(({ failed }) => failed)).toEqual(sources.map((source) => source === 'x.list'));
      expect(results[0]?.diagnostics).toMatchObject([
        { code: 'internal/worker', file: 'x.list', message: expect.stringContaining('memory') },
      ]);
      const after = await executor.run(job('p.list'), signal);
      expect(new Set(text(after.outputs[0]?.bytes).split('\n').at(-1)?.split(',')).size).toBe(2);
    } finally {
      await executor.dispose();
    }
  });

  it('gives the first job the thread that got ready for it', async () => {
    const executor = pool(1);
    try {
      executor.getReady();
      executor.getReady();
      // A second thread would be one too many.
      expect(await executor.run(job('a.list'), signal)).toMatchObject({ failed: false });
    } finally {
      await executor.dispose();
    }
  });

  it('runs a job once more whose helper died, and fails it alone where that happens again', async () => {
    writeFileSync(join(root, 'once.list'), 'die-helping once');
    writeFileSync(join(root, 'always.list'), 'die-helping');
    const executor = pool(2);
    try {
      await Promise.all([1, 2].map(() => executor.run(job('a.list'), signal)));
      const once = await executor.run(job('once.list'), signal);
      expect(once).toMatchObject({ failed: false });
      expect(text(once.outputs[0]?.bytes)).toBe('helped');
      const always = await executor.run(job('always.list'), signal);
      expect(always).toMatchObject({ failed: true, diagnostics: [{ code: 'internal/worker', file: 'always.list' }] });
      expect((await executor.run(job('a.list'), signal)).failed).toBe(false);
    } finally {
      await executor.dispose();
      rmSync(join(tmpdir(), `assetc-died-${process.pid}-once.list`), { force: true });
    }
  });

  it('rejects with the reason when the build is aborted', async () => {
    const mark = join(root, 'begun');
    writeFileSync(join(root, 's.list'), `listen ${mark}`);
    const executor = pool(1);
    const controller = new AbortController();
    const refused = expect(executor.run(job('s.list'), controller.signal)).rejects.toThrow('enough');
    await expect.poll(() => existsSync(mark)).toBe(true);
    controller.abort(new Error('enough'));
    await executor.dispose();
    await refused;
  });
});
