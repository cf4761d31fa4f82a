// A farm of processes: the built command line, a real Redis, a cache over HTTP. Every build ends like one on a single machine.

import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { until } from '../support/patience.js';
import { farmProject } from './farm-project.js';
import { type Ended, runCli, WorkerMachine } from './machines.js';
import { hasRedis, PASSWORD, RedisProcess } from './redis-process.js';

const TOKEN = 'token-of-the-cache';
const isLong = process.env.ASSETC_LONG === '1';

describe.skipIf(!hasRedis || !hasCli)('a farm of three workers', () => {
  const nowhere = new DiskProject();
  const projects: DiskProject[] = [nowhere];
  const workers: WorkerMachine[] = [];
  let redis: RedisProcess;
  let cache: BlobServer;
  let expected: Record<string, string> = {};

  const project = (pictures = 12, firstSeed = 1): DiskProject => {
    const made = farmProject(pictures, 64, firstSeed);
    projects.push(made);
    return made;
  };
  const env = () => ({ ASSETC_CACHE_URL: cache.url, ASSETC_CACHE_TOKEN: TOKEN, ASSETC_FARM_URL: redis.url() });
  const build = (on: DiskProject, ...args: string[]): Promise<Ended> =>
    runCli(on, ['build', '-j', '1', ...args, '--farm', 'env'], env());
  /** What workers have reported so far: their output may arrive after the end of a build. */
  const doneByWorkers = () => workers.reduce((sum, worker) => sum + worker.done, 0);
  const puts = () => cache.asked.filter(({ method }) => method === 'PUT').length;
  /** With results of earlier builds there would be nothing to compile. */
  const forgetResults = async () => {
    for (const key of cache.blobs.keys()) if (key.includes('/ac/')) cache.blobs.delete(key);
    await redis.forgetJobs();
  };

  beforeAll(async () => {
    redis = await RedisProcess.open();
    cache = await BlobServer.open();
    const alone = project();
    expect(alone.run(['build', '-q'])).toMatchObject({ status: 0 });
    expected = alone.hashTree();
    for (let i = 0; i < 3; i++) workers.push(new WorkerMachine(nowhere, ['-j', '1'], env()));
    await Promise.all(workers.map((worker) => worker.start()));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await redis?.close();
    await cache?.close();
    for (const one of projects) one.remove();
  });

  it('writes the same bytes as one machine', async () => {
    const here = project();
    const { code, stdout, stderr } = await build(here, '--verify');
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(here.hashTree()).toEqual(expected);
    const [, sent, elsewhere] = /farm: (\d+) jobs sent to the queue, (\d+) done by workers/.exec(stdout) ?? [];
    // 12 images, wood.png or its stand-in, an array, three models.
    expect(Number(sent)).toBeGreaterThanOrEqual(16);
    expect(Number(elsewhere)).toBeGreaterThan(0);
    await expect.poll(doneByWorkers).toBeGreaterThanOrEqual(Number(elsewhere));
    expect(await build(here)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('farm:') });
  });

  it('runs each distinct job of two builders once', async () => {
    await forgetResults();
    const before = doneByWorkers();
    const [first, second] = [project(20, 1000), project(20, 1010)];
    const ended = await Promise.all([build(first), build(second)]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(second.hashTree()['p/1015.ktx2']).toBe(first.hashTree()['p/1015.ktx2']);
    // Each of 30 images is queued once and done once. A builder that has finished returns jobs that it started for the other.
    const jobs = await jobsDone(redis);
    expect(jobs.filter(({ source }) => source.startsWith('p/'))).toHaveLength(30);
    expect(jobs.filter(({ starts, left }) => starts !== left + 1)).toEqual([]);
    const pictures = workers.flatMap(({ printed }) => printed.match(/^done texture p\/10\d\d\.png/gm) ?? []);
    expect(new Set(pictures).size).toBe(pictures.length);
    await expect.poll(doneByWorkers).toBeGreaterThan(before);
  });

  it('completes although workers are killed', { timeout: 3_600_000 }, async () => {
    await forgetResults();
    const kills = isLong ? 100 : 3;
    let killed = 0;
    let seed = 7;
    const random = (end: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * end);
    };
    while (killed < kills) {
      const here = project(12, 1);
      await forgetResults();
      const building = build(here);
      let ended = false;
      void building.then(() => {
        ended = true;
      });
      while (!ended && killed < kills) {
        const next = puts() + 1 + random(6);
        await until(() => ended || puts() >= next);
        const worker = workers[random(workers.length)];
        if (ended || worker === undefined) break;
        await worker.kill();
        killed++;
        await worker.start();
      }
      expect(await building).toMatchObject({ code: 0 });
      expect(here.hashTree()).toEqual(expected);
    }
    console.log(`${killed} workers killed`);
    expect(killed).toBe(kills);
  });

  it('completes although Redis is killed during the build, and uses it when it is back', async () => {
    await forgetResults();
    const here = project();
    const before = puts();
    let isOver = false;
    const building = build(here).finally(() => {
      isOver = true;
    });
    await until(() => isOver || puts() > before + 3);
    await redis.kill();
    await redis.refuse(20);
    await redis.start();
    const { code, stderr } = await building;
    expect(code).toBe(0);
    expect(here.hashTree()).toEqual(expected);
    expect(stderr.match(/farm\/lost/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(stderr).not.toContain(PASSWORD);
    await forgetResults();
    const again = project(16, 3000);
    await until(async () => (await build(again, '--no-cache')).stdout.includes('done by workers'));
  });

  it('completes although the cache is emptied repeatedly', async () => {
    await forgetResults();
    const here = project();
    let asked = 0;
    cache.misbehave = () => {
      if (++asked % 8 === 0) cache.blobs.clear();
      return false;
    };
    const { code } = await build(here).finally(() => {
      cache.misbehave = () => false;
    });
    expect(code).toBe(0);
    expect(asked).toBeGreaterThan(8);
    expect(here.hashTree()).toEqual(expected);
  });

  it('completes without Redis, and warns once', async () => {
    const here = project();
    const args = ['build', '--farm', 'redis://:secret-word@127.0.0.1:9/0'];
    const { code, stderr, stdout } = await runCli(here, [...args, '--json'], { ASSETC_CACHE_URL: cache.url });
    expect(code).toBe(0);
    expect(here.hashTree()).toEqual(expected);
    expect(stderr.match(/farm\/lost/g)).toHaveLength(1);
    expect(stdout + stderr).not.toContain('secret-word');
  });

  it('exposes no secret, neither in output nor in stored files', async () => {
    const printed = workers.map((worker) => worker.printed).join('');
    const kept = [...cache.blobs.values()].map((bytes) => bytes.toString('latin1')).join('');
    const records = projects.flatMap((one) => {
      const tree = Object.keys(one.hashTree('.cache')).map((path) => one.read(`.cache/${path}`));
      return Object.keys(one.hashTree()).length > 0 ? [...tree, one.read('runtime/.assetc-cache')] : tree;
    });
    for (const secret of [PASSWORD, TOKEN])
      for (const text of [printed, kept, ...records]) expect(text.includes(secret)).toBe(false);
    expect(printed).toContain('redis://127.0.0.1:');
  });

  it('finishes running jobs when it is stopped', async () => {
    for (const worker of workers) {
      expect(await worker.kill('SIGINT')).toBe(130);
      expect(worker.printed).toContain('worker stopped:');
    }
  });
});

/** As BullMQ counts them. */
async function jobsDone(redis: RedisProcess): Promise<readonly { source: string; starts: number; left: number }[]> {
  const { hostname: host, port } = new URL(redis.url());
  const connection = { host, port: Number(port), password: PASSWORD };
  const queue = new Queue<{ source: string }>('compile', { connection, prefix: 'test' });
  const jobs = await queue.getJobs(['completed', 'failed']);
  await queue.close();
  return jobs.map(({ data, attemptsStarted, stacktrace }) => ({
    source: data.source,
    starts: attemptsStarted,
    left: (stacktrace ?? []).filter((line) => line?.includes('the worker is stopping')).length,
  }));
}
