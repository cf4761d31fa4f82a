import { expect, it } from 'vitest';
import { findMovers } from './morph-movers.js';

const none = { normals: undefined, tangents: undefined };
const vertices = (...numbers: number[]): Uint32Array => Uint32Array.from(numbers);
/** Deltas along x. */
const along = (...numbers: number[]): Float32Array => Float32Array.from(numbers.flatMap((n) => [n, 0, 0]));

it('numbers vertices by how targets move them, from 1; what stays has 0', () => {
  const targets = [{ positions: along(0, 1, 1, -0, 1) }, { positions: along(0, 0, 2, 0, 0) }];
  const { numbers, sources } = findMovers({ ...none, targets }, vertices(0, 1, 2, 3, 4));
  expect([...numbers]).toEqual([0, 1, 2, 0, 1]);
  expect([...sources]).toEqual([1, 2]);
});

it('looks at the vertices that are asked for, in their order', () => {
  const targets = [{ positions: along(9, 1, 1, 0, 5) }];
  const { numbers, sources } = findMovers({ ...none, targets }, vertices(4, 2, 1, 3));
  expect([...numbers]).toEqual([1, 2, 2, 0]);
  expect([...sources]).toEqual([4, 2]);
});

it('tells directions apart where targets turn them, and only there', () => {
  const normals = Float32Array.of(0, 0, 1, 0, 0, 2, 0, 0, 1);
  const moved = { positions: along(1, 1, 1) };
  const all = vertices(0, 1, 2);
  expect([...findMovers({ ...none, normals, targets: [moved] }, all).numbers]).toEqual([1, 1, 1]);
  const turned = { ...moved, normals: along(1, 1, 1) };
  expect([...findMovers({ ...none, normals, targets: [turned] }, all).numbers]).toEqual([1, 2, 1]);
  // Deltas of normals that the vertices do not have are nothing.
  expect([...findMovers({ ...none, targets: [{ normals: along(1, 2, 3) }] }, all).numbers]).toEqual([0, 0, 0]);
});
