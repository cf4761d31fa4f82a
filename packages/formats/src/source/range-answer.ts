// An answer to a request for a range, checked before it is believed.

import { SourceError } from './source-error.js';

interface ContentRange {
  readonly start: number;
  /** The last byte. */
  readonly end: number;
  /** Of the whole file. */
  readonly total: number;
}

export async function contentRange(response: Response, url: string | URL): Promise<ContentRange> {
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

export async function answerBody(response: Response, url: string | URL, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === length) return bytes;
  throw new SourceError(`${url}: the answer has ${bytes.byteLength} bytes, its Content-Range ${length}`);
}
