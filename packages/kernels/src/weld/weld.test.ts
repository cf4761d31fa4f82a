import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weldReference } from '../reference/weld.js';
import { weldRows } from './weld.js';

const weldBits = (rows: Uint32Array, words: number) => weldRows(rows.length / words, words, (bits) => bits.set(rows));

describe('weldRows', () => {
  it('numbers rows by first appearance and keeps one of each', () => {
    const { remap, rows, uniqueCount } = weldBits(Uint32Array.of(7, 8, 1, 2, 7, 8, 3, 4, 1, 2), 2);
    expect([...remap]).toEqual([0, 1, 0, 2, 1]);
    expect([...rows]).toEqual([7, 8, 1, 2, 3, 4]);
    expect(uniqueCount).toBe(3);
  });

  it('distinguishes 0 from −0 and joins NaNs of equal bits', () => {
    const { remap } = weldRows(4, 1, (_, floats) => floats.set([0, -0, Number.NaN, Number.NaN]));
    expect([...remap]).toEqual([0, 1, 2, 2]);
  });

  it('accepts zero rows', () => {
    expect(weldBits(new Uint32Array(0), 3)).toEqual({
      remap: new Uint32Array(0),
      rows: new Uint32Array(0),
      uniqueCount: 0,
    });
  });

  it('agrees with the reference for any rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 18 }),
        fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.nat(0xffffffff)), { maxLength: 900 }),
        (words, values) => {
          const rows = Uint32Array.from(values.slice(0, values.length - (values.length % words)));
          const welded = weldBits(rows, words);
          const reference = weldReference(rows, words);
          expect(welded.remap).toEqual(reference.remap);
          expect(welded.rows).toEqual(reference.rows);
        },
      ),
    );
  });

  it('handles keys that all hash to few slots', () => {
    const rows = Uint32Array.from({ length: 40_000 }, (_, i) => (i % 20_000) * 0x10000);
    const { uniqueCount, remap } = weldBits(rows, 1);
    expect(uniqueCount).toBe(20_000);
    expect(remap[39_999]).toBe(19_999);
  });

  it('gives the same result after a large run made it drop its memory', () => {
    weldRows(9_000_000, 1, (bits) => bits.fill(5));
    expect([...weldBits(Uint32Array.of(2, 2, 3), 1).remap]).toEqual([0, 0, 1]);
  });
});

it('collects the memory of many rows if the program exposes its collector, and never that of few', () => {
  const lent = Object.getOwnPropertyDescriptor(globalThis, 'gc');
  let collections = 0;
  Object.defineProperty(globalThis, 'gc', { configurable: true, value: () => collections++ });
  try {
    weldRows(1000, 8, () => undefined);
    expect(collections).toBe(0);
    weldRows(1_000_000, 8, () => undefined);
    expect(collections).toBe(1);
    weldRows(1000, 8, () => undefined);
    expect(collections).toBe(1);
  } finally {
    if (lent === undefined) Reflect.deleteProperty(globalThis, 'gc');
    else Object.defineProperty(globalThis, 'gc', lent);
  }
});
