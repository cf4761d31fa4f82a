// The pool with Node workers, bundled from the current sources.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeKtx2 } from '../encode-ktx2.js';
import { testImage } from '../testing/test-image.js';
import { createEncoderPool, type WorkerEncoderPool } from './create-pool.js';

let folder = '';
let script = '';
const pools: WorkerEncoderPool[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-encoder-'));
  script = join(folder, 'worker.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../worker-node.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['assetc-source'],
  });
});
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Watched {
  readonly pool: WorkerEncoderPool;
  readonly started: Worker[];
  readonly ended: Set<Worker>;
}

function watchedPool(size: number): Watched {
  const started: Worker[] = [];
  const ended = new Set<Worker>();
  const worker = () => {
    const one = new Worker(script);
    one.on('exit', () => ended.add(one));
    started.push(one);
    return one;
  };
  const pool = createEncoderPool({ size, worker });
  pools.push(pool);
  return { pool, started, ended };
}

describe('a pool of workers', () => {
  it('gives the same bytes as one thread, for several images at once', async () => {
    const images = [testImage(300, 520), testImage(517, 64, true), testImage(3, 5)];
    const alone = await Promise.all(images.map((image) => encodeKtx2(image, { quality: 'fast' })));
    for (const size of [1, 3]) {
      const { pool, started } = watchedPool(size);
      const files = await Promise.all(images.map((image) => encodeKtx2(image, { quality: 'fast', pool })));
      for (const [i, file] of files.entries()) expect(Buffer.compare(file, alone[i] ?? new Uint8Array())).toBe(0);
      expect(started).toHaveLength(size);
    }
  });

  it('terminates workers with aborted jobs, and reassigns their other jobs', async () => {
    const { pool, started, ended } = watchedPool(2);
    const controller = new AbortController();
    const image = testImage(700, 700);
    const kept = encodeKtx2(image, { quality: 'fast', pool });
    const onProgress = (done: number) => done > 0.2 && controller.abort();
    const { signal } = controller;
    const dropped = encodeKtx2(testImage(900, 900), { quality: 'max', rdo: 1, pool, signal, onProgress });
    await expect(dropped).rejects.toMatchObject({ name: 'AbortError' });
    expect(Buffer.compare(await kept, await encodeKtx2(image, { quality: 'fast' }))).toBe(0);
    // A worker reports its end later than it is requested.
    await expect.poll(() => ended.size).toBeGreaterThan(0);
    await expect.poll(() => started.length - ended.size).toBeLessThanOrEqual(2);
    // The pool still works.
    expect((await encodeKtx2(testImage(64, 64), { pool })).length).toBeGreaterThan(0);
  });

  it('rejects if its script is missing, and rejects running jobs when closed', async () => {
    const lost = createEncoderPool({ size: 1, worker: join(folder, 'nowhere.mjs') });
    await expect(encodeKtx2(testImage(64, 64), { pool: lost })).rejects.toThrow(
      /^a worker of the encoder failed: Cannot find module .*nowhere\.mjs.*Set the address of its script with the option "worker" of createEncoderPool$/s,
    );
    const { pool } = watchedPool(1);
    const encoding = encodeKtx2(testImage(900, 900), { pool });
    pool.close();
    await expect(encoding).rejects.toThrow('the pool of the encoder was closed');
    await expect(encodeKtx2(testImage(8, 8), { pool })).rejects.toThrow('the pool of the encoder is closed');
  });

  it('requires a whole number of workers', () => {
    for (const size of [0, 1.5, Number.NaN]) expect(() => createEncoderPool({ size })).toThrow(RangeError);
  });
});
