import { expect, test } from 'vitest';
import { rotationOf, turnsOf } from './turns.js';

test('sines and cosines are those of Math, all around and beyond', () => {
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

test('angles are those of Math.atan2, in every quadrant', () => {
  for (let i = 0; i < 5000; i++) {
    const angle = ((i + 0.5) / 5000 - 0.5) * 2 * Math.PI;
    const [x, y] = [3 * Math.cos(angle), 3 * Math.sin(angle)];
    expect(Math.abs(turnsOf(y, x) * 2 * Math.PI - angle)).toBeLessThan(1e-10);
  }
  expect([turnsOf(0, 0), turnsOf(0, 1), turnsOf(1, 0), turnsOf(-1, 0), turnsOf(0, -1)]).toEqual([
    0, 0, 0.25, -0.25, 0.5,
  ]);
});
