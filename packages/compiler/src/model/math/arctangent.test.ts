import { expect, test } from 'vitest';
import { atan2Turns } from './arctangent.js';

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
