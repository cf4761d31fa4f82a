import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatDuration, plural } from './units.js';

describe('units', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1234567, '1,234,567'],
  ])('counts %i as %s', (n, text) => expect(formatCount(n)).toBe(text));

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.00 kB'],
    [12345, '12.3 kB'],
    [123456, '123 kB'],
    [999999, '1.00 MB'],
    [10e9, '10.0 GB'],
  ])('sizes %i as %s', (n, text) => expect(formatBytes(n)).toBe(text));

  it.each([
    [0.4, '0 ms'],
    [999, '999 ms'],
    [1000, '1.0 s'],
    [59940, '59.9 s'],
    [59990, '1 min 0 s'],
    [125000, '2 min 5 s'],
    [3725000, '1 h 2 min'],
  ])('times %d ms as %s', (n, text) => expect(formatDuration(n)).toBe(text));

  it('uses the singular for one', () => {
    expect([plural(1, 'file'), plural(2, 'file'), plural(0, 'entry', 'entries')]).toEqual([
      '1 file',
      '2 files',
      '0 entries',
    ]);
  });
});
