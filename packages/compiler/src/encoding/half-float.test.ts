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
    const wrong: number[] = [];
    for (let half = 0; half < 65536; half++) {
      const value = fromHalf(half);
      if (Number.isNaN(value) ? !Number.isNaN(fromHalf(toHalf(value))) : toHalf(value) !== half) wrong.push(half);
      if (Number.isFinite(value) && DataUtils.fromHalfFloat(half) !== value) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });

  it('rounds to the nearest, ties to even', () => {
    const wrong: number[] = [];
    for (let half = 0; half < 0x7bff; half++) {
      const low = fromHalf(half);
      const high = fromHalf(half + 1);
      const middle = (low + high) / 2;
      const right =
        toHalf(middle) === (half & 1 ? half + 1 : half) &&
        toHalf(Math.fround(middle + (high - low) / 8)) === half + 1 &&
        toHalf(-Math.fround(middle - (high - low) / 8)) === (half | 0x8000);
      if (!right) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });
});
