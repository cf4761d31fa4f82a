import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readSkins } from './skins.js';

async function read(builder: GltfBuilder) {
  const opened = openGltf(builder);
  const { file, accessors } = opened;
  return { ...opened, skins: await readSkins(file, accessors, new Set(file.list('skins').keys())) };
}

function skinned(nodes: readonly object[], ...skins: object[]): GltfBuilder {
  const builder = new GltfBuilder();
  for (const node of nodes) builder.node({ ...node }, false);
  for (const skin of skins) builder.list('skins', skin);
  return builder;
}

/** 0 → 1 → 2 → 3. */
const chain = (...more: object[]) => [0, 1, 2, 3].map((i) => ({ ...(i < 3 ? { children: [i + 1] } : {}), ...more[i] }));

it('keeps joints in the order of the skin', async () => {
  const { skins, warnings } = await read(skinned(chain(), { joints: [3, 0, 2] }, { joints: [0, 1] }));
  expect(skins.map(({ joints }) => joints)).toEqual([
    [3, 0, 2],
    [0, 1],
  ]);
  expect(warnings()).toEqual([]);
});

it('uses identity inverse binds if there are none, and only as many as joints', async () => {
  const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const { skins } = await read(skinned(chain(), { joints: [0, 1] }));
  expect([...(skins[0]?.inverseBinds ?? [])]).toEqual([...unit, ...unit]);
  const builder = skinned(chain());
  const matrices = Float32Array.from({ length: 48 }, (_, i) => i);
  builder.list('skins', { joints: [0, 1], inverseBindMatrices: builder.accessor(matrices, 'MAT4') });
  expect((await read(builder)).skins[0]?.inverseBinds).toEqual(matrices.slice(0, 32));
});

function bound(matrices: Float32Array): GltfBuilder {
  const builder = skinned(chain());
  builder.list('skins', { joints: [0, 1], inverseBindMatrices: builder.accessor(matrices, 'MAT4') });
  return builder;
}

it.each<[string, GltfBuilder, string, string]>([
  ['a skin without joints', skinned(chain(), { joints: [] }), 'gltf/bad-joint', '/skins/0/joints'],
  ['one joint twice', skinned(chain(), { joints: [1, 2, 1] }), 'gltf/bad-joint', '/skins/0/joints/2'],
  ['a joint that is not a node', skinned(chain(), { joints: [4] }), 'gltf/bad-reference', '/skins/0/joints/0'],
  [
    'more joints than sixteen bits can count',
    skinned(chain(), { joints: Array(65537).fill(0) }),
    'gltf/bad-joint',
    '/skins/0/joints',
  ],
  ['too few matrices', bound(new Float32Array(16)), 'gltf/bad-accessor', '/accessors/0/count'],
  ['matrices that are not finite', bound(new Float32Array(32).fill(Number.NaN, 20)), 'gltf/not-finite', '/accessors/0'],
])('rejects %s', async (_, builder, code, pointer) => {
  expect(await failureOf(() => read(builder))).toMatchObject({ code, pointer });
});
