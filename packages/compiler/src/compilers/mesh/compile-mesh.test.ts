import { encodeHmesh, NO_MATERIAL, validateHmesh } from '@assetc/formats';
import { expect, it } from 'vitest';
import { compileMesh } from './compile-mesh.js';
import { ConsumableScene } from './scene/consumable-scene.js';
import { type MeshSettings, meshSettings } from './settings.js';
import { failureOf, meshContext, moved, node, scene, skin, triangle, wavy } from './testing/models.js';

const settings = Object.fromEntries(
  Object.entries(meshSettings.settings).map(([name, { default: value }]) => [name, value]),
) as MeshSettings;

const compile = (source: ReturnType<typeof scene>, more: Partial<typeof settings> = {}, context = meshContext()) =>
  compileMesh(new ConsumableScene(source), { ...settings, ...more }, context);

const two = scene([wavy(8, { material: 3 }), triangle({ material: 1 }), triangle()]);

it("makes a model that the format's validator accepts", async () => {
  const { model, materials } = await compile(two);
  const bytes = encodeHmesh({ ...model, materials: BigUint64Array.of(7n, 8n) });
  expect(validateHmesh(bytes)).toEqual([]);
  expect(materials).toEqual([3, 1]);
  expect(model.submeshes.map(({ materialSlot, indexCount }) => [materialSlot, indexCount])).toEqual([
    [0, 8 * 8 * 6],
    [1, 3],
    [NO_MATERIAL, 3],
  ]);
  // Each submesh has its own vertices, one after another.
  expect(model.indices.slice(-6).toSorted()).toEqual(Uint32Array.of(81, 82, 83, 84, 85, 86));
  expect(Math.max(...model.indices.subarray(0, -6))).toBe(80);
  expect(model.hasTangents).toBe(true);
  expect([model.skin, model.nodes]).toEqual([undefined, undefined]);
});

it('gives equal bytes for equal scenes', async () => {
  const bytes = async () => encodeHmesh({ ...(await compile(two)).model, materials: BigUint64Array.of(7n, 8n) });
  expect(await bytes()).toEqual(await bytes());
});

it('has levels, tangents, nodes and a skin only if requested or present', async () => {
  const { model } = await compile(two, { lods: [], tangents: 'none', merge: false });
  expect([model.lods, model.hasTangents]).toEqual([undefined, false]);
  expect(model.nodes).toMatchObject([{ firstSubmesh: 0, submeshCount: 3 }]);
  const skinned = await compile(
    scene([triangle()], {
      nodes: [node({ children: [1] }), node({ parent: 0, mesh: 0 })],
      skins: [skin([0], [moved(0)])],
    }),
  );
  expect(skinned.model.skin?.joints).toHaveLength(1);
  expect(skinned.model.lods?.lodCount).toBe(2);
});

it('has finite meshlets for the largest accepted mesh, and rejects a larger one', async () => {
  const sized = (size: number) => {
    const primitive = wavy(12);
    return scene([{ ...primitive, positions: primitive.positions.map((n) => n * size) }]);
  };
  // The grid is about 2.9 across, and 3.4e38 the largest float.
  const { model } = await compile(sized(1.1e38));
  expect(validateHmesh(encodeHmesh({ ...model, materials: new BigUint64Array(0) }))).toEqual([]);
  for (let i = 3; i < model.meshletBounds.length; i += 8) expect(model.meshletBounds[i]).toBeLessThan(3.3e38);
  expect(Math.max(...model.meshletBounds)).toBeGreaterThan(1e37);
  expect(await failureOf(() => compile(sized(1.6e38)))).toMatchObject({
    code: 'mesh/overflow',
    where: { pointer: '/wavy' },
  });
});

it('stops when aborted', async () => {
  await expect(compile(two, {}, meshContext(AbortSignal.abort()))).rejects.toThrow(/abort/i);
});
