// One run over the whole mesh is the oracle.

import { expect, it } from 'vitest';
import type { PrimitiveModel } from '../../../model/scene/scene.js';
import { triangle, wavy } from '../testing/models.js';
import { rowLayout } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { addTangents } from './add-tangents.js';

/** The same random numbers in each run, from 0 to below 1. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Triangles in random order. */
function shuffled(primitive: PrimitiveModel): PrimitiveModel {
  const random = randomNumbers();
  const triangles = Array.from({ length: primitive.indices.length / 3 }, (_, i) =>
    primitive.indices.subarray(i * 3, i * 3 + 3),
  );
  for (let i = triangles.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    [triangles[i], triangles[k]] = [triangles[k] ?? new Uint32Array(3), triangles[i] ?? new Uint32Array(3)];
  }
  return { ...primitive, indices: Uint32Array.from(triangles.flatMap((corners) => [...corners])) };
}

/** Every second column of quads has mirrored texture coordinates, so vertices are split between them. */
function mirrored(primitive: PrimitiveModel): PrimitiveModel {
  const uvs = primitive.uvs?.map((value, i) => (i % 2 === 0 ? Math.abs((value * 8) % 2) : value));
  return { ...primitive, uvs };
}

/** Adds a separate triangle, because MikkTSpace does not pair all edges of the last vertex: in parts, that is another one. */
function withLast(primitive: PrimitiveModel): PrimitiveModel {
  const count = primitive.positions.length / 3;
  const append = (values: Float32Array | undefined, more: readonly number[]) =>
    values && Float32Array.of(...values, ...more);
  return {
    ...primitive,
    positions: Float32Array.of(...primitive.positions, 0, 9, 0, 1, 9, 0, 0, 9, 1),
    normals: append(primitive.normals, [0, 1, 0, 0, 1, 0, 0, 1, 0]),
    uvs: append(primitive.uvs, [0, 0, 1, 0, 0, 1]),
    colors: append(primitive.colors, new Array<number>(12).fill(1)),
    indices: Uint32Array.of(...primitive.indices, count, count + 1, count + 2),
  };
}

const grid = wavy(16);
const colors = Float32Array.from({ length: (grid.positions.length / 3) * 4 }, (_, i) => (i % 7) / 7);
const flat = { ...grid, normals: undefined };
const random = randomNumbers();
const soup = triangle({
  positions: Float32Array.from({ length: 900 }, () => Math.floor(random() * 4)),
  normals: Float32Array.from({ length: 900 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
  uvs: Float32Array.from({ length: 600 }, random),
  indices: Uint32Array.from({ length: 900 }, () => Math.floor(random() * 300)),
});

it.each([
  ['a grid', grid],
  ['triangles in random order', shuffled(grid)],
  ['mirrored texture coordinates', mirrored(grid)],
  ['vertices that differ in their colors only', shuffled({ ...mirrored(grid), colors })],
  ['flat triangles', flat],
  ['a soup of triangles that share edges at random, some without an area', soup],
])('gives the tangents and vertices of one run: %s', async (_, primitive) => {
  const layout = rowLayout({ skin: false, color: primitive.colors !== undefined });
  const welded = weldSource(withLast(primitive), layout);
  const atOnce = await addTangents(welded);
  for (const partTriangles of [12, 100, 300]) {
    const byPart = await addTangents(welded, { maxTriangles: 0, partTriangles });
    expect(byPart.indices).toEqual(atOnce.indices);
    expect(byPart.rows.bits).toEqual(atOnce.rows.bits);
  }
});

it('gives all corners the same tangent if no triangle has an area', async () => {
  const layout = rowLayout({ skin: false, color: false });
  const positions = new Float32Array(12);
  const uvs = Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1);
  const normals = new Float32Array(12).fill(1);
  const source = triangle({ positions, uvs, normals, indices: Uint32Array.of(0, 1, 2, 2, 1, 3) });
  const welded = weldSource(source, layout);
  const byPart = await addTangents(welded, { maxTriangles: 0, partTriangles: 1 });
  expect(byPart).toEqual(await addTangents(welded));
});
