// Servers that hang, break off, fail, refuse or point elsewhere: the build succeeds and prints one line. bench/remote
// measures how much time they cost.

import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BlobServer, type Misbehave } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { MemoryProject } from '../../packages/compiler/src/pipeline/testing/memory-project.js';
import { freePort } from '../support/free-port.js';
import { SOURCES, wireProject } from './wire-project.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function blobServer(misbehave: Misbehave): Promise<string> {
  const server = await BlobServer.open();
  server.misbehave = misbehave;
  closing.push(() => server.close());
  return server.url;
}

/** Accepts connections and never answers, or closes them immediately. */
async function rawServer(doWith: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer(doWith);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise((done) => server.close(done)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return `http://127.0.0.1:${address.port}`;
}

/** Begins to answer immediately, and then sends as slowly as allowed. */
const drip = (everyMs: number): Promise<string> =>
  blobServer((_, response) => {
    response.writeHead(200, { 'content-length': 100_000 }).flushHeaders();
    const timer = setInterval(() => response.write('x'), everyMs);
    response.on('close', () => clearInterval(timer));
    return true;
  });

const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}): Misbehave =>
  (_, response) =>
    response.writeHead(status, headers).end('no').writableEnded;

const CASES: readonly (readonly [string, () => Promise<string>, string, RegExp])[] = [
  [
    'refuses connections',
    async () => `http://127.0.0.1:${await freePort()}`,
    'cache/unreachable',
    /refuses connections/,
  ],
  ['hangs', () => blobServer(() => true), 'cache/unreachable', /does not answer/],
  [
    'never says a word',
    () => {
      const sockets = new Set<Socket>();
      closing.push(() => {
        for (const socket of sockets) socket.destroy();
      });
      return rawServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    },
    'cache/unreachable',
    /does not answer/,
  ],
  ['resets', () => rawServer((socket) => void socket.resetAndDestroy()), 'cache/unreachable', /closes connections/],
  [
    'speaks no HTTP',
    () => rawServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0\r\n', () => socket.destroy())),
    'cache/unreachable',
    /failed/,
  ],
  ['answers 500', () => blobServer(answer(500)), 'cache/unreachable', /answers 500/],
  ['answers 401', () => blobServer(answer(401)), 'cache/refused', /answers 401/],
  [
    'redirects to where nobody knows us',
    async () => {
      const elsewhere = await blobServer((request, response) => {
        expect(request.headers.authorization).toBeUndefined();
        return response.writeHead(401).end().writableEnded;
      });
      return blobServer(
        (request, response) => response.writeHead(302, { location: `${elsewhere}${request.url}` }).end().writableEnded,
      );
    },
    'cache/refused',
    /answers 401/,
  ],
  [
    'redirects to a file',
    () => blobServer(answer(302, { location: 'file:///etc/passwd' })),
    'cache/unreachable',
    /redirects to another server/,
  ],
  [
    'answers by the byte, one just under every second',
    () => drip(900),
    'cache/unreachable',
    /less than 32 KB a second/,
  ],
  ['answers by the byte, many in a second', () => drip(20), 'cache/unreachable', /less than 32 KB a second/],
  ['answers nonsense', () => blobServer(answer(200)), 'cache/wrong-answer', /is not a result/],
];

describe('a build with a server that', () => {
  it.each(CASES)('%s ends right, with one clear line', async (_, open, code, message) => {
    const alone = new MemoryProject(SOURCES);
    const reference = await alone.build();
    const project = wireProject(await open(), { CI: '1', ASSETC_CACHE_TOKEN: 'a-secret' });
    const result = await project.build();
    expect(result).toMatchObject({ status: 'ok', built: reference.built });
    expect(project.outputs()).toEqual(alone.outputs());
    const reported = result.diagnostics.filter((one) => one.code.startsWith('cache/'));
    expect(reported.map((one) => one.code)).toEqual([code]);
    expect(reported[0]?.message).toMatch(message);
    expect(JSON.stringify([project.events, [...project.host.files]])).not.toContain('a-secret');
  });

  it('takes no results is waited for no longer', async () => {
    const url = await blobServer((request) => request.method === 'PUT');
    const project = wireProject(url, { CI: '1' });
    const result = await project.build();
    expect(result.status).toBe('ok');
    expect(result.diagnostics.map(({ code }) => code).filter((code) => code.startsWith('cache/'))).toEqual([
      'cache/not-sent',
    ]);
  });
});
