// A server of one file that answers ranges, can let clients wait or break connections, and records requests.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Ask {
  readonly start: number;
  readonly length: number;
  /** The client went away before it had everything. */
  isCutByClient: boolean;
}

interface Behavior {
  /** Answers when this resolves. Default: immediately. */
  readonly until?: Promise<void>;
  /** Breaks the connection during the answer to these requests, counted from 0. */
  readonly breakOff?: (index: number) => boolean;
  /** Answers 200 with the whole file. */
  readonly ignoresRanges?: boolean;
}

export class RangeServer {
  readonly asks: Ask[] = [];
  bytesSent = 0;
  maxConcurrent = 0;
  behavior: Behavior = {};
  #now = 0;
  readonly #server: Server;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/game.hpack`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Forgets what it has counted. */
  reset(behavior: Behavior = {}): void {
    this.asks.length = 0;
    this.bytesSent = 0;
    this.maxConcurrent = 0;
    this.behavior = behavior;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { until = Promise.resolve(), breakOff, ignoresRanges = false } = this.behavior;
    const [, first = '0', last = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(first);
    const end = Math.min(Number(last), this.#bytes.length - 1);
    const ask: Ask = { start, length: end - start + 1, isCutByClient: false };
    const index = this.asks.push(ask) - 1;
    this.#now++;
    this.maxConcurrent = Math.max(this.maxConcurrent, this.#now);
    response.on('close', () => {
      this.#now--;
      ask.isCutByClient = !response.writableFinished;
    });
    void until.then(() => {
      if (ignoresRanges) {
        response.writeHead(200).end(this.#bytes.subarray(0, 1000));
        return;
      }
      const part = this.#bytes.subarray(start, end + 1);
      response.writeHead(206, {
        'content-range': `bytes ${start}-${end}/${this.#bytes.length}`,
        'content-length': `${part.length}`,
      });
      if (breakOff?.(index) === true) {
        response.write(part.subarray(0, part.length >> 1), () => response.destroy());
        return;
      }
      this.bytesSent += part.length;
      response.end(part);
    });
  }
}
