// Follows a watch from another program: connects, connects again when the line is cut, and tells what changed meanwhile, each
// version of a file once.

import { EventStreamReader } from './event-stream.js';
import { type LiveBuilt, type LiveEvent, type LiveFile, readLiveEvent, readLiveFile } from './live-event.js';

/** What `followBuilds` is asked for. */
export interface FollowOptions {
  /** What `assetc watch --ui` printed: `http://127.0.0.1:49152/`. */
  readonly url: string;
  /** Every event, in order. What changed while the line was cut comes as a `built` of its own. */
  readonly onEvent: (event: LiveEvent) => void;
  /** `lost`: it tries again by itself. */
  readonly onConnection?: (state: 'open' | 'lost') => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Instead of the global one. */
  readonly fetch?: (
    url: string,
    init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
  ) => Promise<Response>;
}

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/**
 * Resolves when the signal aborts; until then it connects again and again. Rejects with what `onEvent` throws, and
 * with FormatError where it is no watch that answers.
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
  /** Versions by path, as far as they were told; undefined before the first connection. */
  #known: Map<string, string> | undefined;
  #lastId = '';
  retryMs: number | undefined;

  constructor(options: FollowOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Until the line is cut. Returns whether there was one. */
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
            // Nobody knows what was missed: the next line begins anew.
            this.#lastId = '';
            return true;
          }
        }
        this.retryMs = stream.retryMs;
      }
    } finally {
      // Of a line that is cut already there is nothing to cancel.
      await reader.cancel().catch(() => undefined);
      if (!this.#signal.aborted) this.#options.onConnection?.('lost');
    }
  }

  async #connect(): Promise<ReadableStream<Uint8Array> | undefined> {
    const resume = this.#lastId === '' ? {} : { 'Last-Event-ID': this.#lastId };
    const answer = await this.#ask('api/events', { Accept: 'text/event-stream', ...resume });
    return answer?.body ?? undefined;
  }

  /** Undefined where nobody answers, or not as asked. */
  async #ask(path: string, headers: Record<string, string>): Promise<Response | undefined> {
    const { fetch = globalThis.fetch, url } = this.#options;
    try {
      const answer = await fetch(new URL(path, url).href, { headers, signal: this.#signal });
      return answer.ok ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  /** False where it could not be found out what changed before. */
  async #take(event: LiveEvent | undefined): Promise<boolean> {
    if (event === undefined || this.#signal.aborted) return true;
    this.#tell(event.type === 'built' || event.type === 'failed' ? this.#learn(event) : event);
    return event.type === 'hello' && !event.resumed ? this.#compare() : true;
  }

  /** Only what was not told yet: the index may have been ahead of the stream. */
  #learn(event: LiveBuilt): LiveBuilt {
    const known = this.#known ?? new Map<string, string>();
    this.#known = known;
    const changed = event.changed.filter(({ path, version }) => known.get(path) !== version);
    for (const { path, version } of changed) known.set(path, version);
    for (const path of event.removed) known.delete(path);
    return { ...event, changed };
  }

  /** What is there now against what was told: all that a stream which could not be resumed would have said. False where the index cannot be read. */
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
      this.#tell({ type: 'built', changed, removed, diagnostics: [], milliseconds: 0 });
    return true;
  }

  #tell(event: LiveEvent): void {
    if (!this.#signal.aborted) this.#options.onEvent(event);
  }
}

/** A line that breaks ends like one that is closed. */
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
