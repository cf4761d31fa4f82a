// The middleware alone, over HTTP: what is answered, and what never is.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveOutput } from './serve-output.js';

let folder = '';
let server: Server;
const files = new Set(['a b#%.ktx2', 'level.json', 'empty.txt', 'gone.ktx2', 'folder', 'UPPER.KTX2']);
const content = Buffer.from(Array.from({ length: 200 }, (_, i) => i));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-serve-'));
  mkdirSync(join(folder, 'out/folder'), { recursive: true });
  for (const name of ['a b#%.ktx2', 'UPPER.KTX2', 'secret.txt']) writeFileSync(join(folder, 'out', name), content);
  writeFileSync(join(folder, 'out/level.json'), '{}');
  writeFileSync(join(folder, 'out/empty.txt'), '');
  writeFileSync(join(folder, 'outside.txt'), 'secret');
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'out/link.txt'));
  const middleware = serveOutput('/base/@assetc/', async () => ({
    folder: join(folder, 'out'),
    has: (file) => files.has(file),
  }));
  server = createServer((request, response) =>
    middleware(request, response, (error) => response.writeHead(error === undefined ? 418 : 500).end()),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As it is sent: `fetch` would mend paths. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, fail) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', fail);
    sent.end();
  });
}

const FILE = '/base/@assetc/a%20b%23%25.ktx2';

describe('the output, served', () => {
  it('is whole, with its type, or a part of it', async () => {
    const whole = await ask(`${FILE}?v=1`);
    expect(whole).toMatchObject({ status: 200, body: content });
    expect(whole.headers).toMatchObject({
      'content-type': 'image/ktx2',
      'content-length': '200',
      'cache-control': 'no-cache',
    });
    const part = await ask(FILE, { range: 'bytes=190-' });
    expect(part).toMatchObject({ status: 206, body: content.subarray(190) });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 190-199/200', 'content-length': '10' });
    expect(await ask(FILE, { range: 'bytes=200-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */200' },
    });
    expect((await ask('/base/@assetc/level.json')).headers['content-type']).toBe('application/json');
    expect((await ask('/base/@assetc/UPPER.KTX2')).headers['content-type']).toBe('image/ktx2');
    expect(await ask('/base/@assetc/empty.txt')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    const head = await ask(FILE, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0), headers: { 'content-length': '200' } });
  });

  it('is revalidated by its tag, which changes with the file', async () => {
    const { headers } = await ask(FILE);
    const etag = headers.etag ?? '';
    expect(await ask(FILE, { 'if-none-match': `W/"x", ${etag}` })).toMatchObject({
      status: 304,
      body: Buffer.alloc(0),
    });
    expect((await ask(FILE, { 'if-range': etag, range: 'bytes=0-0' })).status).toBe(206);
    expect((await ask(FILE, { 'if-range': '"other"', range: 'bytes=0-0' })).status).toBe(200);
    utimesSync(join(folder, 'out/a b#%.ktx2'), 1, 1);
    expect((await ask(FILE, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['/base/@assetc/secret.txt', 404],
    ['/base/@assetc/link.txt', 404],
    ['/base/@assetc/../outside.txt', 404],
    ['/base/@assetc/%2e%2e/outside.txt', 404],
    ['/base/@assetc/..%2foutside.txt', 404],
    ['/base/@assetc/..%5coutside.txt', 404],
    ['/base/@assetc/level.json%00.ktx2', 404],
    ['/base/@assetc/gone.ktx2', 404],
    ['/base/@assetc/folder', 404],
    ['/base/@assetc/', 404],
    ['/base/@assetc/%e0%a4', 400],
    ['/base/other', 418],
    ['/@assetc/level.json', 418],
  ])('is all there is: %s is answered %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });

  it('cannot be written to', async () => {
    expect(await ask(FILE, {}, 'PUT')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});
