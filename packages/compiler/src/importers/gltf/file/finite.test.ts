import { expect, it } from 'vitest';
import { firstNotFinite, replaceNonFinite } from './finite.js';

it('finds the first value that is not finite', () => {
  expect(firstNotFinite(Float32Array.of(1, 3.4e38, Number.NaN, Number.POSITIVE_INFINITY))).toBe(2);
  expect(firstNotFinite(Float32Array.of(0, -0, -3.4e38))).toBe(-1);
});

it('copies only if something is replaced, and repairs an array once', () => {
  const good = Float32Array.of(1, 2);
  expect(replaceNonFinite(good)).toEqual({ values: good, count: 0 });
  expect(replaceNonFinite(good).values).toBe(good);
  const bad = Float32Array.of(1, Number.NaN, Number.NEGATIVE_INFINITY);
  expect(replaceNonFinite(bad)).toEqual({ values: Float32Array.of(1, 0, 0), count: 2 });
  expect(replaceNonFinite(bad)).toBe(replaceNonFinite(bad));
  expect(bad[1]).toBeNaN();
});
