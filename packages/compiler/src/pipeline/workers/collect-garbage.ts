// Asks for the memory of large jobs back at once. Texels lie in shared memory, which goes when no thread refers to it any more; a
// thread that has nothing to do makes no garbage of its own, so it would hold what it helped with for as long as it idles.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below this a collection costs more than it frees: it takes some milliseconds. */
const LARGE_BYTES = 1 << 26;

let collect: (() => void) | undefined;

export function collectAfter(sharedBytes: number): void {
  if (sharedBytes < LARGE_BYTES) return;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    const gc: unknown = runInNewContext('gc');
    collect = typeof gc === 'function' ? () => void gc() : () => {};
  }
  collect();
}

/** Of all arrays in a payload, as far as plain objects and lists lead. */
export function bytesIn(payload: unknown, depth = 4): number {
  if (ArrayBuffer.isView(payload)) return payload.byteLength;
  if (depth === 0 || typeof payload !== 'object' || payload === null) return 0;
  let bytes = 0;
  for (const value of Object.values(payload)) bytes += bytesIn(value, depth - 1);
  return bytes;
}
