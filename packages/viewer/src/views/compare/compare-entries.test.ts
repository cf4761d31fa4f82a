import { expect, it } from 'vitest';
import { compareEntries, equallySized } from './compare-entries.js';

it('lists what was added, removed, grew, shrank and changed, the largest first', () => {
  const a = [
    { path: 'a', size: 10 },
    { path: 'b', size: 20 },
    { path: 'c', size: 30 },
    { path: 'd', size: 5 },
    { path: 'f', size: 8 },
  ];
  const b = [
    { path: 'a', size: 110 },
    { path: 'b', size: 20 },
    { path: 'c', size: 29 },
    { path: 'e', size: 7 },
    { path: 'f', size: 8 },
  ];
  expect(equallySized(a, b).map(({ path }) => path)).toEqual(['b', 'f']);
  expect(compareEntries(a, b, new Set(['f']))).toEqual([
    { path: 'a', change: 'grew', before: 10, after: 110 },
    { path: 'e', change: 'added', before: 0, after: 7 },
    { path: 'd', change: 'removed', before: 5, after: 0 },
    { path: 'c', change: 'shrank', before: 30, after: 29 },
    { path: 'f', change: 'changed', before: 8, after: 8 },
  ]);
});
