import { expect, test } from 'vitest';
import { atan2Turns, rotationOf } from './portable-trig.js';

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

test('angles match Math.atan2 in every quadrant', () => {
  for (let i = 0; i < 5000; i++) {
    const angle = ((i + 0.5) / 5000 - 0.5) * 2 * Math.PI;
    const [x, y] = [3 * Math.cos(angle), 3 * Math.sin(angle)];
    expect(Math.abs(atan2Turns(y, x) * 2 * Math.PI - angle)).toBeLessThan(1e-10);
  }
  expect([atan2Turns(0, 0), atan2Turns(0, 1), atan2Turns(1, 0), atan2Turns(-1, 0), atan2Turns(0, -1)]).toEqual([
    0, 0, 0.25, -0.25, 0.5,
  ]);
});
