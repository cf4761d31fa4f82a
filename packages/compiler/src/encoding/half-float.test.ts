import { DataUtils } from 'three';
import { describe, expect, it } from 'vitest';
import { toHalf } from './half-float.js';

/** The value of a half float, from its definition. */
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const mantissa = half & 1023;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15));
}

describe('toHalf', () => {
  it('returns every half float to itself', () => {
    for (let half = 0; half < 65536; half++) {
      const value = fromHalf(half);
      if (Number.isNaN(value)) expect(Number.isNaN(fromHalf(toHalf(value)))).toBe(true);
      else expect(toHalf(value)).toBe(half);
      if (Number.isFinite(value)) expect(DataUtils.fromHalfFloat(half)).toBe(value);
    }
  });

  it('rounds to the nearest, ties to even', () => {
    for (let half = 0; half < 0x7bff; half++) {
      const low = fromHalf(half);
      const high = fromHalf(half + 1);
      const middle = (low + high) / 2;
      expect(toHalf(middle)).toBe(half & 1 ? half + 1 : half);
      expect(toHalf(Math.fround(middle + (high - low) / 8))).toBe(half + 1);
      expect(toHalf(-Math.fround(middle - (high - low) / 8))).toBe(half | 0x8000);
    }
  });
});
