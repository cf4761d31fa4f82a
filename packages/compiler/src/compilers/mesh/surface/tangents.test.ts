import { expect, it } from 'vitest';
import { triangle, wavy } from '../testing/models.js';
import { NORMAL, rowLayout, TANGENT, type VertexRows } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { addTangents } from './add-tangents.js';
import type { TangentMethod } from './tangents.js';

const layout = rowLayout({ skin: false, color: false });
const up = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);

async function tangentsOf(primitive = triangle(), method: TangentMethod = 'mikktspace') {
  const { rows, indices } = weldSource(primitive, layout);
  const made = await addTangents({ rows, indices }, { method });
  const tangentOf = (vertex: number): readonly number[] =>
    [0, 1, 2, 3].map((c) => (made.rows.floats[vertex * layout.words + TANGENT + c] ?? 0) + 0);
  return { rows: made.rows, indices: made.indices, tangents: [...made.indices].flatMap(tangentOf) };
}

it.each<TangentMethod>(['mikktspace', 'fast'])(
  'points along increasing u, with the sign of glTF (%s)',
  async (method) => {
    // v decreases with y, as in images: bitangent = cross(normal, tangent) × w points along increasing y for w 1.
    const upright = await tangentsOf(triangle({ normals: up, uvs: Float32Array.of(0, 1, 1, 1, 0, 0) }), method);
    expect(upright.tangents).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1]);
    const mirrored = await tangentsOf(triangle({ normals: up, uvs: Float32Array.of(1, 1, 0, 1, 1, 0) }), method);
    expect(mirrored.tangents.slice(0, 4)).toEqual([-1, 0, 0, -1]);
  },
);

const dot = (rows: VertexRows, vertex: number, tangent: readonly number[]): number =>
  [0, 1, 2].reduce((sum, c) => sum + (rows.floats[vertex * layout.words + NORMAL + c] ?? 0) * (tangent[c] ?? 0), 0);

it.each<TangentMethod>(['mikktspace', 'fast'])('is a unit vector perpendicular to the normal (%s)', async (method) => {
  const { rows, indices, tangents } = await tangentsOf(wavy(6), method);
  expect(tangents.length).toBe(indices.length * 4);
  for (const [corner, vertex] of indices.entries()) {
    const tangent = tangents.slice(corner * 4, corner * 4 + 3);
    expect(Math.hypot(...tangent)).toBeCloseTo(1, 4);
    expect(dot(rows, vertex, tangent)).toBeCloseTo(0, 4);
    expect(Math.abs(tangents[corner * 4 + 3] ?? 0)).toBe(1);
  }
});

it.each<TangentMethod>(['mikktspace', 'fast'])('is finite if triangles have no area (%s)', async (method) => {
  const points = triangle({ normals: up, uvs: new Float32Array(6), positions: new Float32Array(9) });
  const { tangents } = await tangentsOf({ ...points, indices: Uint32Array.of(0, 0, 0) }, method);
  expect(tangents).toHaveLength(12);
  expect(tangents.every((n) => Number.isFinite(n))).toBe(true);
  const without = await tangentsOf(triangle({ normals: new Float32Array(9), uvs: new Float32Array(6) }), method);
  expect(without.tangents.every((n) => Number.isFinite(n))).toBe(true);
});

it('falls back to +x if MikkTSpace would trap', async () => {
  const { tangents } = await tangentsOf(
    triangle({ positions: new Float32Array(9), normals: up, uvs: new Float32Array(6) }),
  );
  expect(tangents.slice(0, 4)).toEqual([1, 0, 0, 1]);
});
