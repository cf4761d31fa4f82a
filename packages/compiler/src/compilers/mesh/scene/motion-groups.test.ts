import { expect, it } from 'vitest';
import { groupByMotion } from './motion-groups.js';

const none = { normals: undefined, tangents: undefined };
const vertices = (...numbers: number[]): Uint32Array => Uint32Array.from(numbers);
/** Deltas along x. */
const along = (...numbers: number[]): Float32Array => Float32Array.from(numbers.flatMap((n) => [n, 0, 0]));

it('numbers vertices by how targets move them, from 1; static ones get 0', () => {
  const targets = [{ positions: along(0, 1, 1, -0, 1) }, { positions: along(0, 0, 2, 0, 0) }];
  const { numbers, sources } = groupByMotion({ ...none, targets }, vertices(0, 1, 2, 3, 4));
  expect([...numbers]).toEqual([0, 1, 2, 0, 1]);
  expect([...sources]).toEqual([1, 2]);
});

it('considers the requested vertices, in their order', () => {
  const targets = [{ positions: along(9, 1, 1, 0, 5) }];
  const { numbers, sources } = groupByMotion({ ...none, targets }, vertices(4, 2, 1, 3));
  expect([...numbers]).toEqual([1, 2, 2, 0]);
  expect([...sources]).toEqual([4, 2]);
});

it('distinguishes directions if targets rotate them, and only then', () => {
  const normals = Float32Array.of(0, 0, 1, 0, 0, 2, 0, 0, 1);
  const moved = { positions: along(1, 1, 1) };
  const all = vertices(0, 1, 2);
  expect([...groupByMotion({ ...none, normals, targets: [moved] }, all).numbers]).toEqual([1, 1, 1]);
  const turned = { ...moved, normals: along(1, 1, 1) };
  expect([...groupByMotion({ ...none, normals, targets: [turned] }, all).numbers]).toEqual([1, 2, 1]);
  // Deltas of normals are ignored if the vertices have none.
  expect([...groupByMotion({ ...none, targets: [{ normals: along(1, 2, 3) }] }, all).numbers]).toEqual([0, 0, 0]);
});
