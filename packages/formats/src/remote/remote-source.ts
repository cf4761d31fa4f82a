// Reads ranges of one file on a server, through the queue. Nothing is retried unless the caller asks, and every attempt is reported.

import { type HttpSourceOptions, httpSource, PREFETCH_BYTES } from '../source/http-source.js';
import type { RandomAccessSource } from '../source/random-access-source.js';
import { type RequestOptions, RequestQueue } from './request-queue.js';

/** One attempt to read a range. */
export interface RequestReport {
  /** Start of the range, in bytes from the start of the pack. */
  readonly start: number;
  readonly length: number;
  /** 1 for the first. */
  readonly attempt: number;
  /** Undefined if it succeeded. */
  readonly error?: unknown;
}

/** Limits, retries and reports of requests. */
export interface RequestPolicy {
  /** Concurrent requests. Default: 6. */
  readonly maxRequests?: number;
  /** Called when an attempt has ended. */
  readonly onRequest?: (report: RequestReport) => void;
  /** Called after a failure. Returns the milliseconds to wait before the next attempt, or undefined to give up. Default: gives up. */
  readonly retry?: (failure: RequestReport) => number | undefined;
}

const MAX_REQUESTS = 6;

/** A source whose reads have priorities. */
export interface RemoteSource extends RandomAccessSource {
  fetchRange(offset: number, length: number, options?: RequestOptions): Promise<Uint8Array>;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export function remoteSource(url: string | URL, options: HttpSourceOptions & RequestPolicy): RemoteSource {
  const { maxRequests = MAX_REQUESTS, prefetchBytes = PREFETCH_BYTES, onRequest, retry, signal: life } = options;
  const source = httpSource(url, options);
  const queue = new RequestQueue(maxRequests);

  /** Combines the caller's signal and the library's. */
  function endOf(signal: AbortSignal | undefined): AbortSignal | undefined {
    return life !== undefined && signal !== undefined ? AbortSignal.any([life, signal]) : (signal ?? life);
  }

  async function attempts<T>(
    start: number,
    length: number,
    { priority, signal }: RequestOptions,
    read: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const end = endOf(signal);
    const turn = { ...(priority === undefined ? {} : { priority }), ...(end === undefined ? {} : { signal: end }) };
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await queue.run(() => read(end), turn);
        onRequest?.({ start, length, attempt });
        return result;
      } catch (error) {
        if (end?.aborted === true) throw error;
        const report = { start, length, attempt, error };
        onRequest?.(report);
        const wait = retry?.(report);
        if (wait === undefined) throw error;
        await pause(wait, end);
      }
    }
  }

  const fetchRange: RemoteSource['fetchRange'] = async (offset, length, request = {}) =>
    source.known(offset, length) ??
    (await attempts(offset, length, request, (signal) => source.read(offset, length, signal)));
  return {
    size: () => attempts(0, prefetchBytes, {}, () => source.size()),
    read: (offset, length, signal) => fetchRange(offset, length, signal === undefined ? {} : { signal }),
    fetchRange,
  };
}
