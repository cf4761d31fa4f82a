import { expect, it } from 'vitest';
import { identity } from '../../../model/math/matrix.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import { SCENE_LIMITS } from '../../../model/scene/scene-limits.js';
import { failureOf, openGltf } from '../testing/open-gltf.js';
import { checkElements, checkGeometry, InstanceCount } from './check-counts.js';

const nodeWithMesh = (mesh: number | undefined, instances = 0): NodeModel => ({
  name: '',
  parent: undefined,
  children: [],
  local: identity(),
  mesh,
  skin: undefined,
  instances: instances === 0 ? undefined : new Float64Array(instances * 16),
  origin: {},
});

/** Mesh 0: two primitives over one list, ten triangles each. Mesh 1: a strip of ten. Mesh 2: lines. */
const { file } = openGltf({
  nodes: [{}, {}, {}],
  accessors: [{ count: 30 }, { count: 12 }],
  meshes: [
    { primitives: [{ indices: 0 }, { attributes: { POSITION: 0 } }] },
    { primitives: [{ indices: 1, mode: 5 }] },
    { primitives: [{ indices: 0, mode: 1 }] },
  ],
});

const check = (nodes: readonly NodeModel[], limits: object, merge = true) =>
  failureOf(() => checkGeometry(file, nodes, { limits: { ...SCENE_LIMITS, ...limits }, merge }));

it('counts the elements of each list separately', async () => {
  expect(() => checkElements(file, { ...SCENE_LIMITS, maxElements: 3 })).not.toThrow();
  expect(await failureOf(() => checkElements(file, { ...SCENE_LIMITS, maxElements: 2 }))).toEqual({
    code: 'gltf/too-large',
    pointer: '/nodes',
    message: '3 nodes; the limit is 2 (mesh.maxElements)',
  });
});

it('adds instances to nodes as they are read', async () => {
  const count = new InstanceCount(file, { ...SCENE_LIMITS, maxElements: 10 });
  const node = file.element('nodes', 1);
  count.add(4, node);
  count.add(3, node);
  expect(await failureOf(() => count.add(1, node))).toEqual({
    code: 'gltf/too-large',
    pointer: '/nodes/1',
    message: '11 nodes and instances; the limit is 10 (mesh.maxElements)',
  });
});

it('counts the triangles of lists, strips and copies, and each line as one', async () => {
  const nodes = [nodeWithMesh(0), nodeWithMesh(1), nodeWithMesh(undefined), nodeWithMesh(2), nodeWithMesh(1, 5)];
  // 20 + 10 + 15 + 5 × 10
  expect(await check(nodes, { maxTriangles: 94 })).toEqual({
    code: 'mesh/too-large',
    pointer: '/meshes/1',
    message: '95 triangles; the limit is 94 (mesh.maxTriangles)',
  });
  await expect(check(nodes, { maxTriangles: 95 })).rejects.toThrow('nothing was refused');
});

it('counts submeshes once per node, or once if meshes are not merged', async () => {
  const nodes = [nodeWithMesh(0), nodeWithMesh(0)];
  expect(await check(nodes, { maxSubmeshes: 3 })).toMatchObject({
    code: 'mesh/too-large',
    message: '4 submeshes; the limit is 3 (mesh.maxSubmeshes)',
  });
  await expect(check(nodes, { maxSubmeshes: 2, maxTriangles: 20 }, false)).rejects.toThrow('nothing was refused');
});

it('distinguishes copied triangles from those in the file', async () => {
  // 60 triangles are drawn; the one list that they come from has 10.
  expect(await check([nodeWithMesh(0), nodeWithMesh(0), nodeWithMesh(0)], { maxCopiedTriangles: 49 })).toMatchObject({
    message: '50 triangles of copies; the limit is 49 (mesh.maxCopiedTriangles)',
  });
});

it('counts the vertices of morph targets, once per target and copy', async () => {
  const { file: morphing } = openGltf({
    accessors: [{ count: 30 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{}, {}] }] }],
  });
  const limits = { ...SCENE_LIMITS, maxDeltas: 239 };
  expect(
    await failureOf(() => checkGeometry(morphing, [nodeWithMesh(0), nodeWithMesh(0, 3)], { limits, merge: true })),
  ).toEqual({
    code: 'mesh/too-large',
    pointer: '/meshes/0',
    message: '240 vertices of morph targets; the limit is 239 (mesh.maxDeltas)',
  });
});
