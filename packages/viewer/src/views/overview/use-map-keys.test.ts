import { expect, it } from 'vitest';
import { cellByKey } from './use-map-keys.js';

const box = (path: string, x: number, y: number) => ({ path, x, y, width: 10, height: 10 });
const cells = [box('a', 0, 0), box('b', 10, 0), box('c', 0, 10), box('d', 10, 10)];

it('goes to the nearest cell in the direction of an arrow key', () => {
  const go = (from: number, key: string) => cellByKey(cells, cells[from] ?? box('', 0, 0), key)?.path;
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'x'].map((key) => go(0, key))).toEqual([
    'b',
    'c',
    undefined,
    undefined,
    'd',
    undefined,
  ]);
  expect(['ArrowLeft', 'ArrowUp', 'Home'].map((key) => go(3, key))).toEqual(['c', 'b', 'a']);
});
