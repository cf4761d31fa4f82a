import { DataUtils } from 'three';
import { describe, expect, it } from 'vitest';
import { fromHalf, toHalf } from './half-float.js';

describe('half floats', () => {
  it('follow their definition', () => {
    const wrong: number[] = [];
    for (let half = 0; half < 65536; half++) {
      const exponent = (half >> 10) & 31;
      const mantissa = half & 1023;
      const size = exponent === 0 ? mantissa * 2 ** -24 : (1 + mantissa / 1024) * 2 ** (exponent - 15);
      const special = mantissa === 0 ? Number.POSITIVE_INFINITY : Number.NaN;
      const value = (half & 0x8000 ? -1 : 1) * (exponent === 31 ? special : size);
      if (!Object.is(fromHalf(half), value)) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });

  it('come back from their values', () => {
    const wrong: number[] = [];
    for (let half = 0; half < 65536; half++) {
      const value = fromHalf(half);
      if (Number.isNaN(value) ? !Number.isNaN(fromHalf(toHalf(value))) : toHalf(value) !== half) wrong.push(half);
      if (Number.isFinite(value) && DataUtils.fromHalfFloat(half) !== value) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });

  it('are rounded to the nearest, ties to even', () => {
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
