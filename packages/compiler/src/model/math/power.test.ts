import { describe, expect, it } from 'vitest';
import { power } from './power.js';

describe('power', () => {
  it('agrees with Math.pow to thirteen digits', () => {
    for (const exponent of [0.1, 1 / 2.4, 1, 1.8, 2.19921875, 2.4, 10])
      for (let i = 1; i <= 4096; i++) {
        const base = (i / 4096) * 1.2;
        const wanted = base ** exponent;
        expect(Math.abs(power(base, exponent) - wanted) / wanted).toBeLessThan(1e-13);
      }
  });

  it('is exact at both ends, and for linear light', () => {
    expect([power(0, 2.2), power(1, 2.2), power(0.3, 1)]).toEqual([0, 1, 0.3]);
  });

  it('returns 0 or infinity for extreme exponents, without long loops', () => {
    expect([power(1 / 65535, 32767), power(3, 32767)]).toEqual([0, Number.POSITIVE_INFINITY]);
    expect(power(-1, 2)).toBe(0);
  });
});
