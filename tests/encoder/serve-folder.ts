// Serves files from memory to a browser, under a policy that only allows scripts and workers of the same origin.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
  json: 'application/json',
  glb: 'model/gltf-binary',
};

/** No `blob:`, nothing of other origins; wasm must be allowed by name. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

interface Served {
  readonly address: string;
  readonly asked: () => readonly string[];
  close(): void;
}

interface Serving {
  /** Pages have shared memory. */
  readonly isIsolated: boolean;
  /** Instead of the strict one. */
  readonly policy?: string;
}

export async function serveFolder(
  files: ReadonlyMap<string, string | Uint8Array>,
  { isIsolated, policy = POLICY }: Serving,
): Promise<Served> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1).replace(/\?.*$/, '') || 'index.html';
    asked.push(path);
    const body = files.get(path);
    const headers = { 'content-type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream' };
    const isolated = {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    response.writeHead(body === undefined ? 404 : 200, {
      ...headers,
      'content-security-policy': policy,
      ...(isIsolated ? isolated : {}),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, asked: () => asked, close: () => server.close() };
}
