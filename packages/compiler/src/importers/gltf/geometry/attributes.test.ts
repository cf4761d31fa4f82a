import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { AttributeReader } from './attributes.js';

const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

function triangle(change: (builder: GltfBuilder, attributes: { [name: string]: number }) => object | undefined) {
  const builder = new GltfBuilder();
  const attributes: { [name: string]: number } = { POSITION: builder.accessor(corners, 'VEC3') };
  const more = change(builder, attributes);
  builder.mesh({ attributes, ...more });
  return builder;
}

async function open(builder: GltfBuilder) {
  const opened = openGltf(builder);
  return {
    ...opened,
    reader: await AttributeReader.open(opened.file, opened.accessors, opened.at('/meshes/0/primitives/0')),
  };
}

it('reads positions, and generates ascending indices if there are none', async () => {
  const { reader } = await open(triangle(() => undefined));
  expect([...(await reader.positions())]).toEqual([...corners]);
  expect([...((await reader.indexRuns(false))[0] ?? [])]).toEqual([0, 1, 2]);
  expect(reader.vertexCount).toBe(3);
});

it('rejects a position that is not finite, with its vertex', async () => {
  const builder = new GltfBuilder();
  builder.mesh({ attributes: { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 0, Number.NaN, 0), 'VEC3') } });
  const { reader } = await open(builder);
  expect(await failureOf(() => reader.positions())).toEqual({
    code: 'gltf/not-finite',
    pointer: '/accessors/0',
    message: 'the position of vertex 1 is not finite',
  });
});

it('replaces other values that are not finite with zero, and counts them', async () => {
  const { reader, context } = await open(
    triangle((b, attributes) => {
      attributes.TEXCOORD_0 = b.accessor(Float32Array.of(1, Number.NaN, 2, 3, Number.NEGATIVE_INFINITY, 4), 'VEC2');
      return undefined;
    }),
  );
  expect([...((await reader.floats('TEXCOORD_0', ['VEC2']))?.values ?? [])]).toEqual([1, 0, 2, 3, 0, 4]);
  expect(context.warnings).toMatchObject([
    {
      code: 'gltf/repaired-attribute',
      where: { pointer: '/accessors/1' },
      message: '2 numbers of TEXCOORD_0 are not finite and are replaced',
    },
  ]);
  expect(await reader.floats('TEXCOORD_1', ['VEC2'])).toBeUndefined();
});

it('rejects an attribute with another length, and one of 32-bit integers', async () => {
  const { reader } = await open(
    triangle((b, attributes) => {
      attributes.NORMAL = b.accessor(new Float32Array(6), 'VEC3');
      attributes.COLOR_0 = b.accessor(new Uint32Array(12), 'VEC4');
      attributes.JOINTS_0 = b.accessor(new Float32Array(12), 'VEC4');
      return undefined;
    }),
  );
  expect(await failureOf(() => reader.floats('NORMAL', ['VEC3']))).toEqual({
    code: 'gltf/bad-accessor',
    pointer: '/accessors/1/count',
    message: 'NORMAL has 2 elements, but POSITION has 3',
  });
  expect(await failureOf(() => reader.floats('COLOR_0', ['VEC4']))).toMatchObject({
    code: 'gltf/bad-accessor',
    pointer: '/accessors/2/componentType',
  });
  expect(await failureOf(() => reader.joints(0))).toMatchObject({
    code: 'gltf/bad-accessor',
    pointer: '/accessors/3/componentType',
  });
  expect(await reader.joints(1)).toBeUndefined();
});

it('rejects an index beyond the vertices, with its position in the list', async () => {
  const { reader } = await open(triangle((b) => ({ indices: b.accessor(Uint16Array.of(0, 1, 3), 'SCALAR') })));
  expect(await failureOf(() => reader.indexRuns(false))).toEqual({
    code: 'gltf/bad-index',
    pointer: '/accessors/1',
    message: 'index 2 is 3, but there are only 3 vertices',
  });
});

it('reads the restart index as a vertex, with a warning', async () => {
  const builder = new GltfBuilder();
  builder.mesh({
    attributes: { POSITION: builder.accessor(new Float32Array(256 * 3), 'VEC3') },
    indices: builder.accessor(Uint8Array.of(0, 1, 255), 'SCALAR'),
  });
  const { reader, warnings } = await open(builder);
  expect([...((await reader.indexRuns(false))[0] ?? [])]).toEqual([0, 1, 255]);
  expect(warnings()).toEqual([['gltf/restart-index', '/accessors/1']]);
});

it('has equal binding keys for the same accessors and vertex count', async () => {
  const key = async (joints: number, weights: number, more: { [name: string]: number } = {}) =>
    (
      await open(
        triangle((_, attributes) => {
          Object.assign(attributes, more, { WEIGHTS_0: weights, JOINTS_0: joints });
          return undefined;
        }),
      )
    ).reader.bindingKey;
  expect(await key(4, 5, { NORMAL: 0 })).toBe(await key(4, 5));
  expect(await key(4, 6)).not.toBe(await key(4, 5));
  expect((await open(triangle(() => undefined))).reader.bindingKey).toBe('');
});
