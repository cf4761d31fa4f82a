import { expect, it } from 'vitest';
import { repairNormals } from './repair-normals.js';

const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

it('returns the same array if nothing is missing', () => {
  const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0);
  expect(repairNormals(positions, normals, Uint32Array.of(0, 1, 2))).toEqual({ normals, count: 0 });
  expect(repairNormals(positions, normals, Uint32Array.of(0, 1, 2)).normals).toBe(normals);
});

it('weights the faces around a vertex by area and keeps other normals and the source', () => {
  const normals = new Float32Array(12);
  normals.set([0, 0, 1], 3);
  const { normals: repaired, count } = repairNormals(positions, normals, Uint32Array.of(0, 1, 2, 0, 2, 3));
  expect(count).toBe(3);
  const half = Math.fround(Math.SQRT1_2);
  expect([...repaired]).toEqual([half, 0, half, 0, 0, 1, half, 0, half, 1, 0, 0]);
  expect([...normals.subarray(0, 3)]).toEqual([0, 0, 0]);
});

it('keeps zero if the triangles have no area', () => {
  expect([...repairNormals(positions, new Float32Array(12), Uint32Array.of(1, 1, 2)).normals]).toEqual(
    Array(12).fill(0),
  );
});
