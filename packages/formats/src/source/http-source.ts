// Reads ranges over HTTP. Every answer is checked: a server that ignores ranges would otherwise send the whole pack for
// every entry, and one whose file changed in between would mix two versions.

import type { RandomAccessSource } from './random-access-source.js';

/** The server does not do what random access needs, or the network failed. */
export class SourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
  }
}

/** How ranges are requested. */
export interface HttpSourceOptions {
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Bytes asked for at first; header and table of a small pack come with them in one request. */
  readonly prefetchBytes?: number;
}

interface Opening {
  readonly total: number;
  readonly etag: string | null;
}

/** A file on a server. */
export interface HttpSource extends RandomAccessSource {
  /** Bytes that came with the first request; undefined where reading them takes another. */
  known(offset: number, length: number): Uint8Array | undefined;
}

/** Bytes asked for at first unless options say otherwise. */
export const PREFETCH_BYTES = 64 * 1024;

/**
 * Ranges of a file on a server that answers range requests; it rejects with SourceError where it does not.
 *
 * @example
 * const pack = await openPack(httpSource('https://example.org/game.hpack'));
 */
export function httpSource(url: string | URL, options: HttpSourceOptions = {}): HttpSource {
  const { prefetchBytes = PREFETCH_BYTES, headers = {}, signal } = options;
  const request = options.fetch ?? fetch;
  let opening: Promise<Opening> | undefined;
  let beginning: Uint8Array = new Uint8Array(0);

  /** One answer, taken as a whole: a connection that breaks in the middle of it is a failed request, too. */
  async function range<T>(
    start: number,
    length: number,
    own: AbortSignal | undefined,
    take: (response: Response) => Promise<T>,
  ): Promise<T> {
    const wanted = `bytes=${start}-${start + length - 1}`;
    const ends = signal !== undefined && own !== undefined ? AbortSignal.any([signal, own]) : (own ?? signal);
    const init = { headers: { ...headers, Range: wanted }, ...(ends === undefined ? {} : { signal: ends }) };
    try {
      return await take(await request(url, init));
    } catch (cause) {
      if (ends?.aborted === true || cause instanceof SourceError) throw cause;
      throw new SourceError(`${url}: the request for ${wanted} failed`, { cause });
    }
  }

  async function takeFirst(response: Response): Promise<Opening> {
    if (response.status === 416 && /^bytes \*\/0$/.test(response.headers.get('content-range') ?? '')) {
      return { total: 0, etag: null };
    }
    const { start, end, total } = await contentRange(response, url);
    const first = await body(response, url, end - start + 1);
    if (start !== 0 || first.byteLength !== Math.min(prefetchBytes, total)) {
      throw new SourceError(`${url}: asked for the first ${prefetchBytes} bytes, got [${start}, ${end}]`);
    }
    beginning = first;
    return { total, etag: response.headers.get('etag') };
  }

  const known = (offset: number, length: number): Uint8Array | undefined =>
    offset + length <= beginning.byteLength ? beginning.slice(offset, offset + length) : undefined;

  function opened(): Promise<Opening> {
    opening ??= range(0, prefetchBytes, undefined, takeFirst).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    known,
    size: async () => (await opened()).total,
    async read(offset, length, own) {
      const { total, etag } = await opened();
      if (offset + length > total) throw new SourceError(`${url} has ${total} bytes, not ${offset + length}`);
      if (length === 0) return new Uint8Array(0);
      const had = known(offset, length);
      if (had !== undefined) return had;
      return await range(offset, length, own, async (response) => {
        const got = await contentRange(response, url);
        if (got.total !== total || response.headers.get('etag') !== etag) {
          await response.body?.cancel();
          throw new SourceError(`${url} changed while it was open: open it again`);
        }
        if (got.start !== offset || got.end !== offset + length - 1) {
          await response.body?.cancel();
          throw new SourceError(
            `${url}: asked for [${offset}, ${offset + length - 1}], got [${got.start}, ${got.end}]`,
          );
        }
        return await body(response, url, length);
      });
    },
  };
}

async function contentRange(response: Response, url: string | URL) {
  if (response.status !== 206) {
    await response.body?.cancel();
    if (response.status === 200) {
      throw new SourceError(
        `${url}: the server ignores range requests (it answered 200, not 206); fetch the whole file and use bytesSource`,
      );
    }
    throw new SourceError(`${url}: the server answered ${response.status} ${response.statusText}`);
  }
  const text = response.headers.get('content-range') ?? '';
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text);
  if (match === null) {
    await response.body?.cancel();
    const why = text === '' ? 'no Content-Range (across origins the server must expose it)' : `Content-Range "${text}"`;
    throw new SourceError(`${url}: the server answered 206 with ${why}`);
  }
  return { start: Number(match[1]), end: Number(match[2]), total: Number(match[3]) };
}

async function body(response: Response, url: string | URL, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === length) return bytes;
  throw new SourceError(`${url}: the answer has ${bytes.byteLength} bytes, its Content-Range says ${length}`);
}
