import fc from 'fast-check';
import { createXXHash3, xxhash3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { xxh3 } from './xxh3.js';

const hex = (value: bigint): string => value.toString(16).padStart(16, '0');
const pattern = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, i) => (i * 131 + (i >> 3)) & 255);

describe('xxh3', () => {
  it('of nothing is the published value', () => {
    expect(hex(xxh3(new Uint8Array(0)))).toBe('2d06800538d394c2');
  });

  it('agrees with another implementation for every length up to 2200', async () => {
    const other = await createXXHash3();
    const bytes = pattern(2200);
    for (let size = 0; size <= bytes.length; size++) {
      const slice = bytes.subarray(0, size);
      expect(`${size} ${hex(xxh3(slice))}`).toBe(`${size} ${other.init().update(slice).digest('hex')}`);
    }
  });

  it('agrees on large inputs, at odd places in memory', async () => {
    const bytes = pattern(100_003);
    for (const start of [0, 1, 3, 7]) {
      const slice = bytes.subarray(start);
      expect(hex(xxh3(slice))).toBe(await xxhash3(slice));
    }
  });

  it('agrees on random bytes', async () => {
    const other = await createXXHash3();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000, size: 'max' }), (bytes) => {
        expect(hex(xxh3(bytes))).toBe(other.init().update(bytes).digest('hex'));
      }),
    );
  });

  it('agrees where every lane overflows', async () => {
    const bytes = new Uint8Array(5000).fill(255);
    expect(hex(xxh3(bytes))).toBe(await xxhash3(bytes));
  });
});
