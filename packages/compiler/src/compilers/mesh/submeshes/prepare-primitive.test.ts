import { expect, it } from 'vitest';
import { triangle, wavy } from '../testing/models.js';
import { columns, rowLayout, TANGENT } from '../vertices/vertex-rows.js';
import { preparePrimitive } from './prepare-primitive.js';

const layout = rowLayout({ skin: true, color: false });
const up = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1);

it('keeps the tangents of the source, with or without uvs', async () => {
  const tangents = Float32Array.of(0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, -1);
  const prepared = await preparePrimitive(triangle({ normals: up, tangents, uvs: new Float32Array(6) }), layout);
  expect(prepared.hasTangents).toBe(true);
  expect(columns(prepared.rows, TANGENT, 4)).toEqual(tangents);
});

it('computes tangents from uvs, and none without uvs or if not requested', async () => {
  const prepared = await preparePrimitive(wavy(2), layout);
  expect(prepared.hasTangents).toBe(true);
  const tangents = columns(prepared.rows, TANGENT, 4);
  for (let i = 0; i < tangents.length; i += 4) expect(Math.hypot(...tangents.subarray(i, i + 3))).toBeCloseTo(1, 5);
  for (const prepared of [
    await preparePrimitive(wavy(2, { uvs: undefined }), layout),
    await preparePrimitive(wavy(2), layout, { tangents: 'none' }),
  ]) {
    expect(prepared.hasTangents).toBe(false);
    expect(columns(prepared.rows, TANGENT, 4).every((n) => n === 0)).toBe(true);
  }
});

it('merges vertices that differ only in joints if they are bound rigidly', async () => {
  // Vertices 0 and 3 differ only in their joints.
  const primitive = triangle({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0),
    normals: Float32Array.of(...up, 0, 0, 1),
    joints: Uint16Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0),
    weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0),
    indices: Uint32Array.of(0, 1, 2, 3, 2, 1),
  });
  expect((await preparePrimitive(primitive, layout)).rows.count).toBe(4);
  expect((await preparePrimitive(primitive, layout, { skin: false })).rows.count).toBe(3);
});
