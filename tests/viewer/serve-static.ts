// The page and an output folder or pack behind a port of this machine: what an export looks like on a server of static files.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

function indexOf(output: string) {
  const common = { title: basename(output), live: false, record: false };
  if (output.endsWith('.hpack')) return { ...common, pack: basename(output), files: [] };
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && statSync(join(output, name)).isFile())
    .map((name) => ({ path: name, size: statSync(join(output, name)).size, version: '1' }));
  return { ...common, files };
}

export async function serveStatic(page: string, output: string) {
  const bytesOf = (path: string): Buffer => {
    if (path === '/api/index.json') return Buffer.from(JSON.stringify(indexOf(output)));
    if (!path.startsWith('/files/')) return readFileSync(join(page, path === '/' ? 'index.html' : path));
    const name = path.slice('/files/'.length);
    return readFileSync(output.endsWith('.hpack') ? output : join(output, name));
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.setHeader(
      'content-type',
      TYPES[extname(path === '/' ? 'index.html' : path)] ?? 'application/octet-stream',
    );
    response.setHeader('content-security-policy', "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
    try {
      const bytes = bytesOf(path);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (from === undefined) return response.end(bytes);
      const end = Math.min(Number(to), bytes.length - 1);
      response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${bytes.length}` });
      return response.end(bytes.subarray(Number(from), end + 1));
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
