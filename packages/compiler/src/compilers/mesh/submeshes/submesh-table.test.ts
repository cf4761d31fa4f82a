import { NO_MATERIAL } from '@assetc/formats';
import { expect, it } from 'vitest';
import { failureOf, triangle } from '../testing/models.js';
import { rowLayout } from '../vertices/vertex-rows.js';
import { weldSource } from '../vertices/weld-source.js';
import { materialsInUse, submeshTable, variantMaterials } from './submesh-table.js';

const layout = rowLayout({ skin: false, color: false });

/** A triangle at `x`, of a size. */
const part = (x: number, size: number, material: number | undefined, triangles = 1) => ({
  ...weldSource(
    triangle({
      positions: Float32Array.of(x, 0, 0, x + size, 0, 0, x, size, 0),
      normals: new Float32Array(9),
      indices: Uint32Array.from({ length: triangles * 3 }, (_, i) => i % 3),
    }),
    layout,
  ),
  material,
  origin: { pointer: `/at/${x}` },
});

const used = (material: number | undefined, variants: readonly (readonly [number, number])[] = []) => ({
  material,
  primitive: triangle({ material, variants: variants.map(([variant, other]) => ({ variant, material: other })) }),
});

it('lists materials by first use, then those of variants', () => {
  const parts = [used(5), used(undefined), used(2, [[0, 9]]), used(5)];
  expect(materialsInUse(parts)).toEqual([5, 2, 9]);
  const more = [
    used(5, [
      [1, 7],
      [0, 2],
    ]),
    used(2, [[1, 8]]),
  ];
  expect(materialsInUse(more)).toEqual([5, 2, 7, 8]);
  expect(variantMaterials(more)).toEqual([
    { variant: 1, submesh: 0, material: 7 },
    { variant: 0, submesh: 0, material: 2 },
    { variant: 1, submesh: 1, material: 8 },
  ]);
});

it('contains the ranges of indices and meshlets, the material and the bounds of each submesh', () => {
  const parts = [part(0, 2, 7), part(10, 4, undefined, 2), part(-6, 2, 3)];
  const { submeshes, bounds } = submeshTable(parts, [2, 0, 1], [7, 3], 'a.gltf');
  expect(submeshes.map((s) => [s.firstIndex, s.indexCount, s.firstMeshlet, s.meshletCount, s.materialSlot])).toEqual([
    [0, 3, 0, 2, 0],
    [3, 6, 2, 0, NO_MATERIAL],
    [9, 3, 2, 1, 1],
  ]);
  expect(submeshes[1]).toMatchObject({ aabbMin: [10, 0, 0], aabbMax: [14, 4, 0], sphereCenter: [12, 2, 0] });
  expect(submeshes[1]?.sphereRadius).toBeCloseTo(Math.sqrt(8), 6);
  expect(bounds).toMatchObject({ aabbMin: [-6, 0, 0], aabbMax: [14, 4, 0], sphereCenter: [4, 2, 0] });
  // The farthest corners are (−6, 0), (14, 0): √(10² + 2²).
  expect(bounds.sphereRadius).toBeCloseTo(Math.sqrt(104), 5);
});

/** A part with corners at (x, y) pairs. */
function spread(name: string, ...corners: readonly (readonly [number, number])[]) {
  const submesh = part(0, 1, 0);
  for (const [i, [x, y]] of corners.entries()) submesh.rows.floats.set([x, y], i * layout.words);
  return { ...submesh, origin: { pointer: name } };
}

it('rejects a radius too large for floats: at the submesh, or for the whole mesh at the first', async () => {
  const far = 3.4e38;
  const wide = spread('/wide', [-far, 0], [far, 0], [0, far]);
  expect(await failureOf(() => submeshTable([part(0, 1, 0), wide], [1, 1], [0], 'a.gltf'))).toMatchObject({
    code: 'mesh/overflow',
    file: 'a.gltf',
    where: { pointer: '/wide' },
  });
  const left = spread('/left', [-far, 0], [-far, 1], [-far, 2]);
  const right = spread('/right', [far, far], [far, far], [far, far]);
  expect(await failureOf(() => submeshTable([left, right], [1, 1], [0], 'a.gltf'))).toMatchObject({
    code: 'mesh/overflow',
    where: { pointer: '/left' },
  });
});

it('includes lines in the bounds of the mesh, and has one empty submesh if there are no triangles', () => {
  const line = part(20, 2, undefined);
  expect(submeshTable([part(0, 2, 7)], [1], [7], 'a.gltf', [line]).bounds).toMatchObject({
    aabbMin: [0, 0, 0],
    aabbMax: [22, 2, 0],
  });
  const only = submeshTable([], [], [], 'a.gltf', [line]);
  expect(only.bounds.aabbMin).toEqual([20, 0, 0]);
  expect(only.submeshes).toMatchObject([
    {
      indexCount: 0,
      meshletCount: 0,
      materialSlot: NO_MATERIAL,
      aabbMin: [21, 1, 0],
      aabbMax: [21, 1, 0],
      sphereRadius: 0,
    },
  ]);
  expect(submeshTable([], [], [], 'a.gltf').bounds).toMatchObject({ aabbMax: [0, 0, 0], sphereRadius: 0 });
});
