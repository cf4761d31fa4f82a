import { expect, it } from 'vitest';
import { bindRigidly, poseRows, posesMirrored } from './pose-rows.js';
import { moved, scaled } from './testing/models.js';
import { NORMAL, rowLayout, rowsOf, TANGENT, type VertexRows } from './vertex-rows.js';

const layout = rowLayout({ skin: true, color: false });

/** A vertex at (1, 2, 3) with normal +z and tangent +x, bound to joints 1 and 2. */
function bound(weights: readonly number[]): VertexRows {
  const rows = rowsOf(layout, new Uint32Array(layout.words));
  rows.floats.set([1, 2, 3]);
  rows.floats.set([0, 0, 1], NORMAL);
  rows.floats.set([1, 0, 0, 1], TANGENT);
  rows.bits[layout.skin] = 1 | (2 << 16);
  rows.floats.set(weights, layout.skin + 2);
  return rows;
}

const at = ({ floats }: VertexRows, first: number, count: number): number[] =>
  [...floats.subarray(first, first + count)].map((n) => n + 0);

it('blends joint matrices by weight', () => {
  const rows = bound([0.25, 0.75]);
  poseRows(rows, [scaled(9), moved(4), moved(8, 0, 4)]);
  expect(at(rows, 0, 3)).toEqual([8, 2, 6]);
  expect(at(rows, NORMAL, 3)).toEqual([0, 0, 1]);
});

it('turns normals by cofactors and tangents along, and keeps their length', () => {
  const rows = bound([1, 0]);
  rows.floats.set([0.6, 0.8, 0], NORMAL);
  rows.floats.set([-0.8, 0.6, 0, 1], TANGENT);
  poseRows(rows, [scaled(1), scaled(3, 1, 1)]);
  const normal = at(rows, NORMAL, 3);
  const tangent = at(rows, TANGENT, 3);
  expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
  expect(Math.hypot(...tangent)).toBeCloseTo(1, 6);
  expect(normal.reduce((sum, n, i) => sum + n * (tangent[i] ?? 0), 0)).toBeCloseTo(0, 6);
  expect(rows.floats[TANGENT + 3]).toBe(1);
});

it('turns the handedness of tangents, and not the side of normals, under a mirror', () => {
  const rows = bound([1, 0]);
  poseRows(rows, [scaled(1), scaled(-1, 1, 1)]);
  expect(at(rows, 0, 3)).toEqual([-1, 2, 3]);
  expect(at(rows, NORMAL, 3)).toEqual([0, 0, 1]);
  expect(at(rows, TANGENT, 4)).toEqual([-1, 0, 0, -1]);
});

it('knows a mirrored pose by its first joint', () => {
  expect(posesMirrored([scaled(1, 1, -1), scaled(1)])).toBe(true);
  expect(posesMirrored([scaled(1), scaled(1, 1, -1)])).toBe(false);
  expect(posesMirrored([])).toBe(false);
});

it('binds rigidly to one joint with all weight', () => {
  const rows = bound([0.5, 0.5]);
  bindRigidly(rows, 300);
  expect([...rows.bits.subarray(layout.skin, layout.skin + 2)]).toEqual([300, 0]);
  expect(at(rows, layout.skin + 2, 4)).toEqual([1, 0, 0, 0]);
});
