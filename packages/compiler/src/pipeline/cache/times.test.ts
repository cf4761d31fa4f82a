import { expect, it } from 'vitest';
import { addTimes, type CompileTime, decodeTimes, encodeTimes } from './times.js';

const time = (ms: number, build: number): CompileTime => ({ ms, reasons: ['new'], build });

it('counts builds, and forgets what is gone', () => {
  const times = new Map([
    ['a', time(5, 1)],
    ['gone', time(9, 1)],
  ]);
  const state = { times, builds: 1 };
  addTimes(state, new Map([['b\0tex_0', { ms: 7, reasons: ['b changed'] }]]), (key) => key !== 'gone');
  expect([...times]).toEqual([
    ['a', time(5, 1)],
    ['b\0tex_0', { ms: 7, reasons: ['b changed'], build: 2 }],
  ]);
  expect(state.builds).toBe(2);
});

it('comes back as it was written, the last build first', () => {
  const times = new Map([
    ['a', time(5, 1)],
    ['b\0tex_0', time(1, 2)],
    ['c', time(8, 2)],
  ]);
  expect(encodeTimes(times).map(([source]) => source)).toEqual(['c', 'b', 'a']);
  expect(decodeTimes(JSON.parse(JSON.stringify(encodeTimes(times))))).toEqual(times);
});

it('is bounded', () => {
  const times = new Map(Array.from({ length: 3000 }, (_, i) => [`${i}`, time(i, i < 1500 ? 2 : 1)]));
  const rows = encodeTimes(times);
  expect([rows.length, rows.filter(([, , , , build]) => build === 2).length]).toEqual([2000, 1500]);
});

it('skips what is no row', () => {
  const rows = [
    null,
    1,
    [],
    ['a'],
    ['a', 1, 1, [], 1],
    ['a', null, '1', [], 1],
    ['b', null, 1, 'x', 1],
    ['c', 'n', 2, [1, 'r'], 3],
  ];
  expect([...decodeTimes(rows)]).toEqual([
    ['b', { ms: 1, reasons: [], build: 1 }],
    ['c\0n', { ms: 2, reasons: ['r'], build: 3 }],
  ]);
  expect(decodeTimes(undefined).size).toBe(0);
});
