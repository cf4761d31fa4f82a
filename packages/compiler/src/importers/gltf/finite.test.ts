import { expect, it } from 'vitest';
import { firstNotFinite, withZeros } from './finite.js';

it('finds the first number that is not finite', () => {
  expect(firstNotFinite(Float32Array.of(1, 3.4e38, Number.NaN, Number.POSITIVE_INFINITY))).toBe(2);
  expect(firstNotFinite(Float32Array.of(0, -0, -3.4e38))).toBe(-1);
});

it('copies only where something is replaced, and repairs an array once', () => {
  const good = Float32Array.of(1, 2);
  expect(withZeros(good)).toEqual({ values: good, count: 0 });
  expect(withZeros(good).values).toBe(good);
  const bad = Float32Array.of(1, Number.NaN, Number.NEGATIVE_INFINITY);
  expect(withZeros(bad)).toEqual({ values: Float32Array.of(1, 0, 0), count: 2 });
  expect(withZeros(bad)).toBe(withZeros(bad));
  expect(bad[1]).toBeNaN();
});
