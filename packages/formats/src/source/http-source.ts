// Reads ranges over HTTP. Every answer is checked: a server that ignores ranges would otherwise send the whole pack for
// every entry, and one whose file changed in between would mix two versions.

import type { RandomAccessSource } from './random-access-source.js';
import { answerBody, contentRange, dropBody } from './range-answer.js';
import { SourceError } from './source-error.js';

/** How ranges are requested. */
export interface HttpSourceOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Bytes of the first request, which contains the header and the table of a small pack. */
  readonly prefetchBytes?: number;
}

interface Opening {
  readonly total: number;
  readonly etag: string | null;
}

/** A file on a server. */
export interface HttpSource extends RandomAccessSource {
  /** Bytes from the first request; undefined if reading them takes another. */
  known(offset: number, length: number): Uint8Array | undefined;
}

/** Default size of the first request. */
export const PREFETCH_BYTES = 64 * 1024;

/**
 * Reads ranges of a file on a server. Rejects with SourceError if the server does not support range requests.
 *
 * @example
 * const pack = await openPack(httpSource('https://example.org/game.hpack'));
 */
export function httpSource(url: string | URL, options: HttpSourceOptions = {}): HttpSource {
  return new RangedFile(url, options);
}

class RangedFile implements HttpSource {
  readonly #url: string | URL;
  readonly #options: HttpSourceOptions;
  readonly #prefetchBytes: number;
  #opening: Promise<Opening> | undefined;
  #beginning: Uint8Array = new Uint8Array(0);

  constructor(url: string | URL, options: HttpSourceOptions) {
    this.#url = url;
    this.#options = options;
    this.#prefetchBytes = options.prefetchBytes ?? PREFETCH_BYTES;
  }

  known(offset: number, length: number): Uint8Array | undefined {
    return offset + length <= this.#beginning.byteLength ? this.#beginning.slice(offset, offset + length) : undefined;
  }

  async size(): Promise<number> {
    return (await this.#opened()).total;
  }

  async read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
    const opening = await this.#opened();
    const { total } = opening;
    if (offset + length > total) throw new SourceError(`${this.#url} has ${total} bytes, not ${offset + length}`);
    if (length === 0) return new Uint8Array(0);
    const had = this.known(offset, length);
    if (had !== undefined) return had;
    return await this.#range(offset, length, signal, (response, ends) =>
      this.#take(response, opening, offset, length, ends),
    );
  }

  #opened(): Promise<Opening> {
    this.#opening ??= this.#range(0, this.#prefetchBytes, undefined, (response, ends) =>
      this.#takeFirst(response, ends),
    ).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** Reads one answer completely: a connection that breaks during it counts as a failed request, too. */
  async #range<T>(
    start: number,
    length: number,
    own: AbortSignal | undefined,
    take: (response: Response, signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const { headers = {}, signal, fetch: request = fetch } = this.#options;
    const wanted = `bytes=${start}-${start + length - 1}`;
    const ends = signal !== undefined && own !== undefined ? AbortSignal.any([signal, own]) : (own ?? signal);
    const init = {
      headers: { 'Accept-Encoding': 'identity', ...headers, Range: wanted },
      ...(ends === undefined ? {} : { signal: ends }),
    };
    try {
      return await take(await request(this.#url, init), ends);
    } catch (cause) {
      if (ends?.aborted === true || cause instanceof SourceError) throw cause;
      throw new SourceError(`${this.#url}: the request for ${wanted} failed`, { cause });
    }
  }

  async #takeFirst(response: Response, signal: AbortSignal | undefined): Promise<Opening> {
    const [url, most] = [this.#url, this.#prefetchBytes];
    if (response.status === 416 && /^bytes \*\/0$/.test(response.headers.get('content-range') ?? ''))
      return { total: 0, etag: null };
    const { start, end, total } = contentRange(response, url);
    if (start !== 0 || end + 1 !== Math.min(most, total)) {
      dropBody(response);
      throw new SourceError(`${url}: asked for the first ${most} bytes, got [${start}, ${end}]`);
    }
    this.#beginning = await answerBody(response, url, end + 1, signal);
    return { total, etag: response.headers.get('etag') };
  }

  async #take(
    response: Response,
    opening: Opening,
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const url = this.#url;
    const { start, end, total } = contentRange(response, url);
    if (total !== opening.total || response.headers.get('etag') !== opening.etag) {
      dropBody(response);
      throw new SourceError(`${url} changed while it was open: open it again`);
    }
    if (start !== offset || end !== offset + length - 1) {
      dropBody(response);
      throw new SourceError(`${url}: asked for [${offset}, ${offset + length - 1}], got [${start}, ${end}]`);
    }
    return await answerBody(response, url, length, signal);
  }
}
