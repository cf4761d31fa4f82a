// The farm of docs/guide/teams.md, run as written except for the ports: nginx, Redis, two workers.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeBlocks, repository } from '../docs/code-blocks.js';
import { hasNginx, type Running, startNginx } from '../remote/servers.js';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/patience.js';
import { hasRedis } from './redis-process.js';

const blocks = codeBlocks().filter(({ at }) => at.startsWith('docs/guide/teams.md'));
const blockWith = (text: string): string => {
  const found = blocks.find((block) => block.text.includes(text))?.text;
  if (found === undefined) throw new Error(`no block has ${text}`);
  return found;
};

const projects: DiskProject[] = [];
const started: ChildProcess[] = [];
const servers: Running[] = [];
afterAll(async () => {
  // The shell and its children: each has its own process group.
  for (const { pid } of started) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  for (const server of servers) await server.stop();
  for (const project of projects) project.remove();
});

function machine(): DiskProject {
  const project = new DiskProject();
  projects.push(project);
  for (const name of ['fonts', 'ui'])
    cpSync(join(repository, 'examples/demo/assets', name), project.path(`assets/${name}`), { recursive: true });
  return project;
}

describe.skipIf(!hasCli || !hasNginx || !hasRedis)('the recipe of a farm', () => {
  it('compiles on two workers what one machine compiles', async () => {
    const alone = machine();
    expect(alone.run(['build', '-q'])).toMatchObject({ status: 0 });
    const here = machine();
    mkdirSync(here.path('cache-server'));
    const nginx = await startNginx(here.path('cache-server'), blockWith('dav_methods PUT'));
    servers.push(nginx);
    const redisPort = await freePort();
    const shell = (block: string) => {
      const script = block
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${nginx.port}`)
        .replaceAll('6379', String(redisPort))
        .replaceAll(' --daemonize yes', '')
        .replaceAll('npx --no-install assetc', `'${process.execPath}' '${cli}'`);
      const child = spawn('bash', ['-euc', `${script}\nwait`], { cwd: here.root, env: here.env(), detached: true });
      started.push(child);
      const running = { child, printed: '' };
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          running.printed += String(text);
        });
      return running;
    };
    const redis = shell(blockWith('redis-server --port'));
    await until(() => redis.printed.includes('Ready to accept connections'));
    const workers = shell(blockWith('assetc worker --jobs 2 &'));
    await until(() => (workers.printed.match(/worker started: up to 2 jobs/g) ?? []).length === 2);
    const build = shell(blockWith('assetc build --farm env'));
    const code = await new Promise((done) => build.child.once('close', done));
    started.splice(started.indexOf(build.child), 1);
    expect(build.printed).toMatch(/farm: \d+ jobs? sent to the queue/);
    expect(code).toBe(0);
    expect(here.hashTree()).toEqual(alone.hashTree());
    expect(build.printed + workers.printed).not.toMatch(/choose-another|choose-a-long-one/);
  });
});
