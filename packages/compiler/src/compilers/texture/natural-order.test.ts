import { describe, expect, it } from 'vitest';
import { compareNatural } from './natural-order.js';

describe('compareNatural', () => {
  it('compares numbers as numbers and orders the rest by code unit', () => {
    const sorted = [
      '',
      '1',
      '02',
      '2',
      '10',
      'B',
      'a',
      'a1',
      'a1b',
      'a01c',
      'a2',
      'a10',
      'a99999999999999999998',
      'a99999999999999999999',
      'b',
      'é',
    ];
    for (const seed of [7, 11, 13]) {
      const shuffled = sorted.map((_, i) => sorted[(i * seed) % sorted.length] ?? '');
      expect(new Set(shuffled).size).toBe(sorted.length);
      expect(shuffled.sort(compareNatural)).toEqual(sorted);
    }
  });
});
