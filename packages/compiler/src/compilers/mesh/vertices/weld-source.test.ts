import { expect, it } from 'vitest';
import { triangle } from '../testing/models.js';
import { NORMAL, rowLayout } from './vertex-rows.js';
import { weldSource } from './weld-source.js';

const layout = rowLayout({ skin: false, color: false });
const up = (n: number): Float32Array => Float32Array.from({ length: n * 3 }, (_, i) => (i % 3 === 2 ? 1 : 0));

/** A square as two triangles, with corners 1 and 2 duplicated. */
const square = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const indices = Uint32Array.of(0, 1, 2, 4, 5, 6);

it('joins equal vertices, drops unused ones, and keeps the corners in place', () => {
  const { rows, indices: welded } = weldSource(triangle({ positions: square, normals: up(7), indices }), layout);
  expect(rows.count).toBe(4);
  expect([...welded]).toEqual([0, 1, 2, 1, 3, 2]);
  const corners = [...welded].flatMap((v) => [...rows.floats.subarray(v * layout.words, v * layout.words + 3)]);
  expect(corners).toEqual([...indices].flatMap((v) => [...square.subarray(v * 3, v * 3 + 3)]));
});

it('keeps vertices separate that differ in a single bit of any attribute', () => {
  const normals = up(7);
  normals[4 * 3] = 1e-45;
  expect(weldSource(triangle({ positions: square, normals, indices }), layout).rows.count).toBe(5);
});

it('treats −0 as 0, so that coplanar flat faces share their edge', () => {
  // Both faces point along +z; one of their cross products is (0, −0, 1), the other (−0, 0, 1).
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, -0, 0, 1, 0);
  const { rows, indices: welded } = weldSource(
    triangle({ positions, indices: Uint32Array.of(0, 1, 2, 2, 3, 0) }),
    layout,
  );
  expect(rows.count).toBe(4);
  expect([...welded]).toEqual([0, 1, 2, 2, 3, 0]);
  expect(rows.bits).not.toContain(0x80000000);
});

it('treats −0 as 0 in every attribute of a source', () => {
  const normals = up(7);
  normals.set([-0, -0], 4 * 3);
  const uvs = new Float32Array(14);
  uvs.set([-0, -0], 4 * 2);
  const positions = Float32Array.from(square);
  positions[4 * 3 + 1] = -0;
  const { rows } = weldSource(triangle({ positions, normals, uvs, indices }), layout);
  expect(rows.count).toBe(4);
  expect(rows.bits).not.toContain(0x80000000);
});

it('gives corners of different faces different vertices if normals are flat', () => {
  // The second triangle is perpendicular, on the edge that it shares with the first.
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const folded = triangle({ positions, indices: Uint32Array.of(0, 1, 2, 0, 3, 1) });
  const { rows, indices: welded } = weldSource(folded, layout);
  expect(rows.count).toBe(6);
  const normal = (corner: number) => {
    const from = (welded[corner] ?? 0) * layout.words + NORMAL;
    return [...rows.floats.subarray(from, from + 3)].map((n) => n + 0);
  };
  expect([normal(0), normal(3)]).toEqual([
    [0, 0, 1],
    [0, 1, 0],
  ]);
});
