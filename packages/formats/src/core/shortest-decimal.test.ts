import { expect, it } from 'vitest';
import { shortestDecimal } from './shortest-decimal.js';

it.each([
  [-0.1, '-0.1'],
  [Math.fround(1.1), '1.1'],
  [0, '0'],
  [1 / 3, '0.33333334'],
  [16777217, '16777216'],
  [Math.fround(1e-45), '1e-45'],
  [3.4028234663852886e38, '3.4028235e+38'],
  [Number.NaN, 'NaN'],
  [Number.NEGATIVE_INFINITY, '-Infinity'],
])('%s is written as %s', (value, text) => {
  expect(shortestDecimal(value)).toBe(text);
});

it('names the same 32-bit float, in at most nine digits', () => {
  const bits = new Uint32Array(1);
  const floats = new Float32Array(bits.buffer);
  for (let i = 0, state = 1; i < 20_000; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bits[0] = state;
    const float = floats[0] ?? 0;
    const text = shortestDecimal(float);
    expect(Math.fround(Number(text))).toBe(float);
    const digits = text
      .replace(/e.*/, '')
      .replace(/\D/g, '')
      .replace(/^0+|0+$/g, '');
    expect(digits.length).toBeLessThanOrEqual(9);
  }
});
