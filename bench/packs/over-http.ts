// One small entry of a compressed pack over HTTP, by ranges, against the whole file: bytes and time.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { httpSource, openHpackz, openPack } from '../../packages/formats/src/index.js';

/** What one way of reading took. */
export interface Transfer {
  readonly name: string;
  readonly sentBytes: number;
  readonly requests: number;
  readonly milliseconds: number;
}

/** Reads the smallest entry that is not empty, then the whole file. */
export async function overHttp(path: string): Promise<readonly Transfer[]> {
  const zstd = await loadZstd();
  const size = statSync(path).size;
  const file = openSync(path, 'r');
  let sentBytes = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    const [, from = '0', to = `${size}`] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from);
    const part = Buffer.alloc(Math.min(Number(to), size - 1) + 1 - start);
    readSync(file, part, 0, part.length, start);
    sentBytes += part.length;
    requests++;
    const range = `bytes ${start}-${start + part.length - 1}/${size}`;
    response.writeHead(request.headers.range === undefined ? 200 : 206, { 'content-range': range }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const timed = async (name: string, work: () => Promise<void>): Promise<Transfer> => {
    [sentBytes, requests] = [0, 0];
    const start = performance.now();
    await work();
    return { name, sentBytes, requests, milliseconds: performance.now() - start };
  };
  try {
    return [
      await timed('one small entry', async () => {
        const pack = await openPack(await openHpackz(httpSource(url), zstd.decompress));
        const [smallest] = [...pack.entries()].filter((entry) => entry.size > 0).sort((a, b) => a.size - b.size);
        if (smallest !== undefined) await pack.readEntry(smallest);
      }),
      await timed('the whole file', async () => {
        await (await fetch(url)).arrayBuffer();
      }),
    ];
  } finally {
    server.close();
    closeSync(file);
  }
}
