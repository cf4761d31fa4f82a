// A real Redis on a free port, in a temporary folder. It can be killed and restarted on the same port.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { until } from '../support/patience.js';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis)
  console.warn('no redis-server here: tests of the farm are skipped (node scripts/install/install-servers.mjs)');

export const PASSWORD = 'hunter2-of-the-queue';

/** Files of a server with TLS. */
export interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

export class RedisProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'assetc-redis-'));
  readonly port: number;
  #child: ChildProcess | undefined;

  private constructor(port: number, tls: TlsFiles | undefined) {
    this.port = port;
    const where =
      tls === undefined
        ? [`port ${port}`]
        : [
            'port 0',
            `tls-port ${port}`,
            `tls-cert-file "${tls.certificate}"`,
            `tls-key-file "${tls.key}"`,
            `tls-ca-cert-file "${tls.authority}"`,
            'tls-auth-clients no',
          ];
    // Nothing is saved: a restart loses every job, which is the worst case.
    const lines = [...where, 'bind 127.0.0.1', `requirepass ${PASSWORD}`, 'save ""', 'appendonly no'];
    writeFileSync(join(this.#folder, 'redis.conf'), `${lines.join('\n')}\n`);
  }

  static async open(tls?: TlsFiles): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort(), tls);
    await redis.start();
    return redis;
  }

  /** By default every job that can be sent is sent. */
  url(least = 0): string {
    return `redis://:${PASSWORD}@127.0.0.1:${this.port}/0?prefix=test&least=${least}`;
  }

  async start(): Promise<void> {
    this.#child = spawn('redis-server', [join(this.#folder, 'redis.conf')], { cwd: this.#folder, stdio: 'ignore' });
    await until(() => this.#answers());
  }

  #answers(): Promise<boolean> {
    return new Promise((done) => {
      const socket = connect(this.port, '127.0.0.1', () => {
        socket.destroy();
        done(true);
      });
      socket.on('error', () => done(false));
    });
  }

  /** Deletes every job, done or not. */
  async forgetJobs(): Promise<void> {
    await new Promise<void>((done, fail) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(`AUTH ${PASSWORD}\r\nFLUSHALL\r\nQUIT\r\n`));
      socket.on('error', fail);
      socket.on('close', () => done());
      socket.resume();
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** After it was killed: closes every new connection, until clients have tried `attempts` times. */
  async refuse(attempts: number): Promise<void> {
    let tried = 0;
    const refusing = createServer((socket) => {
      tried++;
      socket.on('error', () => undefined).destroy();
    });
    await new Promise<void>((done) => refusing.listen(this.port, '127.0.0.1', done));
    await until(() => tried >= attempts);
    await new Promise((done) => refusing.close(done));
  }

  /** Keeps its connections open and stops answering, like a cut line. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
