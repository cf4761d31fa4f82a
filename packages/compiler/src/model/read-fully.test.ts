import { describe, expect, it } from 'vitest';
import { readFully } from './read-fully.js';

/** Gives at most three bytes at a time. */
const shortReader = (bytes: readonly number[]) => ({
  read(buffer: Uint8Array, position: number): number {
    const part = bytes.slice(position, position + Math.min(3, buffer.length));
    buffer.set(part);
    return part.length;
  },
});

describe('readFully', () => {
  it('joins short reads', () => {
    expect([...(readFully(shortReader([0, 1, 2, 3, 4, 5, 6, 7, 8]), 1, 7) ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('returns undefined if the file ends before', () => {
    expect(readFully(shortReader([0, 1, 2, 3]), 1, 4)).toBeUndefined();
    expect(readFully(shortReader([]), 0, 0)).toEqual(new Uint8Array(0));
  });
});
