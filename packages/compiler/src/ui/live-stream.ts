// `api/events`: what a watch does, as server-sent events. Whoever was cut off and names the last event it saw gets what it missed, as
// long as this server still has it; else it is told that anything may have changed.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEvent, LiveHello } from '@assetc/formats/live';
import { SAFE_HEADERS } from './request-guard.js';

/** Events that are kept for those who come back. */
const KEPT = 200;
/** A comment now and then keeps the line open, and shows who is gone. */
const BEAT_MS = 15_000;
const RETRY_MS = 500;
/** Who takes nothing for so long that this much waits is cut off, and resumes when it comes back. */
const MOST_WAITING_BYTES = 8 << 20;

export class LiveStream {
  /** Ids of another run of the server mean nothing to this one. */
  readonly #run = randomBytes(6).toString('hex');
  readonly #listeners = new Set<ServerResponse>();
  readonly #kept: { readonly number: number; readonly text: string }[] = [];
  #number = 0;
  readonly #beat = setInterval(() => this.#write(': \n\n'), BEAT_MS).unref();

  publish(event: LiveEvent): void {
    this.#number++;
    const text = textOf(event, this.#idOf(this.#number));
    this.#kept.push({ number: this.#number, text });
    if (this.#kept.length > KEPT) this.#kept.shift();
    this.#write(text);
  }

  connect(request: IncomingMessage, response: ServerResponse, now: Pick<LiveHello, 'state' | 'diagnostics'>): void {
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    // Small events go out at once.
    response.socket?.setNoDelay(true);
    const last = this.#lastSeen(request.headers['last-event-id']);
    // With the id of what was seen last: a line that is cut now has not told what was missed.
    const hello = textOf({ type: 'hello', resumed: last !== undefined, ...now }, this.#idOf(last ?? this.#number));
    response.write(`retry: ${RETRY_MS}\n\n${hello}`);
    if (last !== undefined) for (const { number, text } of this.#kept) if (number > last) response.write(text);
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  close(): void {
    clearInterval(this.#beat);
    for (const response of this.#listeners) response.end();
  }

  #idOf(number: number): string {
    return `${this.#run}.${number}`;
  }

  /** The number of the event that has this id; undefined where what came after it cannot be told. */
  #lastSeen(id: string | string[] | undefined): number | undefined {
    const [run, number] = String(id ?? '').split('.');
    const last = Number(number);
    const first = this.#kept[0]?.number ?? 1;
    if (run !== this.#run || !Number.isInteger(last) || last > this.#number || last + 1 < first) return undefined;
    return last;
  }

  #write(text: string): void {
    for (const response of this.#listeners)
      if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
      else response.write(text);
  }
}

/** JSON has no line breaks of its own, so an event's data is one line. */
const textOf = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
