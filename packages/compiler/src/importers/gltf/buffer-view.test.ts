import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, expect, it } from 'vitest';
import { GltfBuilder } from '../../testing/gltf-builder.js';
import { openGltf, refusal } from './testing/open-gltf.js';

beforeAll(() => MeshoptEncoder.ready);

const PLACE = '/bufferViews/0/extensions/EXT_meshopt_compression';

/** View 0 is compressed: `more` and `view` change what its extension and itself say. */
function compressed(source: Uint8Array, extension: object, view: object = {}): GltfBuilder {
  const builder = new GltfBuilder();
  builder.json.use = 0;
  const byteOffset = builder.append(source);
  builder.json.bufferViews.push({
    buffer: 0,
    byteLength: 16,
    ...view,
    extensions: {
      EXT_meshopt_compression: { buffer: 0, byteOffset, byteLength: source.length, byteStride: 4, ...extension },
    },
  });
  return builder;
}

async function read(builder: GltfBuilder) {
  const { accessors, at } = openGltf(builder);
  return accessors.views.read(at('/use'));
}

it('cuts bytes out of a buffer, and takes a stride of zero for none', async () => {
  const builder = new GltfBuilder();
  builder.json.use = 1;
  builder.view(Uint8Array.of(9, 9, 9, 9));
  builder.view(Uint8Array.of(1, 2, 3), { byteStride: 0 });
  const view = await read(builder);
  expect([...view.bytes]).toEqual([1, 2, 3]);
  expect(view.byteStride).toBeUndefined();
});

it('hands out one and the same view however often it is asked for', async () => {
  const builder = new GltfBuilder();
  builder.json.use = 0;
  builder.view(Uint8Array.of(1, 2, 3, 4), { byteStride: 4 });
  const { accessors, at } = openGltf(builder);
  const view = await accessors.views.read(at('/use'));
  expect(view.byteStride).toBe(4);
  expect(await accessors.views.read(at('/use'))).toBe(view);
});

it('decompresses what meshoptimizer compressed, attributes and indices', async () => {
  const vertices = Uint8Array.from({ length: 64 }, (_, i) => (i * 37) % 251);
  const attributes = MeshoptEncoder.encodeVertexBuffer(vertices, 16, 4);
  const view = await read(compressed(attributes, { count: 16, mode: 'ATTRIBUTES' }, { byteLength: 64 }));
  expect([...view.bytes]).toEqual([...vertices]);
  const indices = Uint32Array.of(0, 1, 2, 2, 1, 3);
  const bytes = new Uint8Array(indices.buffer);
  const triangles = MeshoptEncoder.encodeIndexBuffer(bytes, 6, 4);
  const decoded = (await read(compressed(triangles, { count: 6, mode: 'TRIANGLES' }))).bytes;
  // The codec may turn triangles; their corners stay in order.
  const [a = 0, b = 0, c = 0] = new Uint32Array(decoded.slice(0, 12).buffer);
  expect([`${a}${b}${c}`, `${b}${c}${a}`, `${c}${a}${b}`]).toContain('012');
});

const some = new Uint8Array(32);

it.each<[string, object, object, string, string]>([
  ['an unknown mode', { count: 4, mode: 'POINTS' }, {}, 'gltf/bad-compression', `${PLACE}/mode`],
  [
    'an unknown filter',
    { count: 4, mode: 'ATTRIBUTES', filter: 'SHARPEN' },
    {},
    'gltf/bad-compression',
    `${PLACE}/filter`,
  ],
  [
    'an odd stride of attributes',
    { count: 4, mode: 'ATTRIBUTES', byteStride: 6 },
    {},
    'gltf/bad-compression',
    `${PLACE}/byteStride`,
  ],
  [
    'a stride that no index has',
    { count: 4, mode: 'INDICES', byteStride: 8 },
    {},
    'gltf/bad-compression',
    `${PLACE}/byteStride`,
  ],
  ['half a triangle', { count: 4, mode: 'TRIANGLES' }, {}, 'gltf/bad-compression', `${PLACE}/count`],
  [
    'more than its bytes can hold',
    { count: 2 ** 30, mode: 'ATTRIBUTES' },
    {},
    'gltf/bad-compression',
    `${PLACE}/count`,
  ],
  [
    'more indices than its bytes can hold',
    { count: 99, mode: 'INDICES' },
    {},
    'gltf/bad-compression',
    `${PLACE}/count`,
  ],
  [
    'less than the view',
    { count: 4, mode: 'ATTRIBUTES' },
    { byteLength: 17 },
    'gltf/bad-buffer',
    '/bufferViews/0/byteLength',
  ],
  ['damaged data', { count: 4, mode: 'ATTRIBUTES' }, {}, 'gltf/bad-compression', PLACE],
])('refuses %s', async (_, extension, view, code, pointer) => {
  expect(await refusal(() => read(compressed(some, extension, view)))).toMatchObject({ code, pointer });
});
