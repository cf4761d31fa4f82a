import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { AttributeReader } from './attributes.js';
import { type BindingCache, readSkinWeights } from './skin-weights.js';

type Sets = readonly (readonly [joints: readonly number[], weights: readonly number[]])[];

/** One vertex, or as many as its sets have. */
function bound(...sets: Sets): GltfBuilder {
  const builder = new GltfBuilder();
  const vertices = (sets[0]?.[0].length || 4) / 4;
  const attributes: { [name: string]: number } = { POSITION: builder.accessor(new Float32Array(vertices * 3), 'VEC3') };
  for (const [i, [joints, weights]] of sets.entries()) {
    if (joints.length > 0) attributes[`JOINTS_${i}`] = builder.accessor(Uint16Array.from(joints), 'VEC4');
    if (weights.length > 0) attributes[`WEIGHTS_${i}`] = builder.accessor(Float32Array.from(weights), 'VEC4');
  }
  builder.mesh({ attributes }, { attributes });
  return builder;
}

async function read(builder: GltfBuilder, cache: BindingCache = new Map(), primitives = [0]) {
  const opened = openGltf(builder);
  const results = [];
  for (const index of primitives) {
    const primitive = opened.at(`/meshes/0/primitives/${index}`);
    const reader = await AttributeReader.open(opened.file, opened.accessors, primitive);
    results.push(await readSkinWeights(opened.file, primitive, reader, cache));
  }
  return { ...opened, results, skin: results[0] };
}

const plain = ({ joints, weights }: { joints: Uint16Array; weights: Float32Array }) => [[...joints], [...weights]];

it('keeps four joints as they are, without those of zero weight', async () => {
  const { skin, warnings } = await read(
    bound([
      [9, 5, 7, 8],
      [0, 0.5, -1, 0.25],
    ]),
  );
  expect(skin && plain(skin)).toEqual([
    [5, 8, 0, 0],
    [0.5, 0.25, 0, 0],
  ]);
  expect(warnings()).toEqual([['gltf/repaired-attribute', '/meshes/0/primitives/0']]);
});

it('does not report negative weights that are rounding errors', async () => {
  const { skin, warnings } = await read(
    bound([
      [1, 2, 0, 0],
      [1, -1e-7, 0, 0],
    ]),
  );
  expect(skin && plain(skin)).toEqual([
    [1, 0, 0, 0],
    [1, 0, 0, 0],
  ]);
  expect(warnings()).toEqual([]);
});

it('reports sets after a gap', async () => {
  const { skin, context } = await read(
    bound(
      [[], []],
      [
        [1, 0, 0, 0],
        [1, 0, 0, 0],
      ],
    ),
  );
  expect(skin).toBeUndefined();
  expect(context.warnings).toMatchObject([
    { code: 'gltf/dropped-attribute', message: 'the vertex attribute JOINTS_1 is dropped: there is no JOINTS_0' },
  ]);
});

it('keeps the four largest weights, and adds up duplicates of a joint', async () => {
  const { skin, context } = await read(
    bound(
      [
        [1, 2, 3, 4],
        [0.5, 0.0625, 0.25, 0.125],
      ],
      [
        [5, 3, 6, 0],
        [0.375, 0.25, 0.03125, 0],
      ],
    ),
  );
  expect(skin && plain(skin)).toEqual([
    [1, 5, 3, 4],
    [0.5, 0.375, 0.5, 0.125],
  ]);
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/merged-weights',
      where: { pointer: '/meshes/0/primitives/0' },
      message: '1 vertex is bound to more than 4 joints; the 4 with the largest weights are kept',
    },
  ]);
});

it('merges equal joints of two sets without a warning if four are enough', async () => {
  const { skin, warnings } = await read(
    bound(
      [
        [1, 2, 0, 0],
        [0.5, 0.25, 0, 0],
      ],
      [
        [2, 1, 0, 0],
        [0.125, 0.125, 0, 0],
      ],
    ),
  );
  expect(skin && plain(skin)).toEqual([
    [1, 2, 0, 0],
    [0.625, 0.375, 0, 0],
  ]);
  expect(warnings()).toEqual([]);
});

it('shares a binding between primitives with the same accessors', async () => {
  const { results } = await read(
    bound([
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ]),
    new Map(),
    [0, 1],
  );
  expect(results[1]).toBe(results[0]);
});

it('is undefined without joints', async () => {
  expect((await read(bound())).skin).toBeUndefined();
});

it('rejects joints without weights and weights without joints', async () => {
  for (const sets of [[[[0, 0, 0, 0], []]], [[[], [1, 0, 0, 0]]]] as const)
    expect(await failureOf(() => read(bound(...sets)))).toEqual({
      code: 'gltf/bad-accessor',
      pointer: '/meshes/0/primitives/0/attributes',
      message: 'JOINTS_0 and WEIGHTS_0 must come together',
    });
});
