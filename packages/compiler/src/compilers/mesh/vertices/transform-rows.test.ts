import { expect, it } from 'vitest';
import { compose } from '../../../model/math/matrix.js';
import { flipWinding, isMirror, transformRows } from './transform-rows.js';
import { NORMAL, rowLayout, rowsOf, TANGENT, type VertexRows } from './vertex-rows.js';

function oneRow(): VertexRows {
  const layout = rowLayout({ skin: false, color: false });
  const rows = rowsOf(layout, new Uint32Array(layout.words));
  const half = Math.SQRT1_2;
  rows.floats.set([1, 2, 3]);
  rows.floats.set([half, half, 0], NORMAL);
  rows.floats.set([half, -half, 0, 1], TANGENT);
  return rows;
}

const rounded = (rows: VertexRows, at: number, count: number): number[] =>
  [...rows.floats.subarray(at, at + count)].map((n) => Math.round(n * 100) / 100 + 0);

it('transforms positions and keeps normals perpendicular to the surface under any scale', () => {
  const rows = oneRow();
  transformRows(rows, compose([10, 0, 0], [0, 0, 0, 1], [2, 1, 1]));
  expect(rounded(rows, 0, 3)).toEqual([12, 2, 3]);
  const normal = rounded(rows, NORMAL, 3);
  const tangent = rounded(rows, TANGENT, 3);
  expect(normal.reduce((sum, n, i) => sum + n * (tangent[i] ?? 0), 0)).toBeCloseTo(0, 1);
  expect(Math.hypot(...normal)).toBeCloseTo(1, 1);
  expect(rows.floats[TANGENT + 3]).toBe(1);
});

it('flips handedness, but not the side of a normal, under a mirror', () => {
  const rows = oneRow();
  const mirror = compose([0, 0, 0], [0, 0, 0, 1], [1, 1, -1]);
  expect(isMirror(mirror)).toBe(true);
  transformRows(rows, mirror);
  expect(rounded(rows, NORMAL, 3)).toEqual([0.71, 0.71, 0]);
  expect(rows.floats[TANGENT + 3]).toBe(-1);
});

it('keeps zero if a flattened normal has no direction', () => {
  const rows = oneRow();
  transformRows(rows, compose([0, 0, 0], [0, 0, 0, 1], [0, 0, 0]));
  expect(rounded(rows, NORMAL, 3)).toEqual([0, 0, 0]);
});

it('flips each triangle around its first corner', () => {
  const indices = Uint32Array.of(0, 1, 2, 3, 4, 5);
  flipWinding(indices);
  expect([...indices]).toEqual([0, 2, 1, 3, 5, 4]);
});

it('leaves no −0 behind, not even under a mirror', () => {
  const rows = oneRow();
  rows.floats.fill(0);
  rows.floats.set([0, 0, 1], NORMAL);
  transformRows(rows, compose([-0, 0, 0], [0, 0, 0, 1], [-1, -1, -1]));
  expect(rows.bits).not.toContain(0x80000000);
  expect([...rows.floats.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, -1]);
});
