// Servers that tests start as separate processes, on free ports, from packages of Debian and npm. If one is absent, tests report that and skip.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { until } from '../support/patience.js';

export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;
if (!hasNginx)
  console.warn('nginx is absent: node scripts/install/install-servers.mjs installs it; tests that need it skip');

/** `configuration`: with port 8080 and relative paths, as in the guide. `folder`: for all files of the server. */
export async function startNginx(folder: string, configuration: string): Promise<Running> {
  const port = await freePort();
  for (const name of ['data', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
  // Started by root, it runs as another user.
  chmodSync(dirname(folder), 0o755);
  for (const path of [folder, join(folder, 'data'), join(folder, 'tmp')]) chmodSync(path, 0o777);
  writeFileSync(join(folder, 'nginx.conf'), configuration.replace('127.0.0.1:8080', `127.0.0.1:${port}`));
  const process = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' });
  return running(process, port);
}

export async function startS3(folder: string, bucket: string): Promise<Running> {
  const port = await freePort();
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve('s3rver/package.json')), 'bin/s3rver.js');
  const args = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', bucket];
  return running(spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }), port);
}

async function running(child: ChildProcess, port: number): Promise<Running> {
  let isOver = false;
  const over = new Promise<void>((done) => {
    child.once('exit', () => {
      isOver = true;
      done();
    });
  });
  await until(async () => isOver || (await answers(port)));
  if (isOver) throw new Error(`the server on port ${port} did not start`);
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await over;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
