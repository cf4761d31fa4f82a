// Checks the answer to a range request.

import { SourceError } from './source-error.js';

interface ContentRange {
  readonly start: number;
  /** The last byte. */
  readonly end: number;
  /** Of the whole file. */
  readonly total: number;
}

export function contentRange(response: Response, url: string | URL): ContentRange {
  if (response.status !== 206) {
    dropBody(response);
    if (response.status === 200) {
      throw new SourceError(
        `${url}: the server ignores range requests (it answered 200, not 206); fetch the whole file and use bytesSource`,
      );
    }
    throw new SourceError(`${url}: the server answered ${response.status} ${response.statusText}`);
  }
  const encoding = response.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    dropBody(response);
    throw new SourceError(
      `${url}: the server compressed the range (Content-Encoding: ${encoding}); turn that off for this file`,
    );
  }
  const text = response.headers.get('content-range') ?? '';
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text);
  if (match === null) {
    dropBody(response);
    const why = text === '' ? 'no Content-Range (across origins the server must expose it)' : `Content-Range "${text}"`;
    throw new SourceError(`${url}: the server answered 206 with ${why}`);
  }
  return { start: Number(match[1]), end: Number(match[2]), total: Number(match[3]) };
}

/** Never reads more than `length` bytes and one chunk, even if the server sends more. Rejects as soon as the signal aborts. */
export async function answerBody(
  response: Response,
  url: string | URL,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(length);
  let filled = 0;
  const stop = (): void => void reader?.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      if (filled + value.byteLength > length) {
        stop();
        throw new SourceError(`${url}: the answer has more than ${length} bytes, but its Content-Range has ${length}`);
      }
      bytes.set(value, filled);
      filled += value.byteLength;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  if (filled === length) return bytes;
  throw new SourceError(`${url}: the answer has ${filled} bytes, but its Content-Range has ${length}`);
}

/** The body is not needed. Not awaited: a stream that is being decompressed may never finish canceling. */
export function dropBody(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
