// A worker with plug-ins, as a separate process with its own checkout: it compiles for projects with the same plug-ins, and works for all others without them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { runCli, WorkerMachine } from './machines.js';
import { hasRedis, RedisProcess } from './redis-process.js';

const plugin = (word: string): string => `
import { defineKind, definePlugin } from 'assetc';
import { shout } from './shout.ts';

export default definePlugin({
  name: 'things',
  version: '1',
  kinds: [
    defineKind({
      name: 'thing',
      match: '*.thing',
      outputs: ['.out'],
      async compile(ctx) {
        const part = await ctx.readText(ctx.resolve(ctx.path, '../part.txt'));
        const key = await ctx.ref('p/plain.png', { use: 'color' });
        ctx.emit('.out', new TextEncoder().encode(shout(\`${word} \${part} \${key}\`)));
      },
    }),
  ],
  hooks: [
    {
      match: 'p/hooked.png',
      image(image) {
        image.pixels.fill(200);
      },
    },
  ],
});
`;

const picture = makePng(32, 32, (x, y) => [x * 8, y * 8, 0, 255]);

const checkout = (config: string, word = 'made'): DiskProject =>
  new DiskProject({
    'assetc.yml': config,
    'tools/things.ts': plugin(word),
    'tools/shout.ts': 'export const shout = (text: string): string => text.toUpperCase();',
    'assets/a/one.thing': '1',
    'assets/part.txt': 'a part',
    'assets/p/plain.png': picture,
    'assets/p/hooked.png': picture,
  });

const WITH = 'plugins: [./tools/things.ts]\n';

describe.skipIf(!hasRedis || !hasCli)('a worker with plug-ins', () => {
  const projects: DiskProject[] = [];
  const on = (project: DiskProject): DiskProject => {
    projects.push(project);
    return project;
  };
  let redis: RedisProcess;
  let cache: BlobServer;
  let worker: WorkerMachine;
  const env = () => ({ ASSETC_CACHE_URL: cache.url, ASSETC_FARM_URL: redis.url() });
  /** Sends every job that can be sent. Returns what the worker did since the last build. */
  const build = async (project: DiskProject) => {
    await redis.forgetJobs();
    const before = worker.printed.length;
    const ended = await runCli(project, ['build', '-j', '1', '--no-cache', '--farm', 'env'], env());
    // The worker's output about the last job may arrive after the end of the build.
    const elsewhere = Number(/(\d+) done by workers/.exec(ended.stdout)?.[1] ?? 0);
    const did = () => worker.printed.slice(before);
    await expect.poll(() => did().match(/^done /gm)?.length ?? 0).toBeGreaterThanOrEqual(elsewhere);
    return { ...ended, did: did() };
  };

  beforeAll(async () => {
    redis = await RedisProcess.open();
    cache = await BlobServer.open();
    worker = new WorkerMachine(on(checkout(WITH)), ['-j', '1', '--plugins'], env());
    await worker.start();
  });
  afterAll(async () => {
    await worker?.kill();
    await redis?.close();
    await cache?.close();
    for (const project of projects) project.remove();
  });

  it('compiles for a project with the same plug-ins: kinds and hooks, byte for byte', async () => {
    expect(worker.printed).toContain('with 1 plug-in');
    const alone = on(checkout(WITH));
    expect(alone.run(['build', '-q'])).toMatchObject({ status: 0 });
    const here = on(checkout(WITH));
    const { code, stdout, stderr } = await build(here);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(here.read('runtime/a/one.out')).toMatch(/^MADE A PART \d+$/);
    expect(here.hashTree()).toEqual(alone.hashTree());
    expect(stdout).toMatch(/farm: 3 jobs sent to the queue/);
    // Any free machine takes a job. New sources are built until the worker has done each kind.
    for (let i = 0; i < 40; i++) {
      if (/^done thing /m.test(worker.printed) && /^done texture p\/hooked/m.test(worker.printed)) break;
      here.write('assets/part.txt', `a part ${i}`);
      here.write(
        'assets/p/hooked.png',
        makePng(32, 32, (x, y) => [x, y, i, 255]),
      );
      expect(await build(here)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(worker.printed).toMatch(/^done thing a\/one\.thing/m);
    expect(worker.printed).toMatch(/^done texture p\/hooked\.png/m);
  });

  it('does not compile if one file of a plug-in differs: the building machine does, and warns once', async () => {
    const here = on(checkout(WITH));
    here.write('tools/shout.ts', 'export const shout = (text: string): string => text.toLowerCase();');
    const { code, stderr, did } = await build(here);
    expect(code).toBe(0);
    expect(stderr.match(/farm\/other-plugins/g)).toHaveLength(1);
    expect(here.read('runtime/a/one.out')).toMatch(/^made a part \d+$/);
    expect(did).not.toMatch(/thing|hooked/);
  });

  it('works for projects without plug-ins, without running its hooks', async () => {
    const alone = on(checkout('{}\n'));
    expect(alone.run(['build', '-q'])).toMatchObject({ status: 0 });
    const here = on(checkout('{}\n'));
    const { code, stderr, did } = await build(here);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(here.hashTree()).toEqual(alone.hashTree());
    expect(did).not.toContain('refused');
  });

  it('does not start if a plug-in cannot be loaded', async () => {
    const broken = on(checkout(WITH));
    broken.write('tools/shout.ts', 'export const other = 1;');
    const { code, stderr } = await runCli(broken, ['worker', '--plugins'], env());
    expect(code).toBe(2);
    expect(stderr).toContain('plugin/bundle-failed');
  });
});
