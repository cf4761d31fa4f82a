import { expect, it } from 'vitest';
import { sineAndCosine } from './sine.js';

it('is what Math.sin and Math.cos are, but for the last bit', () => {
  for (let i = -4000; i <= 4000; i++) {
    const angle = i * 0.01037;
    const { sine, cosine } = sineAndCosine(angle);
    expect(Math.abs(sine - Math.sin(angle))).toBeLessThan(5e-16);
    expect(Math.abs(cosine - Math.cos(angle))).toBeLessThan(5e-16);
  }
  expect(Math.abs(sineAndCosine(1e4).sine - Math.sin(1e4))).toBeLessThan(1e-12);
});

it('is exact where nothing turns', () => {
  expect(sineAndCosine(0)).toEqual({ sine: 0, cosine: 1 });
});
