import { expect, it } from 'vitest';
import { largestOf, slowestOf, totalsOf, wastedBytes } from './totals.js';

const assets = [
  { path: 'a', kind: 'texture', source: 10, stored: 4, video: 8, milliseconds: 3 },
  { path: 'b', kind: 'mesh', source: 5, stored: 6, video: 0, milliseconds: 9 },
  { path: 'c', kind: 'mesh', stored: 6, video: 1 },
];

it('adds up source, output and VRAM; the source only if it is known', () => {
  expect(totalsOf(assets).map(({ title, bytes }) => [title, bytes])).toEqual([
    ['Source', 15],
    ['Output', 16],
    ['VRAM', 9],
  ]);
  expect(totalsOf([{ path: 'c', kind: 'mesh', stored: 6, video: 1 }]).map(({ title }) => title)).toEqual([
    'Output',
    'VRAM',
  ]);
});

it('selects the largest and the slowest', () => {
  expect(largestOf(assets, 'stored', 2).map(({ path }) => path)).toEqual(['b', 'c']);
  expect(largestOf(assets, 'video', 5).map(({ path }) => path)).toEqual(['a', 'c']);
  expect(slowestOf(assets, 5).map(({ path }) => path)).toEqual(['b', 'a']);
  const one = ['m.hmat', 'm.hmesh'].map((path, i) => ({
    ...{ path, kind: 'mesh', asset: 'm.glb', stored: i, video: 0, milliseconds: 7 },
  }));
  expect(slowestOf(one, 5).map(({ path, asset }) => [path, asset])).toEqual([['m.hmesh', 'm.glb']]);
});

it('counts bytes wasted by duplicates', () => {
  expect(wastedBytes({ assets, duplicates: [['b', 'c']] })).toBe(6);
});
