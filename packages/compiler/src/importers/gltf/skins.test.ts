import { expect, it } from 'vitest';
import { GltfBuilder } from '../../testing/gltf-builder.js';
import { readNodes } from './nodes.js';
import { readSkins } from './skins.js';
import { openGltf, refusal } from './testing/open-gltf.js';

async function read(builder: GltfBuilder) {
  const opened = openGltf(builder);
  const { file, accessors } = opened;
  const nodes = await readNodes(file, accessors, { add: () => undefined });
  return { ...opened, skins: await readSkins(file, accessors, nodes) };
}

function skinned(nodes: readonly object[], ...skins: object[]): GltfBuilder {
  const builder = new GltfBuilder();
  for (const node of nodes) builder.node({ ...node }, false);
  for (const skin of skins) builder.list('skins', skin);
  return builder;
}

/** 0 → 1 → 2 → 3. */
const chain = (...more: object[]) => [0, 1, 2, 3].map((i) => ({ ...(i < 3 ? { children: [i + 1] } : {}), ...more[i] }));

it('finds the nearest joint above each, past nodes that are none', async () => {
  const { skins, warnings } = await read(skinned(chain(), { joints: [3, 0, 2] }));
  expect(skins[0]?.joints).toEqual([3, 0, 2]);
  expect([...(skins[0]?.parents ?? [])]).toEqual([2, -1, 1]);
  expect(warnings()).toEqual([]);
});

it('warns of a node between or above joints that moves them, once', async () => {
  const { warnings } = await read(
    skinned(chain({ translation: [1, 0, 0] }, {}, { scale: [2, 2, 2] }), { joints: [1, 3] }),
  );
  expect(warnings()).toEqual([['gltf/skeleton-placement', '/nodes/0']]);
});

it('tells parents of the first skin only', async () => {
  const { skins } = await read(skinned(chain(), { joints: [0] }, { joints: [0, 1] }));
  expect([...(skins[1]?.parents ?? [])]).toEqual([-1, -1]);
});

it('has identities for inverse binds where there are none, and only as many as joints', async () => {
  const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const { skins } = await read(skinned(chain(), { joints: [0, 1] }));
  expect([...(skins[0]?.inverseBinds ?? [])]).toEqual([...unit, ...unit]);
  const builder = skinned(chain());
  const matrices = Float32Array.from({ length: 48 }, (_, i) => i);
  builder.list('skins', { joints: [0, 1], inverseBindMatrices: builder.accessor(matrices, 'MAT4') });
  expect((await read(builder)).skins[0]?.inverseBinds).toEqual(matrices.slice(0, 32));
});

it('keeps a rest pose as it is written, or takes a matrix apart', async () => {
  const matrix = [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1];
  const { skins, warnings } = await read(
    skinned(chain({ translation: [1, 2, 3], rotation: [1, 0, 0, 0], scale: [4, 5, 6] }, { matrix }), {
      joints: [0, 1, 2],
    }),
  );
  const rest = [...(skins[0]?.rest ?? [])].map((n) => Math.round(n * 100) / 100);
  expect(rest.slice(0, 10)).toEqual([1, 2, 3, 1, 0, 0, 0, 4, 5, 6]);
  expect(rest.slice(10, 20)).toEqual([1, 2, 3, 0, 0, 0.71, 0.71, 2, 3, 4]);
  expect(rest.slice(20)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  expect(warnings()).toEqual([]);
});

it('drops the shear of a joint with a warning, and says nothing of a skin that is not exported', async () => {
  const sheared = chain({ matrix: [1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
  expect((await read(skinned(sheared, { joints: [0] }))).warnings()).toEqual([
    ['gltf/sheared-joint', '/nodes/0/matrix'],
  ]);
  expect((await read(skinned(sheared, { joints: [1] }, { joints: [0] }))).warnings()).toEqual([
    ['gltf/skeleton-placement', '/nodes/0'],
  ]);
});

function bound(matrices: Float32Array): GltfBuilder {
  const builder = skinned(chain());
  builder.list('skins', { joints: [0, 1], inverseBindMatrices: builder.accessor(matrices, 'MAT4') });
  return builder;
}

it.each<[string, GltfBuilder, string, string]>([
  ['a skin without joints', skinned(chain(), { joints: [] }), 'gltf/bad-joint', '/skins/0/joints'],
  ['one joint twice', skinned(chain(), { joints: [1, 2, 1] }), 'gltf/bad-joint', '/skins/0/joints/2'],
  ['a joint that is no node', skinned(chain(), { joints: [4] }), 'gltf/bad-reference', '/skins/0/joints/0'],
  [
    'more joints than sixteen bits count',
    skinned(chain(), { joints: Array(65537).fill(0) }),
    'gltf/bad-joint',
    '/skins/0/joints',
  ],
  ['too few matrices', bound(new Float32Array(16)), 'gltf/bad-accessor', '/accessors/0/count'],
  ['matrices that are not finite', bound(new Float32Array(32).fill(Number.NaN, 20)), 'gltf/not-finite', '/accessors/0'],
])('refuses %s', async (_, builder, code, pointer) => {
  expect(await refusal(() => read(builder))).toMatchObject({ code, pointer });
});
