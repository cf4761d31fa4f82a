import { expect, it } from 'vitest';
import type { SceneModel } from '../../../model/scene/scene.js';
import { importScene } from '../testing/run-import.js';
import { geometry, model, TRIANGLE, type WrittenScene } from '../testing/sample-scene.js';
import { doubles, ints, node, type WrittenNode } from '../testing/write-fbx.js';

/** A matrix that moves along X. */
const moved = (x: number): readonly number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];

const cluster = (id: number, points: readonly number[], matrices: Readonly<Record<string, readonly number[]>>) =>
  node(
    'Deformer',
    [id, '\0\x01SubDeformer', 'Cluster'],
    [
      node('Indexes', [ints(...points)]),
      node('Weights', [doubles(...points.map(() => 1))]),
      ...Object.entries(matrices).map(([name, values]) => node(name, [doubles(...values)])),
    ],
  );

/** A triangle 1 m along X whose bone is 3 m along X. */
const skinned = (clusters: readonly WrittenNode[]): WrittenScene => ({
  objects: [
    model(1, 'Mesh', 'Mesh', { 'Lcl Translation': [100, 0, 0] }),
    geometry(2, TRIANGLE),
    node('Deformer', [3, '\0\x01Deformer', 'Skin']),
    model(5, 'bone', 'LimbNode', { 'Lcl Translation': [300, 0, 0] }),
    ...clusters,
  ],
  connections: [
    [1, 0],
    [2, 1],
    [3, 2],
    [5, 0],
    ...clusters.flatMap(({ values }) => [[Number(values[0]), 3] as const, [5, Number(values[0])] as const]),
  ],
});

const bindX = ({ skins }: SceneModel): number[] =>
  [...(skins[0]?.inverseBinds ?? [])].filter((_, i) => i % 16 === 12).map((x) => Math.round(x * 1e6) / 1e6);

it.each([
  ['as stored', { Transform: moved(-50), TransformLink: moved(200) }, -0.5],
  ['by the place of the bone, without a transform', { TransformLink: moved(200) }, -1],
  [
    'by the place of the bone, if the transform is all zeros',
    { Transform: moved(0).map(() => 0), TransformLink: moved(200) },
    -1,
  ],
  ['as it rests, without any matrix', {}, -2],
])('binds %s', async (_, matrices, expected) => {
  const { model: imported } = await importScene(skinned([cluster(10, [0, 1, 2], matrices)]));
  expect(bindX(imported)).toEqual([expected]);
});

it('keeps both ways in which a skin binds a bone', async () => {
  const { model: imported } = await importScene(
    skinned([
      cluster(10, [0], { Transform: moved(-50) }),
      cluster(11, [1], { Transform: moved(-50) }),
      cluster(12, [2], { Transform: moved(-70) }),
    ]),
  );
  expect(bindX(imported)).toEqual([-0.5, -0.7]);
  const [first = 0, second = 0] = imported.skins[0]?.joints ?? [];
  expect(imported.nodes[first]?.name).toBe('bone');
  expect(imported.nodes[second]).toMatchObject({ name: 'bone', parent: first, rest: { translation: [0, 0, 0] } });
  const [primitive] = imported.meshes[0]?.primitives ?? [];
  expect([0, 4, 8].map((at) => primitive?.joints?.[at])).toEqual([0, 0, 1]);
});
