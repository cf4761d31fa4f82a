// A rogue worker: it has the password of the Redis and may write `cas/` of the cache, and answers jobs with what it likes. The built command
// line commits nothing of that, and a second machine takes nothing of it from the shared cache.

import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectFarm, startFarmWorker } from '@assetc/farm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { repository } from '../docs/code-blocks.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { runCli, WorkerMachine } from './machines.js';
import { hasRedis, RedisProcess } from './redis-process.js';

const PICTURES = 8;
const isLong = process.env.ASSETC_LONG === '1';

interface Payload {
  readonly source: string;
  readonly world: { readonly files: readonly { readonly path: string; readonly digest: string }[] };
}

const picture = (seed: number): Uint8Array =>
  makePng(64, 64, (x, y) => [(x * seed) & 255, (y * 7 + seed) & 255, (x ^ y) & 255, 255]);

describe.skipIf(!hasRedis || !hasCli)('honest workers', () => {
  it('make of every kind exactly what the building machine makes', async () => {
    const redis = await RedisProcess.open();
    const cache = await BlobServer.open();
    const nowhere = new DiskProject();
    const env = { ASSETC_CACHE_URL: cache.url, ASSETC_FARM_URL: redis.url() };
    const worker = new WorkerMachine(nowhere, ['-j', '2'], env);
    await worker.start();
    const project = new DiskProject();
    const folders = [
      'fonts',
      'grade',
      'materials',
      'models',
      'shaders',
      'textures',
      'ui',
      ...(isLong ? ['sky', 'terrain'] : []),
    ];
    for (const name of folders)
      cpSync(join(repository, 'examples/demo/assets', name), project.path(`assets/${name}`), { recursive: true });
    cpSync(join(repository, 'examples/demo/assetc.yml'), project.path('assetc.yml'));
    const build = ['build', '-j', '1', '--no-plugins', '--farm', 'env', '--farm-verify', '1'];
    // Two presets, so that jobs make outputs for the second one, too.
    const presets = ['--preset', 'desktop', '--preset', 'mobile'];
    const { code, stdout, stderr } = await runCli(project, [...build, ...presets], env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('farm/') });
    const counts = [...stdout.matchAll(/, (\d+) done by workers(?:, (\d+) of them also compiled here and equal)?/g)];
    console.log(counts.map(([line]) => line));
    expect(Number(counts[0]?.[1])).toBeGreaterThan(0);
    for (const [, elsewhere, equal = '0'] of counts) expect(equal).toBe(elsewhere);
    await worker.kill();
    await redis.close();
    await cache.close();
    for (const one of [nowhere, project]) one.remove();
  });
});

describe.skipIf(!hasRedis || !hasCli)('a rogue worker', () => {
  const projects: DiskProject[] = [];
  let redis: RedisProcess;
  let cache: BlobServer;
  let expected: Record<string, string> = {};
  /** A texture as assetc writes them, of a picture that no project has. */
  let valid: Buffer;

  const project = (): DiskProject => {
    const made = new DiskProject();
    for (let i = 1; i <= PICTURES; i++) made.write(`assets/p/${i}.png`, picture(i));
    projects.push(made);
    return made;
  };
  const env = () => ({ ASSETC_CACHE_URL: cache.url, ASSETC_FARM_URL: redis.url(), CI: 'true' });

  beforeAll(async () => {
    redis = await RedisProcess.open();
    cache = await BlobServer.open();
    const alone = project();
    expect(alone.run(['build', '-q'])).toMatchObject({ status: 0 });
    expected = alone.hashTree();
    const other = new DiskProject({ 'assets/x.png': picture(77) });
    projects.push(other);
    expect(other.run(['build', '-q'])).toMatchObject({ status: 0 });
    valid = readFileSync(other.path('runtime/x.ktx2'));
  });
  afterAll(async () => {
    await redis?.close();
    await cache?.close();
    for (const one of projects) one.remove();
  });

  /** Answers every job with these bytes as `.ktx2`, all else as it should be. */
  function startRogue(bytes: Buffer): { readonly stop: () => Promise<void>; readonly sources: string[] } {
    const digest = createHash('sha256').update(bytes).digest('hex');
    const sources: string[] = [];
    const worker = startFarmWorker({
      queue: redis.url(),
      places: PICTURES,
      work: async (text) => {
        const { source, world }: Payload = JSON.parse(text);
        sources.push(source);
        cache.blobs.set(`/cache/cas/${digest}`, bytes);
        const output = { suffix: '.ktx2', sizeBytes: bytes.length, digest };
        const reply = {
          is: 'made',
          ms: 50,
          outputs: [{ ...output, asset: { kind: 'texture', colorspace: 'srgb' } }],
          outputsByPreset: [],
          derived: [],
          dependencies: world.files.map((file) => ({ type: 'bytes', path: file.path, digest: file.digest })),
          diagnostics: [],
        };
        return { is: 'reply', text: JSON.stringify(reply) };
      },
    });
    return { sources, stop: () => worker.stop(true) };
  }

  it.each<[string, () => Buffer, readonly string[]]>([
    ['ten bytes of garbage', () => Buffer.from('0123456789'), ['--farm-verify', '0']],
    ['a texture of another picture', () => valid, ['--farm-verify', '1']],
  ])('that answers with %s is found out, and nothing of it is left', async (_, bytes, args) => {
    cache.blobs.clear();
    await redis.forgetJobs();
    const rogue = startRogue(bytes());
    const here = project();
    const queue = await connectFarm(redis.url());
    await expect.poll(() => queue.places).toBe(PICTURES);
    await queue.close();
    const { code, stdout, stderr } = await runCli(here, ['build', '-j', '1', '--farm', 'env', ...args], env());
    await rogue.stop();
    expect(rogue.sources.length).toBeGreaterThan(0);
    expect(code).toBe(0);
    expect(here.hashTree()).toEqual(expected);
    expect(stderr.match(/notice farm\/mismatch: .*/g)).toEqual([
      expect.stringMatching(new RegExp(`worker \\S+ \\(process ${process.pid}\\).*p/\\d\\.ktx2`)),
    ]);
    expect(stdout).toMatch(new RegExp(`^${PICTURES} built, 0 cached`, 'm'));

    const digest = createHash('sha256').update(bytes()).digest('hex');
    const results = [...cache.blobs].filter(([path]) => path.includes('/ac/')).map(([, value]) => value.toString());
    expect(results).toHaveLength(PICTURES);
    for (const result of results) expect(result).not.toContain(digest);
    const second = project();
    const taken = await runCli(second, ['build', '--json'], { ASSETC_CACHE_URL: cache.url });
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(taken.stdout).toMatch(new RegExp(`"type":"done".*"built":0.*"restored":${PICTURES}`));
    expect(second.hashTree()).toEqual(expected);
    // Nor is anything of it in the records and the store of this machine.
    expect(await runCli(here, ['build'], {})).toMatchObject({ code: 0, stderr: '' });
    expect(here.run(['clean']).status).toBe(0);
    expect(await runCli(here, ['build'], {})).toMatchObject({ code: 0, stderr: '' });
    expect(here.hashTree()).toEqual(expected);
  });
});
