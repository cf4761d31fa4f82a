// Requests that one connection sends without waiting for answers are handled one after another. HTTP answers them in order anyway, and
// between two of them other connections get their turn. Nothing more is read from the network until they are handled.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = () => void;

export class ConnectionTurns {
  /** By connection with a request in progress: the requests after it. */
  readonly #waiting = new WeakMap<Socket, Handle[]>();

  /** Calls `handle` at once, or when all earlier requests of the connection are answered; never if the connection closes before. */
  take({ socket }: IncomingMessage, response: ServerResponse, handle: Handle): void {
    const run = (): void => {
      // Also emitted if the connection closes.
      response.once('close', () => setImmediate(() => this.#next(socket)));
      handle();
    };
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      run();
      return;
    }
    waiting.push(run);
    socket.pause();
  }

  #next(socket: Socket): void {
    if (socket.destroyed) return;
    const next = this.#waiting.get(socket)?.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#waiting.delete(socket);
    socket.resume();
  }
}
