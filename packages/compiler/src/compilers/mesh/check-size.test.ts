import { expect, it } from 'vitest';
import { identity } from '../../model/math/matrix.js';
import type { PrimitiveModel } from '../../model/scene/scene.js';
import { SCENE_LIMITS } from '../../model/scene/scene-limits.js';
import { checkCopies, checkSize } from './check-size.js';
import { failureOf, triangle } from './testing/models.js';

const planned = (copies: number, more: Partial<PrimitiveModel> = {}) => ({
  primitive: triangle(more),
  copies: Array.from({ length: copies }, identity),
  binding: { is: 'none' } as const,
  group: 0,
});

const check = (submeshes: readonly ReturnType<typeof planned>[], limits: object) =>
  checkSize({ submeshes }, { file: 'a.gltf', limits: { ...SCENE_LIMITS, ...limits } });

it('adds up triangles of all copies, and names the submesh that exceeds the limit', async () => {
  const submeshes = [planned(3), planned(2, { origin: { pointer: '/second' } })];
  expect(() => check(submeshes, { maxTriangles: 5 })).not.toThrow();
  expect(await failureOf(() => check(submeshes, { maxTriangles: 4 }))).toMatchObject({
    code: 'mesh/too-large',
    file: 'a.gltf',
    where: { pointer: '/second' },
    message: '5 triangles; the limit is 4 (mesh.maxTriangles)',
  });
});

it('counts submeshes', async () => {
  expect(await failureOf(() => check([planned(1), planned(1)], { maxSubmeshes: 1 }))).toMatchObject({
    code: 'mesh/too-large',
    message: '2 submeshes; the limit is 1 (mesh.maxSubmeshes)',
  });
});

it('rejects copies that the welding kernel cannot address, by their bytes', async () => {
  // 0x6000_0000 bytes are 33 554 432 rows of 12 words.
  expect(() => checkCopies(planned(2), 16_777_216, 12, 'a.gltf')).not.toThrow();
  expect(await failureOf(() => checkCopies(planned(2), 16_777_217, 12, 'a.gltf'))).toMatchObject({
    code: 'mesh/too-large',
    file: 'a.gltf',
    where: { pointer: '/triangle' },
    message: '33554434 vertices are too many for one submesh',
  });
});
