import { decodeHmesh1, validateHmesh1, widenVertices } from '@assetc/formats/hmesh1';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGolden, toTwin } from '../../../formats/src/testing/golden.js';
import { meshArbitrary, sampleMesh1 } from '../../../formats/src/testing/sample-mesh.js';
import { encodeHmesh1 } from './encode.js';

it('writes the golden file', () => {
  expect(encodeHmesh1(sampleMesh1())).toEqual(readGolden('quad-v1.hmesh'));
  expect(encodeHmesh1(decodeHmesh1(readGolden('quad-v1.hmesh')))).toEqual(readGolden('quad-v1.hmesh'));
});

it('round-trips the geometry of any mesh', () => {
  fc.assert(
    fc.property(meshArbitrary, (version2) => {
      const { bounds, indices, meshlets, meshletVertices, meshletTriangles, meshletBounds, materials } = version2;
      const vertices = widenVertices(version2.vertices);
      const model = {
        bounds,
        vertices,
        indices,
        meshlets,
        meshletVertices,
        meshletTriangles,
        meshletBounds,
        materials,
      };
      const bytes = encodeHmesh1(model);
      const { version, vertexCount, ...mesh } = decodeHmesh1(bytes);
      expect(toTwin(mesh)).toEqual(toTwin(model));
      expect(encodeHmesh1(mesh)).toEqual(bytes);
      expect(validateHmesh1(bytes)).toEqual([]);
    }),
  );
});

it('rejects a model that no file can hold', () => {
  const model = sampleMesh1();
  expect(() => encodeHmesh1({ ...model, meshletBounds: new Float32Array(0) })).toThrow('one MeshletBounds for each');
  expect(() => encodeHmesh1({ ...model, bounds: { ...model.bounds, sphereRadius: Number.NaN } })).toThrow(Error);
});
