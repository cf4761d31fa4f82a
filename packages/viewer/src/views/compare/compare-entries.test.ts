import { expect, it } from 'vitest';
import { compareEntries } from './compare-entries.js';

it('lists what was added, removed, grew and shrank, the largest first', () => {
  const a = [
    { path: 'a', size: 10 },
    { path: 'b', size: 20 },
    { path: 'c', size: 30 },
    { path: 'd', size: 5 },
  ];
  const b = [
    { path: 'a', size: 110 },
    { path: 'b', size: 20 },
    { path: 'c', size: 29 },
    { path: 'e', size: 7 },
  ];
  expect(compareEntries(a, b)).toEqual([
    { path: 'a', change: 'grew', before: 10, after: 110 },
    { path: 'e', change: 'added', before: 0, after: 7 },
    { path: 'd', change: 'removed', before: 5, after: 0 },
    { path: 'c', change: 'shrank', before: 30, after: 29 },
  ]);
});
