import { expect, test } from 'vitest';
import { rotationOf } from './portable-trig.js';

test('sines and cosines match those of Math, for all angles and beyond a turn', () => {
  for (let i = -4000; i <= 4000; i++) {
    const turns = i / 1237;
    const { sine, cosine } = rotationOf(turns);
    expect(Math.abs(sine - Math.sin(turns * 2 * Math.PI))).toBeLessThan(4e-15);
    expect(Math.abs(cosine - Math.cos(turns * 2 * Math.PI))).toBeLessThan(4e-15);
  }
});

test('quarters of a turn are exact', () => {
  expect([0, 0.25, 0.5, 0.75, -0.25].map((turns) => rotationOf(turns).sine + 0)).toEqual([0, 1, 0, -1, -1]);
  expect([0, 0.25, 0.5, 0.75, -0.25].map((turns) => rotationOf(turns).cosine + 0)).toEqual([1, 0, -1, 0, 0]);
});
