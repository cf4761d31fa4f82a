import { expect, it } from 'vitest';
import { compose, multiply } from '../../../model/math/matrix.js';
import { WorldMatrices } from './world-matrices.js';

const moved = (x: number): Float64Array => compose([x, 0, 0], [0, 0, 0, 1], [2, 2, 2]);

it('multiplies from the root down', () => {
  const worlds = new WorldMatrices([
    { parent: undefined, local: moved(1) },
    { parent: 0, local: moved(10) },
  ]);
  expect(worlds.of(1)).toEqual(multiply(moved(1), moved(10)));
  expect(worlds.of(1)[12]).toBe(21);
});

it('returns the same matrix again', () => {
  const worlds = new WorldMatrices([{ parent: undefined, local: moved(3) }]);
  expect(worlds.of(0)).toBe(worlds.of(0));
});

it('supports any depth', () => {
  const one = compose([1, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
  const nodes = Array.from({ length: 100_000 }, (_, i) => ({ parent: i === 0 ? undefined : i - 1, local: one }));
  expect(new WorldMatrices(nodes).of(99_999)[12]).toBe(100_000);
});
