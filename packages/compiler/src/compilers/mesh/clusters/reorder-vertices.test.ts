import { decodeHmesh, encodeHmesh, packMorphs, packVertices, validateHmesh } from '@assetc/formats';
import { expect, it } from 'vitest';
import { reorderVertices } from './reorder-vertices.js';

const box = { aabbMin: [0, 0, 0], aabbMax: [1, 1, 0], sphereCenter: [0.5, 0.5, 0], sphereRadius: 0.75 };

it('moves rows and updates all references, with morph targets in ascending order', () => {
  const model = {
    hasTangents: false,
    bounds: box,
    vertices: packVertices({
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0),
      normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
      tangents: new Float32Array(12),
      uvs: Float32Array.of(0, 0, 1, 0, 1, 1),
    }),
    indices: Uint32Array.of(0, 1, 2),
    meshlets: Uint32Array.of(0, 3, 0, 1),
    meshletVertices: Uint32Array.of(0, 1, 2),
    meshletTriangles: Uint8Array.of(0, 1, 2),
    meshletBounds: Float32Array.of(0.5, 0.5, 0, 1, 0, 0, 1, 0),
    submeshes: [{ firstIndex: 0, indexCount: 3, firstMeshlet: 0, meshletCount: 1, materialSlot: 0xffffffff, ...box }],
    uvs1: Float32Array.of(0, 10, 1, 11, 2, 12),
    lines: {
      ranges: [{ mode: 'points' as const, first: 0, count: 1, materialSlot: 0xffffffff }],
      indices: Uint32Array.of(2),
    },
    morphs: packMorphs([
      {
        extent: 1,
        targets: [{ vertices: Uint32Array.of(0, 2), positions: Float32Array.of(1, 0, 0, 0, 0, 2), defaultWeight: 0 }],
      },
    ]),
  };
  const bytes = encodeHmesh({ ...reorderVertices(model, Uint32Array.of(2, 0, 1)), materials: new BigUint64Array(0) });
  expect(validateHmesh(bytes)).toEqual([]);
  const mesh = decodeHmesh(bytes);
  expect([...mesh.indices]).toEqual([2, 0, 1]);
  expect([...mesh.meshletVertices]).toEqual([2, 0, 1]);
  expect([...(mesh.uvs1 ?? [])]).toEqual([1, 11, 2, 12, 0, 10]);
  expect([...(mesh.lines?.indices ?? [])]).toEqual([1]);
  expect([...(mesh.morphs?.vertices ?? [])]).toEqual([1, 2]);
  expect([...(mesh.morphs?.positions ?? [])]).toEqual([0, 0, 2, 1, 0, 0]);
});
