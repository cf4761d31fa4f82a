import { expect, it } from 'vitest';
import { expectLinear } from './processor-time.js';

const linear = (size: number): void => {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.sqrt(i);
  expect(sum).toBeGreaterThan(0);
};

it('accepts linear work', () => expectLinear(linear, 1 << 22));

it('refuses quadratic work', () =>
  expect(expectLinear((size) => linear(size * size), 1 << 13)).rejects.toThrow('to be less than 64'));
