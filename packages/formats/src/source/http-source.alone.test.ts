import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { encodeHpack } from '../hpack/encode.js';
import { openPack } from '../hpack/read.js';
import { httpSource } from './http-source.js';
import { SourceError } from './source-error.js';

const payload = Uint8Array.from({ length: 5000 }, (_, i) => i & 255);
const pack = encodeHpack([
  { path: 'a.hmesh', bytes: payload },
  { path: 'b.ktx2', bytes: payload.subarray(7) },
]);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/game.hpack`;
}

function ranges(bytes: Uint8Array, log: string[] = [], extra: Record<string, string> = {}) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const range = request.headers.range ?? '';
    log.push(range);
    const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const start = Number(first);
    const end = Math.min(Number(last), bytes.length - 1);
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
      return;
    }
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}`, ...extra });
    response.end(bytes.subarray(start, end + 1));
  };
}

describe('httpSource', () => {
  it('opens a pack with one request and reads an entry with one more', async () => {
    const log: string[] = [];
    const url = await serve(ranges(pack, log));
    const opened = await openPack(httpSource(url, { prefetchBytes: 512 }));
    expect(log).toEqual(['bytes=0-511']);
    const entry = opened.find('b.ktx2');
    expect(await opened.read('b.ktx2')).toEqual(payload.subarray(7));
    expect(log).toEqual(['bytes=0-511', `bytes=${entry?.offset}-${(entry?.offset ?? 0) + 4992}`]);
  });

  it('reports a server that ignores ranges', async () => {
    const url = await serve((_, response) => response.writeHead(200).end(pack));
    await expect(openPack(httpSource(url))).rejects.toThrow(/ignores range requests.*bytesSource/);
  });

  it('stops reading a body that does not end', async () => {
    let sentBytes = 0;
    const chunk = new Uint8Array(1 << 16);
    const url = await serve((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-511/4096' });
      const send = (): void => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
        sentBytes += chunk.length;
      };
      response.on('drain', send);
      send();
    });
    await expect(httpSource(url, { prefetchBytes: 512 }).size()).rejects.toThrow('more than 512 bytes');
    // What the sockets of both sides buffer.
    expect(sentBytes).toBeLessThan(64 << 20);
  });

  it('does not trust a length that was not asked for', async () => {
    const url = await serve((_, response) =>
      response.writeHead(206, { 'content-range': 'bytes 0-999999999999/1000000000000' }).flushHeaders(),
    );
    await expect(httpSource(url).size()).rejects.toThrow('asked for the first');
  });

  it.each(['gzip', 'br'])('refuses a range that is compressed by %s', async (encoding) => {
    const url = await serve((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-511/4096', 'content-encoding': encoding });
      response.write(new Uint8Array(1024));
    });
    await expect(httpSource(url, { prefetchBytes: 512 }).size()).rejects.toThrow(`Content-Encoding: ${encoding}`);
  });

  it('stops when its signal aborts in the middle of a body', async () => {
    const controller = new AbortController();
    const url = await serve((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-511/4096' });
      response.write(new Uint8Array(16));
    });
    const source = httpSource(url, {
      prefetchBytes: 512,
      signal: controller.signal,
      async fetch(...request) {
        const answer = await fetch(...request);
        setImmediate(() => controller.abort(new Error('enough')));
        return answer;
      },
    });
    await expect(source.size()).rejects.toThrow('enough');
  });

  it('names the status of a refusal', async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    await expect(httpSource(url).size()).rejects.toThrow('404');
  });

  it('refuses a 206 without a Content-Range', async () => {
    const url = await serve((_, response) => response.writeHead(206).end(pack));
    await expect(httpSource(url).size()).rejects.toThrow('no Content-Range');
  });

  it('refuses another range than it asked for', async () => {
    const url = await serve((_, response) =>
      response.writeHead(206, { 'content-range': `bytes 1-100/${pack.length}` }).end(pack.subarray(1, 101)),
    );
    await expect(httpSource(url).size()).rejects.toThrow('asked for the first');
  });

  it('refuses an answer shorter than its Content-Range', async () => {
    const url = await serve((_, response) =>
      response.writeHead(206, { 'content-range': `bytes 0-${pack.length - 1}/${pack.length}` }).end(pack.subarray(1)),
    );
    await expect(httpSource(url).size()).rejects.toThrow('its Content-Range');
  });

  it('notices that the file changed while it was open', async () => {
    let version = 0;
    const url = await serve((request, response) => ranges(pack, [], { etag: `"${version++}"` })(request, response));
    const opened = await openPack(httpSource(url, { prefetchBytes: 512 }));
    await expect(opened.read('a.hmesh')).rejects.toThrow('changed while it was open');
  });

  it('knows an empty file', async () => {
    const url = await serve(ranges(new Uint8Array(0)));
    expect(await httpSource(url).size()).toBe(0);
  });

  it('keeps the cause of a network failure and tries again when asked again', async () => {
    let calls = 0;
    const source = httpSource('http://nowhere.invalid/x', {
      fetch: async () => {
        calls++;
        throw new TypeError('no network');
      },
    });
    await expect(source.size()).rejects.toMatchObject({ name: 'SourceError', cause: new TypeError('no network') });
    await expect(source.size()).rejects.toThrow(SourceError);
    expect(calls).toBe(2);
  });
});
