// The client against servers on this machine that do well, and that do not.

import { afterEach, describe, expect, it } from 'vitest';
import { digestBytes, digestText } from '../cache/digest.js';
import { type ActionResult, encodeActionResult } from './action-result.js';
import { HttpServer } from './http-server.js';
import { NodeNetwork } from './node-network.js';
import { type RemoteCache, RemoteClient } from './remote-cache.js';
import { BlobServer, type Misbehave } from './testing/blob-server.js';

const key = digestText('a key');
const bytes = new Uint8Array(300_000).map((_, i) => (i * 31) >> 3);
const blob = { digest: digestBytes(bytes), sizeBytes: bytes.length };
const result = { files: [{ path: '0', ...blob }], record: new TextEncoder().encode('{}') };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const whole = (value: ActionResult): ActionResult => value;
const fetchBoth = async (cache: RemoteCache) => [await cache.getBlob(blob), await cache.getResult(key, whole)] as const;

async function open(misbehave?: Misbehave, authorization?: string): Promise<[RemoteClient, BlobServer]> {
  const server = await BlobServer.open();
  if (misbehave !== undefined) server.misbehave = misbehave;
  const client = new RemoteClient(new HttpServer(new URL(server.url), authorization), new NodeNetwork());
  closing.push(
    () => client.close(),
    () => server.close(),
  );
  return [client, server];
}

describe('a shared cache over HTTP', () => {
  it('keeps blobs and results under their names', async () => {
    const [client, server] = await open();
    expect(await client.has('cas', blob.digest)).toBe(false);
    expect(await fetchBoth(client)).toEqual([undefined, undefined]);
    await client.putBlob(bytes);
    await client.putResult(key, result);
    expect(await client.has('cas', blob.digest)).toBe(true);
    expect(Buffer.compare((await client.getBlob(blob)) ?? Buffer.of(), bytes)).toBe(0);
    const got = await client.getResult(key, whole);
    expect(got?.files).toEqual(result.files);
    expect([...(got?.record ?? [])]).toEqual([...result.record]);
    expect([...server.blobs.keys()]).toEqual([`/cache/cas/${blob.digest}`, `/cache/ac/${key}`]);
    expect(Buffer.compare(server.blobs.get(`/cache/ac/${key}`) ?? Buffer.of(), encodeActionResult(result))).toBe(0);
  });

  it.each<[string, (body: Buffer) => Buffer, string]>([
    [
      'a flipped bit',
      (body) => Buffer.concat([body.subarray(0, 9), Buffer.of(255 ^ (body[9] ?? 0)), body.subarray(10)]),
      'wrong',
    ],
    ['a byte too few', (body) => body.subarray(1), 'wrong'],
    ['a byte too many', (body) => Buffer.concat([body, Buffer.of(0)]), 'oversized'],
    ['nothing', () => Buffer.of(), 'wrong'],
  ])('gives no blob with %s', async (_, change, fault) => {
    const [client, server] = await open();
    server.blobs.set(`/cache/cas/${blob.digest}`, change(Buffer.from(bytes)));
    await expect(client.getBlob(blob)).rejects.toMatchObject({ fault });
  });

  it.each([
    [40, /behind/],
    [-40, /ahead of/],
    [0, /the credentials are wrong$/],
  ])('reports when it is refused that its clock is %i minutes off', async (minutes, message) => {
    const date = new Date(Date.now() + minutes * 60_000).toUTCString();
    const [client] = await open((_, response) => response.writeHead(403, { date }).end().writableEnded);
    await expect(client.getBlob(blob)).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringMatching(message),
    });
  });

  it('asks once more by a connection of its own where all that were kept are closed', async () => {
    const answered = new Set<unknown>();
    let waiting: (() => void)[] = [];
    const [client, server] = await open((request, response) => {
      if (answered.has(request.socket)) return request.socket.resetAndDestroy().destroyed;
      answered.add(request.socket);
      // Answered together, so that as many connections are kept.
      waiting.push(() => response.writeHead(404, { 'content-length': 0 }).end());
      if (waiting.length === 4 || answered.size > 4) for (const answer of waiting.splice(0)) answer();
      return true;
    });
    const four = Array.from({ length: 4 }, () => client.has('cas', blob.digest));
    expect(await Promise.all(four)).toEqual([false, false, false, false]);
    waiting = [];
    // A turn later connections are kept.
    await new Promise((done) => setImmediate(done));
    expect(await client.has('cas', blob.digest)).toBe(false);
    // By a kept one without success, and by its own.
    expect(server.asked).toHaveLength(6);
  });

  it('stops reading an answer without a length as soon as it is too long', async () => {
    let sent = 0;
    const [client] = await open((_, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 16))) sent += 1 << 16;
        sent += 1 << 16;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
      return true;
    });
    await expect(client.getBlob(blob)).rejects.toMatchObject({ fault: 'oversized' });
    expect(sent).toBeLessThan(16 << 20);
  });

  it('refuses a value that is no result, and a body cut short', async () => {
    const [client, server] = await open();
    server.blobs.set(`/cache/ac/${key}`, Buffer.from('<html>'));
    await expect(client.getResult(key, whole)).rejects.toMatchObject({ fault: 'wrong' });
    server.misbehave = (_, response) => {
      response.writeHead(200, { 'content-length': 500 });
      response.write('abc', () => response.destroy());
      return true;
    };
    await expect(client.getResult(key, whole)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it.each<[string, Misbehave]>([
    ['never answers', () => true],
    [
      'sends a head and no byte more',
      (_, response) => {
        response.writeHead(200, { 'content-length': 9 }).flushHeaders();
        return true;
      },
    ],
  ])('gives a server up that %s, once for all who ask', async (_, misbehave) => {
    const [client, server] = await open(misbehave);
    const faults = await Promise.all(
      Array.from({ length: 50 }, (_unused, i) =>
        client.getResult(digestText(`${i}`), whole).catch((error: unknown) => error),
      ),
    );
    const asked = server.asked.length;
    const later = await client.getResult(key, whole).catch((error: unknown) => error);
    for (const fault of [...faults, later])
      expect(fault).toMatchObject({ fault: 'unreachable', message: 'it does not answer' });
    expect(client.reading.isOpen).toBe(true);
    expect(server.asked).toHaveLength(asked);
  });

  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [500, 'failed'],
    [302, 'failed'],
  ])('takes %i for an answer that does not help', async (status, fault) => {
    const [client] = await open((_, response) => response.writeHead(status).end('x').writableEnded);
    await expect(client.getBlob(blob)).rejects.toMatchObject({ fault });
    expect(client.reading.isOpen).toBe(fault === 'refused');
  });

  it('sends what proves who asks to its own origin alone', async () => {
    const [client, server] = await open(undefined, 'Bearer secret');
    const elsewhere = await BlobServer.open();
    closing.push(() => elsewhere.close());
    elsewhere.blobs.set('/x', Buffer.from(bytes));
    server.blobs.set('/here', Buffer.from(bytes));
    server.misbehave = (request, response) => {
      if (request.url?.startsWith('/cache/') !== true) return false;
      const to = request.url.startsWith('/cache/cas') ? elsewhere.url.replace('/cache', '/x') : '/here';
      response.writeHead(307, { location: to }).end();
      return true;
    };
    expect(await client.getBlob(blob)).toBeDefined();
    expect(elsewhere.asked).toEqual([{ method: 'GET', path: '/x', authorization: undefined }]);
    await client.has('ac', key);
    expect(server.asked.map(({ path, authorization }) => [path, authorization])).toEqual([
      [`/cache/cas/${blob.digest}`, 'Bearer secret'],
      [`/cache/ac/${key}`, 'Bearer secret'],
      ['/here', 'Bearer secret'],
    ]);
  });

  it('sends nothing to another server than its own, whoever points there', async () => {
    const [client, server] = await open(undefined, 'Bearer secret');
    const elsewhere = await BlobServer.open();
    closing.push(() => elsewhere.close());
    server.misbehave = (request, response) => {
      if (request.url?.startsWith('/cache/') !== true) return false;
      const to = request.url.startsWith('/cache/cas') ? elsewhere.url : '/here';
      response.writeHead(307, { location: to }).end();
      return true;
    };
    await client.putResult(key, { files: [], record: bytes });
    expect(server.blobs.has('/here')).toBe(true);
    await expect(client.putBlob(bytes)).rejects.toMatchObject({ fault: 'refused', message: /to another server/ });
    expect(elsewhere.asked).toEqual([]);
    expect(client.writing.isOpen).toBe(true);
  });

  it('gives up where servers point in a circle', async () => {
    const [client] = await open(
      (request, response) => response.writeHead(302, { location: request.url }).end().writableEnded,
    );
    await expect(client.getBlob(blob)).rejects.toMatchObject({ fault: 'failed' });
  });

  it('never follows from a secure server to an open one', () => {
    const server = new HttpServer(new URL('https://cache.example'), 'Bearer secret');
    const from = { url: new URL('https://cache.example/ac/1'), headers: { authorization: 'Bearer secret' } };
    expect(server.redirect(from, new URL('http://cache.example/ac/1'))).toBeUndefined();
    expect(server.redirect(from, new URL('file:///etc/passwd'))).toBeUndefined();
    expect(server.redirect(from, new URL('https://cache.example:8443/'))?.headers).toEqual({});
  });

  it('tries again where a kept connection was closed meanwhile', async () => {
    const [client, server] = await open();
    await client.putBlob(bytes);
    let isFirst = true;
    server.misbehave = (request) => {
      if (!isFirst) return false;
      isFirst = false;
      request.socket.destroy();
      return true;
    };
    expect(await client.getBlob(blob)).toBeDefined();
    expect(isFirst).toBe(false);
  });
});
