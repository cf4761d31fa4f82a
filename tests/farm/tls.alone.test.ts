// A Redis behind TLS, with a certificate authority made by this test. Builds that trust it use the farm, others report why not, and no secret is printed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';
import { type Ended, runCli, WorkerMachine } from './machines.js';
import { hasRedis, PASSWORD, RedisProcess, type TlsFiles } from './redis-process.js';

const hasTls =
  hasRedis &&
  spawnSync('openssl', ['version']).status === 0 &&
  // Only a build with TLS lists it.
  `${spawnSync('redis-cli', ['--help'], { encoding: 'utf8' }).stdout}`.includes('--tls');
if (!hasTls) console.warn('no openssl, or no redis-server with TLS: tests of rediss:// are skipped');

const WRONG_PASSWORD = 'a-guess-at-the-password';

/** A certificate for `localhost`, signed by a new authority. */
function certificateIn(folder: string): TlsFiles {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.crt'), '-subj', '/CN=authority of a test');
  openssl('req', ...key, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(at('names.txt'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const signing = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', at('server.csr'), ...signing, '-extfile', at('names.txt'), '-out', at('server.crt'));
  return { certificate: at('server.crt'), key: at('server.key'), authority: at('ca.crt') };
}

describe.skipIf(!hasTls || !hasCli)('a queue behind TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-tls-'));
  const projects: DiskProject[] = [];
  let files: TlsFiles;
  let redis: RedisProcess;
  let cache: BlobServer;
  let worker: WorkerMachine;

  const project = (): DiskProject => {
    const made = new DiskProject({ 'assets/a.png': makePng(32, 32, (x, y) => [x, y, 0, 255]) });
    projects.push(made);
    return made;
  };
  const env = (password = PASSWORD, host = 'localhost') => ({
    ASSETC_CACHE_URL: cache.url,
    ASSETC_FARM_URL: `rediss://:${password}@${host}:${redis.port}/0?least=0`,
  });
  const trusting = () => ({ NODE_EXTRA_CA_CERTS: files.authority });
  const build = (variables: Readonly<Record<string, string>>): Promise<Ended> =>
    runCli(project(), ['build', '-j', '1', '--no-cache', '--farm', 'env'], variables);
  /** The build is complete, warned once, and printed no secret. */
  const expectLost = ({ code, stdout, stderr }: Ended, why: string): void => {
    expect(code).toBe(0);
    expect(stdout).toContain('1 built, 0 cached, 0 failed');
    expect(stderr.match(/farm\/lost/g)).toHaveLength(1);
    expect(stderr).toContain(`rediss://localhost:${redis.port}`);
    expect(stderr).toContain(why);
    for (const secret of [PASSWORD, WRONG_PASSWORD]) expect(stdout + stderr).not.toContain(secret);
  };

  beforeAll(async () => {
    files = certificateIn(folder);
    redis = await RedisProcess.open(files);
    cache = await BlobServer.open();
    worker = new WorkerMachine(project(), ['-j', '1'], { ...env(), ...trusting() });
    await worker.start();
  });
  afterAll(async () => {
    await worker?.kill();
    await redis?.close();
    await cache?.close();
    for (const one of projects) one.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is used by builds that trust its authority, by name and by IP address', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const { code, stdout, stderr } = await build({ ...env(PASSWORD, host), ...trusting() });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/farm: 1 job sent to the queue/);
    }
    expect(worker.printed).toContain(`rediss://localhost:${redis.port}`);
    expect(worker.printed).not.toContain(PASSWORD);
  });

  it('is not used by other builds, regardless of the environment', async () => {
    const why = 'its certificate is not signed by an authority that Node trusts (add one with NODE_EXTRA_CA_CERTS)';
    expectLost(await build({ ...env(), NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }), why);
  });

  it('reports a wrong password to builds and to workers', async () => {
    const variables = { ...env(WRONG_PASSWORD), ...trusting() };
    expectLost(await build(variables), 'it rejects the user or the password');
    const stranger = new WorkerMachine(project(), ['-j', '1'], variables);
    await stranger.start();
    await expect.poll(() => stranger.printed).toContain('farm/lost');
    await stranger.kill();
    expect(stranger.printed).toContain('the queue cannot be reached: it rejects the user or the password');
    expect(stranger.printed).not.toContain(WRONG_PASSWORD);
  });
});
