import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { readNodes } from './nodes.js';

const noLimit = { add: (): void => undefined };

const read = (builder: GltfBuilder, count: Parameters<typeof readNodes>[2] = noLimit) => {
  const { file, accessors } = openGltf(builder);
  return readNodes(file, accessors, count);
};

function nodes(...list: object[]): GltfBuilder {
  const builder = new GltfBuilder();
  builder.mesh({ attributes: {} });
  builder.list('skins', { joints: [0] });
  for (const node of list) builder.node({ ...node }, false);
  return builder;
}

it('reads parents and children, meshes and names', async () => {
  const [a, b, c] = await read(nodes({ name: 'a', children: [2, 1] }, { mesh: 0, skin: 0 }, { skin: 0 }));
  expect(a).toMatchObject({ name: 'a', parent: undefined, children: [2, 1], mesh: undefined });
  expect(b).toMatchObject({ parent: 0, children: [], mesh: 0, skin: 0, origin: { pointer: '/nodes/1' } });
  // A skin without a mesh is ignored.
  expect(c).toMatchObject({ parent: 0, skin: undefined });
});

it('composes scale, then rotation, then translation, or uses the matrix as it is', async () => {
  const half = Math.SQRT1_2;
  const matrix = Array.from({ length: 16 }, (_, i) => i + 0.5);
  const [trs, withMatrix, still] = await read(
    nodes({ translation: [1, 2, 3], rotation: [0, 0, half, half], scale: [2, 3, 4] }, { matrix }, {}),
  );
  // A quarter turn around z maps x to y and y to −x.
  expect([...(trs?.local ?? [])].map((n) => Math.round(n * 1e6) / 1e6 + 0)).toEqual([
    0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1,
  ]);
  expect([...(withMatrix?.local ?? [])]).toEqual(matrix);
  expect([...(still?.local ?? [])]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
});

function instanced(
  values: { [name: string]: readonly [Float32Array, string] },
  mesh: object = { mesh: 0 },
): GltfBuilder {
  const builder = nodes();
  const attributes = Object.fromEntries(
    Object.entries(values).map(([name, [data, type]]) => [name, builder.accessor(data, type)]),
  );
  builder.node({ ...mesh, extensions: { EXT_mesh_gpu_instancing: { attributes } } });
  return builder;
}

const translations = Float32Array.of(1, 2, 3, 4, 5, 6);

it('reads one matrix per instance, and counts instances before reading them', async () => {
  const counted: [number, string][] = [];
  const [node] = await read(
    instanced({ TRANSLATION: [translations, 'VEC3'], SCALE: [Float32Array.of(1, 1, 1, 2, 2, 2), 'VEC3'] }),
    { add: (count, { pointer }) => counted.push([count, pointer]) },
  );
  expect([...(node?.instances ?? [])]).toEqual([
    ...[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1],
    ...[2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 4, 5, 6, 1],
  ]);
  expect(counted).toEqual([[2, '/nodes/0']]);
});

it('has no instances without attributes or without a mesh', async () => {
  expect((await read(instanced({})))[0]?.instances).toBeUndefined();
  expect((await read(instanced({ TRANSLATION: [translations, 'VEC3'] }, {})))[0]?.instances).toBeUndefined();
});

it.each<[string, GltfBuilder, string, string]>([
  ['two parents', nodes({ children: [2] }, { children: [2] }, {}), 'gltf/node-cycle', '/nodes/1/children/0'],
  ['the same child twice', nodes({ children: [1, 1] }, {}), 'gltf/node-cycle', '/nodes/0/children/1'],
  ['a node below itself', nodes({}, { children: [2] }, { children: [1] }), 'gltf/node-cycle', '/nodes/1'],
  ['a node as its own child', nodes({ children: [0] }), 'gltf/node-cycle', '/nodes/0'],
  ['a missing child', nodes({ children: [1] }), 'gltf/bad-reference', '/nodes/0/children/0'],
  ['a missing mesh', nodes({ mesh: 1 }), 'gltf/bad-reference', '/nodes/0/mesh'],
  ['a missing skin', nodes({ mesh: 0, skin: 1 }), 'gltf/bad-reference', '/nodes/0/skin'],
  ['a matrix with fifteen numbers', nodes({ matrix: Array(15).fill(0) }), 'gltf/bad-json', '/nodes/0/matrix'],
  ['a scale too large for a float', nodes({ scale: [1, 1, 1e39] }), 'gltf/not-finite', '/nodes/0/scale/2'],
  [
    'instance attributes with different counts',
    instanced({ TRANSLATION: [translations, 'VEC3'], SCALE: [new Float32Array(3), 'VEC3'] }),
    'gltf/bad-accessor',
    '/accessors/1/count',
  ],
  [
    'an instance that is not finite',
    instanced({ TRANSLATION: [Float32Array.of(0, Number.NaN, 0), 'VEC3'] }),
    'gltf/not-finite',
    '/accessors/0',
  ],
])('rejects %s', async (_, builder, code, pointer) => {
  expect(await failureOf(() => read(builder))).toMatchObject({ code, pointer });
});

it('walks a chain of a hundred thousand nodes', async () => {
  const deep = Array.from({ length: 1e5 }, (_, i) => (i + 1 < 1e5 ? { children: [i + 1] } : {}));
  expect((await read(nodes(...deep)))[99_999]?.parent).toBe(99_998);
});

it('reads cameras, lights and visibility', async () => {
  const builder = nodes(
    { camera: 1, extensions: { KHR_lights_punctual: { light: 0 }, KHR_node_visibility: { visible: false } } },
    { extensions: { KHR_node_visibility: {} } },
  );
  builder.list('cameras', {});
  builder.list('cameras', {});
  builder.json.extensions = { KHR_lights_punctual: { lights: [{}] } };
  const { file, accessors } = openGltf(builder);
  const camera = { is: 'orthographic', name: '', xmag: 1, ymag: 1, znear: 0, zfar: 1 } as const;
  // The first camera and the light are broken.
  const read = await readNodes(file, accessors, noLimit, { cameras: [undefined, camera], lights: [undefined] });
  expect(read).toMatchObject([{ camera: 1, visible: false }, {}]);
  expect(read.map(({ light, visible }) => [light, visible])).toEqual([
    [undefined, false],
    [undefined, undefined],
  ]);
});

it.each<[string, object]>([
  ['a missing camera', { camera: 3 }],
  ['a missing light', { extensions: { KHR_lights_punctual: { light: 3 } } }],
  ['a light without an index', { extensions: { KHR_lights_punctual: {} } }],
  ['a visibility that is not a boolean', { extensions: { KHR_node_visibility: { visible: 'no' } } }],
])('keeps a node with %s, with a warning', async (_, node) => {
  const { file, accessors, warnings } = openGltf(nodes(node));
  const [read] = await readNodes(file, accessors, noLimit, { cameras: [], lights: [] });
  expect([read?.camera, read?.light, read?.visible]).toEqual([undefined, undefined, undefined]);
  expect(warnings()).toEqual([['gltf/broken-part', expect.stringContaining('/nodes/0')]]);
});

it('keeps the translation, rotation and scale of instances', async () => {
  const rotation = Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0);
  const [node] = await read(instanced({ TRANSLATION: [translations, 'VEC3'], ROTATION: [rotation, 'VEC4'] }));
  expect(node?.instancePoses).toEqual(Float32Array.of(1, 2, 3, 0, 0, 0, 1, 1, 1, 1, 4, 5, 6, 0, 1, 0, 0, 1, 1, 1));
});
