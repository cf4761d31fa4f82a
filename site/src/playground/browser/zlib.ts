// node:zlib for browsers, as far as the decoders of images use it. Streams are inflated by the browser, whole buffers by fflate.

import { Unzlib } from 'fflate';

/** Errors have the codes that the decoders know. */
class InflateError extends Error {
  readonly code: string;
  constructor(code: 'Z_DATA_ERROR' | 'Z_BUF_ERROR', message: string) {
    super(message);
    this.code = code;
  }
}

interface InflateLimits {
  readonly maxOutputLength?: number;
}

/** A zlib stream. Bytes after its end are ignored, as zlib does. */
export function inflateSync(data: Uint8Array, { maxOutputLength = Number.POSITIVE_INFINITY }: InflateLimits = {}) {
  if (data.length < 2 || (((data[0] ?? 0) << 8) | (data[1] ?? 0)) % 31 !== 0 || ((data[0] ?? 0) & 15) !== 8)
    throw new InflateError('Z_DATA_ERROR', 'incorrect header check');
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new Unzlib((part, isLast) => {
    ended ||= isLast;
    length += part.length;
    if (length > maxOutputLength) throw new RangeError('the stream is longer than allowed');
    parts.push(part);
  });
  try {
    stream.push(data, true);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new InflateError(message === 'unexpected EOF' ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR', message);
  }
  if (!ended) throw new InflateError('Z_BUF_ERROR', 'unexpected end of file');
  const out = joined(parts, length);
  if (!endsWithSum(data, adler32(out))) throw new InflateError('Z_DATA_ERROR', 'incorrect data check');
  return out;
}

/** Bytes that may follow the checksum. */
const MAX_EXTRA_BYTES = 64;

/** fflate does not check the sum, and does not say where the stream ended. */
function endsWithSum(data: Uint8Array, sum: number): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const first = Math.max(2, data.length - 4 - MAX_EXTRA_BYTES);
  for (let at = data.length - 4; at >= first; at--) if (view.getUint32(at) === sum) return true;
  return false;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += 3800) {
    const end = Math.min(from + 3800, bytes.length);
    for (let at = from; at < end; at++) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The decoders pass the result to `pipeline` of stream.ts, which does the work. */
export const createInflate = (): 'inflate' => 'inflate';

/** Inflates pieces as they are read. */
export async function* inflatePieces(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // What follows the stream is ignored, as zlib does.
    if (/junk|after the end/i.test(message)) return;
    throw new InflateError(
      /truncated|incomplete|unexpected end/i.test(message) ? 'Z_BUF_ERROR' : 'Z_DATA_ERROR',
      message,
    );
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
