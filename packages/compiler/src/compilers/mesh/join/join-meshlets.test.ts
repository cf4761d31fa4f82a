import { expect, it } from 'vitest';
import { joinIndices } from './join-indices.js';
import { joinLevels } from './join-levels.js';
import { joinMeshlets } from './join-meshlets.js';

const list = (...numbers: number[]): Uint32Array => Uint32Array.from(numbers);

const level = (error: number, ...indices: number[]) => ({ indices: list(...indices), error });

it('offsets each list by the vertices before it', () => {
  expect([...joinIndices([list(0, 1, 2), list(), list(1, 0)], [3, 5, 2])]).toEqual([0, 1, 2, 9, 8]);
});

it('lays out levels submesh by submesh and keeps a stalled one as an empty range', () => {
  const levels = joinLevels(
    [
      [level(0.5, 0, 1, 2), level(0.5)],
      [level(1, 2, 1, 0), level(2, 0, 1, 2)],
    ],
    [4, 3],
    2,
  );
  expect([...levels.ranges]).toEqual([0, 3, 3, 0, 3, 3, 6, 3]);
  expect([...levels.indices]).toEqual([0, 1, 2, 6, 5, 4, 4, 5, 6]);
  expect([...(levels.errors ?? [])]).toEqual([0.5, 0.5, 1, 2]);
});

it('offsets meshlets by their vertices and triangles', () => {
  const part = {
    count: 1,
    table: list(0, 3, 0, 1),
    vertices: list(0, 1, 2),
    triangles: Uint8Array.of(0, 1, 2),
    bounds: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  };
  const joined = joinMeshlets([part, part], [3, 3]);
  expect([...joined.meshlets]).toEqual([0, 3, 0, 1, 3, 3, 1, 1]);
  expect([...joined.meshletVertices]).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...joined.meshletTriangles]).toEqual([0, 1, 2, 0, 1, 2]);
  expect([...joined.meshletBounds.subarray(8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
