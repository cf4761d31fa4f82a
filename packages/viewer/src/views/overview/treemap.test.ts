import { expect, it } from 'vitest';
import { folderBelow, layOut, type Sized } from './treemap.js';

const files: readonly Sized[] = [
  { path: 'a.ktx2', kind: 'texture', value: 600 },
  { path: 'b.ktx2', kind: 'texture', value: 200 },
  { path: 'c.hmesh', kind: 'mesh', value: 200 },
  { path: 'none.txt', kind: 'text', value: 0 },
];

it('gives kinds areas by size, largest first, inside the box and without overlap', () => {
  const areas = layOut(files, 400, 300);
  expect(areas.map(({ kind, value }) => [kind, value])).toEqual([
    ['texture', 800],
    ['mesh', 200],
  ]);
  const cells = areas.flatMap((area) => area.cells);
  expect(cells.map(({ path }) => path)).toEqual(['a.ktx2', 'b.ktx2', 'c.hmesh']);
  for (const { x, y, width, height } of [...areas, ...cells]) {
    expect(width).toBeGreaterThan(0);
    expect(height).toBeGreaterThan(0);
    expect([x >= 0, y >= 0, x + width <= 400.001, y + height <= 300.001]).toEqual([true, true, true, true]);
  }
  const [a, b] = cells;
  if (a === undefined || b === undefined) throw new Error('cells are missing');
  expect((a.width * a.height) / (b.width * b.height)).toBeGreaterThan(2);
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
  expect(apart).toBe(true);
});

it('groups folders, one level at a time', () => {
  const paths = ['models/fox/a.ktx2', 'models/b.hmesh', 'top.txt'];
  expect(paths.map((path) => folderBelow('', path))).toEqual(['models', 'models', '']);
  expect(paths.slice(0, 2).map((path) => folderBelow('models', path))).toEqual(['models/fox', '']);
  const tree: readonly Sized[] = paths.map((path) => ({ path, kind: 'other', value: 10 }));
  const areas = layOut(tree, 300, 300, ({ path }) => folderBelow('', path));
  expect(areas.map(({ group, value }) => [group, value])).toEqual([
    ['models', 20],
    ['', 10],
  ]);
});

it('groups many small files, and draws nothing for nothing', () => {
  const many = Array.from({ length: 2000 }, (_, i) => ({ path: `${i}`, kind: 'other' as const, value: 1 }));
  const [area] = layOut(many, 500, 500);
  expect(area?.cells.length).toBe(1501);
  expect(area?.cells.some(({ path, value }) => path === '500 more' && value === 500)).toBe(true);
  expect(layOut([], 100, 100)).toEqual([]);
  expect(layOut([{ path: 'a', kind: 'mesh', value: 0 }], 100, 100)).toEqual([]);
  expect(layOut(files, 0, 100)).toEqual([]);
});
