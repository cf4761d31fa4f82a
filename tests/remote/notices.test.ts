// Problems of a shared cache are not warnings about an asset: with --strict the built command line succeeds, and still reports it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer, type Misbehave } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { runCli } from '../farm/machines.js';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const CASES: readonly (readonly [string, Misbehave, Readonly<Record<string, string>>, string])[] = [
  ['never answers', () => true, {}, 'cache/unreachable'],
  ['fails', (_, response) => response.writeHead(500).end().writableEnded, {}, 'cache/unreachable'],
  ['wants credentials', (_, response) => response.writeHead(401).end().writableEnded, {}, 'cache/refused'],
  ['answers nonsense', (_, response) => response.writeHead(200).end('no').writableEnded, {}, 'cache/wrong-answer'],
  [
    'takes nothing',
    (request, response) => request.method === 'PUT' && response.writeHead(507).end().writableEnded,
    { CI: 'true' },
    'cache/not-sent',
  ],
];

/** Three assets: a server that fails so often is given up. */
function pictures(): DiskProject {
  const project = new DiskProject();
  for (const i of [1, 2, 3])
    project.write(
      `assets/${i}.png`,
      makePng(4, 4, (x, y) => [x * i, y, 0, 255]),
    );
  return project;
}

describe.skipIf(!hasCli)('a strict build with a shared cache that', () => {
  let server: BlobServer;
  beforeAll(async () => {
    server = await BlobServer.open();
  });
  afterAll(() => server?.close());

  it.each(CASES)('%s succeeds', async (_, misbehave, env, code) => {
    server.misbehave = misbehave;
    const project = pictures();
    const variables = { ASSETC_CACHE_URL: server.url, ...env };
    const { code: exit, stdout, stderr } = await runCli(project, ['build', '--strict'], variables);
    expect(stderr).toMatch(new RegExp(`^assetc: notice ${code}: `));
    expect(stderr.match(/notice/g)).toHaveLength(1);
    expect(stdout).not.toContain('warning');
    expect(exit).toBe(0);
    project.remove();
  });

  it('has a malformed address succeeds', async () => {
    const project = pictures();
    const { code, stderr } = await runCli(project, ['build', '--strict'], { ASSETC_CACHE_URL: 'nowhere' });
    expect(stderr).toContain('notice cache/bad-address');
    expect(code).toBe(0);
    project.remove();
  });

  it('fails warns nobody who ignores it', async () => {
    server.misbehave = (_, response) => response.writeHead(500).end().writableEnded;
    const project = pictures();
    project.write('assetc.yml', 'warnings:\n  ignore: [{ code: cache/unreachable }]\n');
    const { code, stderr } = await runCli(project, ['build', '--strict'], { ASSETC_CACHE_URL: server.url });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    project.remove();
  });
});
