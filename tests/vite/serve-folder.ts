// A simple static server.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

/** Nothing but files; with ranges, as every web server has them, or without. */
export function serveFolder(folder: string, at: string, withRanges: boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/[?#].*/, ''));
    const file = path === at ? join(folder, 'index.html') : join(folder, path.slice(at.length));
    if (!path.startsWith(at) || !existsSync(file)) return response.writeHead(404).end();
    const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
    const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const { size } = statSync(file);
    if (!withRanges || from === undefined || to === undefined) {
      response.writeHead(200, { 'content-type': type });
      return createReadStream(file).pipe(response);
    }
    // A range may be asked for that ends after the file.
    const end = Math.min(Number(to), size - 1);
    response.writeHead(206, { 'content-type': type, 'content-range': `bytes ${from}-${end}/${size}` });
    return createReadStream(file, { start: Number(from), end }).pipe(response);
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}
