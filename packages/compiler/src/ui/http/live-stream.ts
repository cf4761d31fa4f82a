// `api/events`: the builds of a watch as server-sent events. A client that reconnects with the last id it saw gets the events it missed, as
// long as they are still kept. Otherwise it must assume that anything may have changed.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LiveEvent, LiveHello } from '@assetc/formats/live';
import { SAFE_HEADERS } from './request-guard.js';

/** Events kept for clients that reconnect. */
const MAX_KEPT_EVENTS = 200;
/** Regular comments keep the connection open and detect clients that are gone. */
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 500;
/** A client that lets more than this accumulate is disconnected. It resumes when it reconnects. */
const MAX_PENDING_BYTES = 8 << 20;

export class LiveStream {
  /** Part of every id, because ids of another server run mean nothing here. */
  readonly #run = randomBytes(6).toString('hex');
  readonly #listeners = new Set<ServerResponse>();
  readonly #kept: { readonly number: number; readonly text: string }[] = [];
  #number = 0;
  readonly #beat = setInterval(() => this.#write(': \n\n'), HEARTBEAT_MS).unref();

  publish(event: LiveEvent): void {
    this.#number++;
    const text = textOf(event, this.#idOf(this.#number));
    this.#kept.push({ number: this.#number, text });
    if (this.#kept.length > MAX_KEPT_EVENTS) this.#kept.shift();
    this.#write(text);
  }

  connect(request: IncomingMessage, response: ServerResponse, now: Pick<LiveHello, 'state' | 'diagnostics'>): void {
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') return void response.end();
    // Send small events at once.
    response.socket?.setNoDelay(true);
    const last = this.#lastSeen(request.headers['last-event-id']);
    // Has the id that was seen last: if the connection is cut now, the missed events are still sent next time.
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

  /** The number of the event with this id; undefined if the events after it are no longer kept. */
  #lastSeen(id: string | string[] | undefined): number | undefined {
    const [run, number] = String(id ?? '').split('.');
    const last = Number(number);
    const first = this.#kept[0]?.number ?? 1;
    if (run !== this.#run || !Number.isInteger(last) || last > this.#number || last + 1 < first) return undefined;
    return last;
  }

  #write(text: string): void {
    for (const response of this.#listeners)
      if (response.writableLength > MAX_PENDING_BYTES) response.destroy();
      else response.write(text);
  }
}

/** JSON.stringify writes no line breaks, so an event's data is one line. */
const textOf = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
