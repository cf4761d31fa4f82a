// The recipes of docs/guide/teams.md, run as written except for the ports, with real servers: a second machine (another folder, home and store)
// compiles nothing and has equal files, and a strict validator takes every value.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codeBlocks, repository } from '../docs/code-blocks.js';
import { cli, DiskProject, hasCli } from '../support/disk-project.js';
import { hasNginx, type Running, startNginx, startS3 } from './servers.js';
import { validateAction } from './validate-action.js';

const blocks = codeBlocks().filter(({ at }) => at.startsWith('docs/guide/teams.md'));
const blockWith = (text: string): string => blocks.find((block) => block.text.includes(text))?.text ?? '';

const projects: DiskProject[] = [];
const servers: Running[] = [];
afterAll(async () => {
  for (const server of servers) await server.stop();
  for (const project of projects) project.remove();
});

/** The sources of the demo that compile within seconds. */
function machine(): DiskProject {
  const project = new DiskProject();
  projects.push(project);
  const demo = join(repository, 'examples/demo/assets');
  for (const name of ['fonts', 'grade', 'ui'])
    cpSync(join(demo, name), project.path(`assets/${name}`), { recursive: true });
  project.write('assetc.yml', 'embed: ["*.json", "*.bin"]\n');
  for (let i = 0; i < 20; i++)
    project.write(`assets/data/${i}.json`, JSON.stringify({ i, text: 'x'.repeat(i * 1000) }));
  project.write('assets/data/large.bin', Buffer.alloc(3 << 20, 'copied'));
  return project;
}

interface Done {
  readonly built: number;
  readonly restored: number;
  readonly warnings: number;
}

/** A shell block of the guide; `assetc` is the built one, and prints events. */
async function shell(project: DiskProject, block: string, port: number): Promise<{ done: Done; printed: string }> {
  const script = block
    .replaceAll(/127\.0\.0\.1:(8080|4568)/g, `127.0.0.1:${port}`)
    .replaceAll('npx --no-install assetc', `'${process.execPath}' '${cli}' build --json`);
  const { CI: _, ...env } = project.env();
  const child = spawn('bash', ['-euc', script], { cwd: project.root, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed += String(text);
    });
  await new Promise((ended) => child.once('close', ended));
  const line = printed.split('\n').find((candidate) => candidate.startsWith('{"type":"done"'));
  if (line === undefined) throw new Error(printed);
  return { done: JSON.parse(line), printed };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasCli)('the recipes for teams', () => {
  it.skipIf(!hasNginx)('nginx with WebDAV keeps the cache, and takes writes from who has the token alone', async () => {
    const first = machine();
    const folder = first.path('cache-server');
    mkdirSync(folder);
    const server = await startNginx(folder, blockWith('dav_methods PUT'));
    servers.push(server);
    const made = await shell(first, blockWith('CI=true ASSETC_CACHE_TOKEN'), server.port);
    expect(made.done.built).toBeGreaterThan(20);
    expect(made.done.warnings).toBe(0);
    expect(made.printed).not.toContain('choose-a-long-one');

    const second = machine();
    const taken = await shell(second, blockWith('ASSETC_CACHE_URL=http://127.0.0.1:8080 npx'), server.port);
    expect(taken.done).toMatchObject({ built: 0, warnings: 0 });
    expect(second.hashTree()).toEqual(first.hashTree());

    const blobs = new Map(
      filesBelow(join(folder, 'data/cas')).map((path) => [path.slice(-64), readFileSync(path)] as const),
    );
    for (const [name, bytes] of blobs) expect(sha256(bytes)).toBe(name);
    const results = filesBelow(join(folder, 'data/ac')).map((path) =>
      validateAction(readFileSync(path), (hash) => blobs.get(hash)?.length),
    );
    expect(results.length).toBeGreaterThanOrEqual(made.done.built);
    for (const { stdout } of results) {
      expect(stdout.toString()).not.toContain(first.root);
      expect(JSON.parse(stdout.toString().slice(65))).toBeTypeOf('object');
    }

    const before = filesBelow(join(folder, 'data')).length;
    second.write('assets/data/new.json', '1');
    const block = blockWith('CI=true ASSETC_CACHE_TOKEN').replace('choose-a-long-one', 'guessed-secret');
    const refused = await shell(second, block, server.port);
    expect(refused.done).toMatchObject({ built: 1, warnings: 0 });
    expect(refused.printed).toContain('cache/not-sent');
    expect(refused.printed).not.toContain('guessed-secret');
    expect(filesBelow(join(folder, 'data')).length).toBe(before);
  });

  it('a bucket does', async () => {
    const first = machine();
    const folder = first.path('.s3');
    mkdirSync(folder);
    const server = await startS3(folder, 'assets');
    servers.push(server);
    const recipe = blockWith('AWS_ACCESS_KEY_ID=S3RVER');
    const made = await shell(first, recipe, server.port);
    expect(made.done.built).toBeGreaterThan(20);
    expect(made.done.warnings).toBe(0);
    const second = machine();
    const taken = await shell(second, recipe, server.port);
    expect(taken.done).toMatchObject({ built: 0, warnings: 0 });
    expect(second.hashTree()).toEqual(first.hashTree());
    const wrong = await shell(machine(), recipe.replace('ACCESS_KEY_ID=S3RVER', 'ACCESS_KEY_ID=nobody'), server.port);
    expect(wrong.done).toMatchObject({ built: made.done.built, warnings: 0 });
    expect(wrong.printed).toContain('cache/refused');
  });
});
