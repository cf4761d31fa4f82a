// Follows a watch from another program: connects, reconnects after a cut, and reports what changed meanwhile, each version of a file once.

import { EventStreamReader } from './event-stream.js';
import { type LiveBuilt, type LiveEvent, type LiveFile, readLiveEvent, readLiveFile } from './live-event.js';

/** Options of `followBuilds`. */
export interface FollowOptions {
  /** The address printed by `assetc watch --ui`: `http://127.0.0.1:49152/`. */
  readonly url: string;
  /** Called with every event, in order. Changes during a cut are reported as a separate `built`. */
  readonly onEvent: (event: LiveEvent) => void;
  /** `lost`: it reconnects automatically. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
  /** Stops following. */
  readonly signal?: AbortSignal;
  /** Default: the global `fetch`. */
  readonly fetch?: (
    url: string,
    init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
  ) => Promise<Response>;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/**
 * Follows the builds of a watch. Resolves when the signal aborts; until then it reconnects. Rejects with errors of `onEvent`, and with a
 * FormatError if the server is not a watch.
 *
 * @example
 * await followBuilds({
 *   url: 'http://127.0.0.1:49152/',
 *   onEvent: (event) => {
 *     if (event.type === 'built') for (const { path, version } of event.changed) reload(path, version);
 *   },
 * });
 */
export async function followBuilds(options: FollowOptions): Promise<void> {
  const signal = options.signal ?? new AbortController().signal;
  const follower = new Follower(options, signal);
  for (let waitMs = FIRST_RETRY_MS; !signal.aborted; ) {
    const isOpened = await follower.listen();
    waitMs = isOpened ? FIRST_RETRY_MS : Math.min(LONGEST_RETRY_MS, waitMs * 2);
    if (!signal.aborted) await pause(follower.retryMs ?? waitMs, signal);
  }
}

class Follower {
  readonly #options: FollowOptions;
  readonly #signal: AbortSignal;
  /** Reported versions by path; undefined before the first connection. */
  #known: Map<string, string> | undefined;
  #lastId = '';
  retryMs: number | undefined;

  constructor(options: FollowOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Listens until the connection ends. Returns whether there was one. */
  async listen(): Promise<boolean> {
    const body = await this.#connect();
    if (body === undefined) return false;
    this.#options.onConnection?.('open');
    const reader = body.getReader();
    const stream = new EventStreamReader();
    try {
      for (;;) {
        const { done, value } = await unlessCut(reader.read());
        if (done || value === undefined) return true;
        for (const { data, id } of stream.push(value)) {
          this.#lastId = id;
          if (!(await this.#take(readLiveEvent(data)))) {
            // Missed events are unknown: the next connection starts without an id.
            this.#lastId = '';
            return true;
          }
        }
        this.retryMs = stream.retryMs;
      }
    } finally {
      // A cut connection cannot be canceled.
      await reader.cancel().catch(() => undefined);
      if (!this.#signal.aborted) this.#options.onConnection?.('lost');
    }
  }

  async #connect(): Promise<ReadableStream<Uint8Array> | undefined> {
    const resume = this.#lastId === '' ? {} : { 'Last-Event-ID': this.#lastId };
    const answer = await this.#ask('api/events', { Accept: 'text/event-stream', ...resume });
    return answer?.body ?? undefined;
  }

  /** Resolves to undefined if there is no valid answer. */
  async #ask(path: string, headers: Record<string, string>): Promise<Response | undefined> {
    const { fetch = globalThis.fetch, url } = this.#options;
    try {
      const answer = await fetch(new URL(path, url).href, { headers, signal: this.#signal });
      return answer.ok ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  /** Resolves to false if earlier changes could not be determined. */
  async #take(event: LiveEvent | undefined): Promise<boolean> {
    if (event === undefined || this.#signal.aborted) return true;
    this.#report(event.type === 'built' || event.type === 'failed' ? this.#learn(event) : event);
    return event.type === 'hello' && !event.resumed ? this.#compare() : true;
  }

  /** Keeps only unreported files: the index may have been ahead of the stream. */
  #learn(event: LiveBuilt): LiveBuilt {
    const known = this.#known ?? new Map<string, string>();
    this.#known = known;
    const changed = event.changed.filter(({ path, version }) => known.get(path) !== version);
    for (const { path, version } of changed) known.set(path, version);
    for (const path of event.removed) known.delete(path);
    return { ...event, changed };
  }

  /**
   * Reports the differences between the index and what was reported, as a resumed stream would have. Resolves to false if the index cannot
   * be read.
   */
  async #compare(): Promise<boolean> {
    const answer = await this.#ask('api/index.json', {});
    const index: unknown = await answer?.json().catch(() => undefined);
    if (typeof index !== 'object' || index === null || !('files' in index) || !Array.isArray(index.files)) return false;
    const files: readonly LiveFile[] = index.files.map(readLiveFile);
    const known = this.#known;
    this.#known = new Map(files.map(({ path, version }) => [path, version]));
    if (known === undefined) return true;
    const changed = files.filter(({ path, version }) => known.get(path) !== version);
    const removed = [...known.keys()].filter((path) => this.#known?.has(path) === false);
    if (changed.length + removed.length > 0)
      this.#report({ type: 'built', changed, removed, diagnostics: [], milliseconds: 0 });
    return true;
  }

  #report(event: LiveEvent): void {
    if (!this.#signal.aborted) this.#options.onEvent(event);
  }
}

/** A broken connection ends like a closed one. */
const unlessCut = <T>(
  read: Promise<{ readonly done: boolean; readonly value?: T | undefined }>,
): Promise<{ readonly done: boolean; readonly value?: T | undefined }> => read.catch(() => ({ done: true }));

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
