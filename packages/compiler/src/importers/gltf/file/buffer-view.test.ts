import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { beforeAll, expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';

beforeAll(() => MeshoptEncoder.ready);

const PLACE = '/bufferViews/0/extensions/EXT_meshopt_compression';

/** View 0 is compressed: `more` and `view` change its extension and the view itself. */
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

it('returns a range of a buffer, and ignores a stride of zero', async () => {
  const builder = new GltfBuilder();
  builder.json.use = 1;
  builder.view(Uint8Array.of(9, 9, 9, 9));
  builder.view(Uint8Array.of(1, 2, 3), { byteStride: 0 });
  const view = await read(builder);
  expect([...view.bytes]).toEqual([1, 2, 3]);
  expect(view.byteStride).toBeUndefined();
});

it('returns the same view for every request', async () => {
  const builder = new GltfBuilder();
  builder.json.use = 0;
  builder.view(Uint8Array.of(1, 2, 3, 4), { byteStride: 4 });
  const { accessors, at } = openGltf(builder);
  const view = await accessors.views.read(at('/use'));
  expect(view.byteStride).toBe(4);
  expect(await accessors.views.read(at('/use'))).toBe(view);
});

it('decompresses meshoptimizer data, attributes and indices', async () => {
  const vertices = Uint8Array.from({ length: 64 }, (_, i) => (i * 37) % 251);
  const attributes = MeshoptEncoder.encodeVertexBuffer(vertices, 16, 4);
  const view = await read(compressed(attributes, { count: 16, mode: 'ATTRIBUTES' }, { byteLength: 64 }));
  expect([...view.bytes]).toEqual([...vertices]);
  const indices = Uint32Array.of(0, 1, 2, 2, 1, 3);
  const bytes = new Uint8Array(indices.buffer);
  const triangles = MeshoptEncoder.encodeIndexBuffer(bytes, 6, 4);
  const decoded = (await read(compressed(triangles, { count: 6, mode: 'TRIANGLES' }))).bytes;
  // The codec may rotate triangles; the order of their corners is kept.
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
    'an odd attribute stride',
    { count: 4, mode: 'ATTRIBUTES', byteStride: 6 },
    {},
    'gltf/bad-compression',
    `${PLACE}/byteStride`,
  ],
  [
    'an invalid index stride',
    { count: 4, mode: 'INDICES', byteStride: 8 },
    {},
    'gltf/bad-compression',
    `${PLACE}/byteStride`,
  ],
  ['half a triangle', { count: 4, mode: 'TRIANGLES' }, {}, 'gltf/bad-compression', `${PLACE}/count`],
  [
    'more than its bytes can contain',
    { count: 2 ** 30, mode: 'ATTRIBUTES' },
    {},
    'gltf/bad-compression',
    `${PLACE}/count`,
  ],
  [
    'more indices than its bytes can contain',
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
])('rejects %s', async (_, extension, view, code, pointer) => {
  expect(await failureOf(() => read(compressed(some, extension, view)))).toMatchObject({ code, pointer });
});
