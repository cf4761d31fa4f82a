// Serves the built site below a path, as GitHub Pages does: without headers of its own.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  webm: 'video/webm',
  mp4: 'video/mp4',
};

export interface ServedSite {
  readonly address: string;
  close(): void;
}

interface Place {
  /** Begins and ends with a slash. */
  readonly base?: string;
  /** 0: any that is free. */
  readonly port?: number;
}

export async function serveSite(folder: string, { base = '/', port = 0 }: Place = {}): Promise<ServedSite> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/\?.*$/, ''));
    const file = path.startsWith(base) && !path.includes('..') ? join(folder, path.slice(base.length)) : '';
    const found = file !== '' && existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file;
    if (found === '' || !existsSync(found)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[found.split('.').at(-1) ?? ''] ?? 'application/octet-stream' });
    response.end(readFileSync(found));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}${base}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
