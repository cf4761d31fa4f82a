// A network line of a given rate and latency between this machine and itself: all connections share one queue for each direction, and bytes
// arrive after the latency. Like a real line it buffers little: senders of more must wait.

import { connect, createServer, type Server, type Socket } from 'node:net';

interface Line {
  readonly bytesPerMs: number;
  readonly delayMs: number;
}

/** Beyond this, senders wait: 40 ms of 200 Mbit/s. */
const MAX_QUEUED_BYTES = 1 << 20;

class Direction {
  readonly #line: Line;
  readonly #queue: { readonly bytes: Buffer; readonly to: Socket; readonly dueMs: number }[] = [];
  readonly #paused = new Set<Socket>();
  #freeAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  sentBytes = 0;
  firstMs = 0;
  lastMs = 0;

  constructor(line: Line) {
    this.#line = line;
  }

  carry(from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      const now = performance.now();
      if (this.firstMs === 0) this.firstMs = now;
      this.#freeAtMs = Math.max(this.#freeAtMs, now) + bytes.length / this.#line.bytesPerMs;
      this.#queue.push({ bytes, to, dueMs: this.#freeAtMs + this.#line.delayMs });
      if (this.#backlogMs(now) * this.#line.bytesPerMs > MAX_QUEUED_BYTES) {
        this.#paused.add(from);
        from.pause();
      }
      this.#schedule();
    });
    from.on('end', () => {
      this.#queue.push({ bytes: Buffer.of(), to, dueMs: this.#freeAtMs + this.#line.delayMs });
      this.#schedule();
    });
    from.on('error', () => to.destroy());
    from.on('close', () => this.#paused.delete(from));
  }

  /** Bytes in the queue, without those in transit. */
  #backlogMs(now: number): number {
    return Math.max(0, this.#freeAtMs - now);
  }

  #schedule(): void {
    const [next] = this.#queue;
    if (next === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#deliver(), Math.max(0, next.dueMs - performance.now()));
  }

  #deliver(): void {
    this.#timer = undefined;
    const now = performance.now();
    let count = 0;
    for (const { bytes, to, dueMs } of this.#queue) {
      if (dueMs > now) break;
      count++;
      this.sentBytes += bytes.length;
      if (bytes.length === 0) to.end();
      else if (!to.destroyed) to.write(bytes);
    }
    if (count > 0) this.lastMs = now;
    this.#queue.splice(0, count);
    if (this.#backlogMs(now) * this.#line.bytesPerMs < MAX_QUEUED_BYTES / 2) {
      for (const socket of this.#paused) socket.resume();
      this.#paused.clear();
    }
    this.#schedule();
  }
}

export class ShapingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly down: Direction;
  readonly up: Direction;

  private constructor(port: number, megabitsPerSecond: number, roundTripMs: number) {
    const line = { bytesPerMs: (megabitsPerSecond * 1e6) / 8 / 1000, delayMs: roundTripMs / 2 };
    this.down = new Direction(line);
    this.up = new Direction(line);
    this.#server = createServer((client) => {
      const server = connect(port, '127.0.0.1');
      for (const socket of [client, server]) {
        socket.setNoDelay(true);
        this.#sockets.add(socket);
        socket.on('close', () => this.#sockets.delete(socket));
      }
      this.up.carry(client, server);
      this.down.carry(server, client);
    });
  }

  /** In front of a server on `port` of this machine. */
  static async open(port: number, megabitsPerSecond: number, roundTripMs: number): Promise<ShapingProxy> {
    const proxy = new ShapingProxy(port, megabitsPerSecond, roundTripMs);
    await new Promise<void>((done) => proxy.#server.listen(0, '127.0.0.1', done));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('it does not listen');
    return address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }
}
