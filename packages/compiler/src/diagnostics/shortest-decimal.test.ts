import { expect, it } from 'vitest';
import { shortestDecimal } from './shortest-decimal.js';

it.each([
  [Math.fround(-0.1), '-0.1'],
  [Math.fround(0.3), '0.3'],
  [Math.fround(1 / 3), '0.33333334'],
  [1234567, '1234567'],
  [0, '0'],
  [Math.fround(1e-20), '1e-20'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
  [Number.NaN, 'NaN'],
])('writes %d as %s', (value, text) => {
  expect(shortestDecimal(value)).toBe(text);
});
