// Frees the memory of large jobs at once. Texels are in shared memory, which is freed when no thread refers to it
// anymore. An idle thread creates no garbage, so it would keep the memory of the work that it helped with.

import { createRequire } from 'node:module';

/** Below this a collection costs more than it frees: it takes some milliseconds. */
const LARGE_BYTES = 1 << 24;
/** A thread that helps with one job joins it many times. */
const PAUSE_MS = 100;

let collect: (() => void) | undefined;

export function collectAfter(sharedBytes: number): void {
  if (sharedBytes >= LARGE_BYTES) collector()();
}

/** Created on demand: most threads never need it, and it takes 2 ms. */
function loaded(): Pick<typeof import('node:v8') & typeof import('node:vm'), 'setFlagsFromString' | 'runInNewContext'> {
  const load = createRequire(import.meta.url);
  return { ...load('node:v8'), ...load('node:vm') };
}

function collector(): () => void {
  if (collect === undefined) {
    const { setFlagsFromString, runInNewContext } = loaded();
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    collect = typeof gc === 'function' ? () => void gc() : () => {};
  }
  return collect;
}

/**
 * Like Node's --expose-gc: for kernels, which release large memory during a job. Created on first use. The flag affects the whole program,
 * so threads that start later have it, too.
 */
export function lendCollector(): void {
  if (!Object.hasOwn(globalThis, 'gc')) Object.defineProperty(globalThis, 'gc', { configurable: true, get: collector });
}

let soon: NodeJS.Timeout | undefined;

/** The same, once for all requests until then. */
export function collectSoonAfter(sharedBytes: number): void {
  if (sharedBytes < LARGE_BYTES || soon !== undefined) return;
  soon = setTimeout(() => {
    soon = undefined;
    collectAfter(sharedBytes);
  }, PAUSE_MS);
  soon.unref();
}

/** The memory of all arrays in a payload of plain objects and lists. A view counts with its whole buffer. */
export function bytesIn(payload: unknown, depth = 4, seen = new Set<ArrayBufferLike>()): number {
  if (ArrayBuffer.isView(payload)) {
    if (seen.has(payload.buffer)) return 0;
    seen.add(payload.buffer);
    return payload.buffer.byteLength;
  }
  if (depth === 0 || typeof payload !== 'object' || payload === null) return 0;
  let bytes = 0;
  for (const value of Object.values(payload)) bytes += bytesIn(value, depth - 1, seen);
  return bytes;
}
