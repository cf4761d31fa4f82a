import { expect, it } from 'vitest';
import { faceNormals } from './face-normals.js';

it('points where counterclockwise triangles face, with length one', () => {
  const positions = Float32Array.of(0, 0, 0, 3, 0, 0, 0, 5, 0);
  expect([...faceNormals(positions, Uint32Array.of(0, 1, 2, 0, 2, 1))]).toEqual([0, 0, 1, 0, 0, -1]);
});

it('is zero for a triangle without area', () => {
  expect([...faceNormals(Float32Array.of(1, 2, 3, 4, 5, 6), Uint32Array.of(0, 1, 1))]).toEqual([0, 0, 0]);
});

it('is finite for the largest and the smallest triangles', () => {
  for (const size of [3e38, 1e-30]) {
    const positions = Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0);
    expect([...faceNormals(positions, Uint32Array.of(0, 1, 2))]).toEqual([0, 0, 1]);
  }
});
