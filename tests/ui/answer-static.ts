// A simple static file server: no ranges, one path prefix.

import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export function answerStatic(request: IncomingMessage, response: ServerResponse, prefix: string, folder: string): void {
  const path = decodeURIComponent(request.url?.split('?')[0] ?? '');
  const file = join(folder, normalize(path.slice(prefix.length)));
  if (!path.startsWith(prefix) || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile())
    return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(readFileSync(file));
}
