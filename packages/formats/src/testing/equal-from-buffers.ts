// Node returns Buffers: a Uint8Array whose slice() shares memory, often at odd addresses of a pool. Every decoder must
// return the same value for one as for plain bytes, and must not write to it.

import { expect } from 'vitest';
import { toTwin } from './golden.js';

export function expectEqualFromBuffers(bytes: Uint8Array, decode: (bytes: Uint8Array) => unknown): void {
  const wanted = toTwin(decode(bytes));
  for (const shift of [0, 1, 2, 4, 8]) {
    const pool = Buffer.alloc(bytes.length + 8);
    pool.set(bytes, shift);
    expect(toTwin(decode(pool.subarray(shift, shift + bytes.length)))).toEqual(wanted);
    expect(Buffer.compare(pool.subarray(shift, shift + bytes.length), bytes)).toBe(0);
  }
}
