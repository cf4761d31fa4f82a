import { expect, it } from 'vitest';
import { identity } from '../../../model/math/matrix.js';
import { moved, scaled, triangle, wavy } from '../testing/models.js';
import { gatherRows, rowLayout } from '../vertices/vertex-rows.js';
import { weldPacked } from '../vertices/weld-packed.js';
import { weldSource } from '../vertices/weld-source.js';
import { transformCopies } from './transform-copies.js';

const layout = rowLayout({ skin: true, color: false });
const prepared = weldSource(
  triangle({ normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), indices: Uint32Array.of(0, 1, 2) }),
  layout,
);

/** Positions of the corners, in order. */
const corners = ({ rows, indices }: ReturnType<typeof transformCopies>): number[][] =>
  [...indices].map((v) => [...rows.floats.subarray(v * layout.words, v * layout.words + 3)].map((n) => n + 0));

it('returns the rows, and a copy of the indices, if nothing moves', () => {
  const placed = transformCopies(prepared, { copies: [identity()], binding: { is: 'none' } });
  expect(placed.rows).toBe(prepared.rows);
  expect(placed.indices).toEqual(prepared.indices);
  expect(placed.indices).not.toBe(prepared.indices);
});

it('transforms every copy, and flips mirrored ones', () => {
  const placed = transformCopies(prepared, { copies: [moved(10), scaled(1, -1, 1)], binding: { is: 'none' } });
  expect(corners(placed)).toEqual([
    [10, 0, 0],
    [11, 0, 0],
    [10, 1, 0],
    [0, 0, 0],
    [0, -1, 0],
    [1, 0, 0],
  ]);
  expect([...prepared.rows.floats.subarray(0, 3)]).toEqual([0, 0, 0]);
});

it('joins vertices that a transform made equal', () => {
  expect(transformCopies(prepared, { copies: [identity(), identity()], binding: { is: 'none' } }).rows.count).toBe(3);
  const flat = transformCopies(prepared, { copies: [scaled(1, 0, 1)], binding: { is: 'none' } });
  expect(flat.rows.count).toBe(2);
});

it('also binds rigidly what stays in place', () => {
  const { rows } = transformCopies(prepared, { copies: [identity()], binding: { is: 'rigid', joint: 7 } });
  expect([rows.bits[layout.skin], rows.floats[layout.skin + 2]]).toEqual([7, 1]);
});

it('maps the joints of a skin to the skeleton, and leaves unchanged ones alone', () => {
  const joints = Uint16Array.of(1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0);
  const weights = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  const soft = weldSource(triangle({ normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1), joints, weights }), layout);
  const skinned = (...joints: number[]) =>
    transformCopies(soft, { copies: [identity()], binding: { is: 'skinned', jointMap: Uint16Array.from(joints) } });
  expect(skinned(0, 1).rows).toBe(soft.rows);
  const { rows } = skinned(5, 9);
  expect([0, 1, 2].map((i) => rows.bits[i * layout.words + layout.skin])).toEqual([9, 5, 9]);
});

it('leaves welding to the caller on request, with the same triangles', () => {
  const grid = weldSource(wavy(3), rowLayout({ skin: false, color: false }));
  const matrix = Float64Array.of(-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1);
  const placement = { copies: [matrix, matrix], binding: { is: 'none' } as const };
  const welded = transformCopies(grid, placement);
  const apart = transformCopies(grid, { ...placement, isWeldedLater: true });
  expect(apart.rows.count).toBe(grid.rows.count * 2);
  expect(welded.rows.count).toBe(grid.rows.count);
  const cornersOf = ({ rows, indices }: typeof welded) => gatherRows(rows, indices).bits;
  expect(cornersOf(apart)).toEqual(cornersOf(welded));
  expect(weldPacked(apart)).toEqual(weldPacked(welded));
});
