// A blob server on this machine for tests: stores PUTs, answers GET and HEAD, records requests, and misbehaves on demand.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Returns true if it has answered, or never will. */
export type Misbehave = (request: IncomingMessage, response: ServerResponse, stored: Buffer | undefined) => boolean;

export class BlobServer {
  readonly blobs = new Map<string, Buffer>();
  readonly asked: Asked[] = [];
  misbehave: Misbehave = () => false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async open(): Promise<BlobServer> {
    const server = new BlobServer();
    await new Promise<void>((done) => server.#server.listen(0, '127.0.0.1', done));
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return `http://127.0.0.1:${address.port}/cache`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request;
    this.asked.push({ method, path: url, authorization: request.headers.authorization });
    const stored = this.blobs.get(url);
    if (this.misbehave(request, response, stored)) return;
    if (method === 'PUT') {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        this.blobs.set(url, Buffer.concat(pieces));
        response.writeHead(201).end();
      });
      return;
    }
    if (stored === undefined) response.writeHead(404).end('none');
    else {
      response.writeHead(200, { 'content-length': stored.length });
      response.end(method === 'HEAD' ? undefined : stored);
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }
}
