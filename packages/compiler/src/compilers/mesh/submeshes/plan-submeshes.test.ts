import { expect, it } from 'vitest';
import { compose } from '../../../model/math/matrix.js';
import type { NodeModel, PrimitiveModel, SceneModel } from '../../../model/scene/scene.js';
import { node as makeNode, scene as makeScene, triangle } from '../testing/models.js';
import { planSubmeshes } from './plan-submeshes.js';

const primitive = (name: string): PrimitiveModel => ({
  origin: { pointer: name },
  positions: new Float32Array(9),
  normals: undefined,
  tangents: undefined,
  uvs: undefined,
  colors: undefined,
  joints: undefined,
  weights: undefined,
  indices: Uint32Array.of(0, 1, 2),
  material: undefined,
});

const node = (x: number, more: Partial<NodeModel> = {}): NodeModel => ({
  name: '',
  parent: undefined,
  children: [],
  local: compose([x, 0, 0], [0, 0, 0, 1], [1, 1, 1]),
  mesh: undefined,
  skin: undefined,
  instances: undefined,
  origin: {},
  ...more,
});

/** Mesh 0 has two primitives and is used twice, mesh 1 by a node with two instances. */
const scene: SceneModel = {
  meshes: [
    { name: 'a', primitives: [primitive('a0'), primitive('a1')] },
    { name: 'b', primitives: [primitive('b0')] },
  ],
  nodes: [
    node(1, { mesh: 0, children: [1, 2] }),
    node(10, { parent: 0, mesh: 1, instances: Float64Array.of(...node(100).local, ...node(200).local) }),
    node(5, { parent: 0, mesh: 0 }),
  ],
  roots: [0],
  skins: [],
  materials: [],
  images: [],
  animations: [],
};

it('merges: one submesh per primitive of each node, with every copy transformed', () => {
  const { submeshes, nodes } = planSubmeshes(scene, { merge: true });
  expect(nodes).toBeUndefined();
  expect(submeshes.map((s) => [s.primitive.origin.pointer, ...s.copies.map((m) => m[12])])).toEqual([
    ['a0', 1],
    ['a1', 1],
    ['b0', 111, 211],
    ['a0', 6],
    ['a1', 6],
  ]);
});

it('keeps meshes separate: each once in order of first use, with instances as children of their node', () => {
  const { submeshes, nodes = [] } = planSubmeshes(scene, { merge: false });
  expect(submeshes.map((s) => [s.primitive.origin.pointer, s.group, s.copies.length])).toEqual([
    ['a0', 0, 1],
    ['a1', 0, 1],
    ['b0', 1, 1],
  ]);
  expect(nodes.map((n) => [n.local[12], n.parent, n.firstSubmesh, n.submeshCount])).toEqual([
    [1, -1, 0, 2],
    [10, 0, 0, 0],
    [100, 1, 2, 1],
    [200, 1, 2, 1],
    [5, 0, 0, 2],
  ]);
});

it('reports the submeshes of each node', () => {
  expect([...planSubmeshes(scene, { merge: true }).ranges]).toEqual([
    [0, { firstSubmesh: 0, submeshCount: 2, firstLine: 0, lineCount: 0 }],
    [1, { firstSubmesh: 2, submeshCount: 1, firstLine: 0, lineCount: 0 }],
    [2, { firstSubmesh: 3, submeshCount: 2, firstLine: 0, lineCount: 0 }],
  ]);
  expect([...planSubmeshes(scene, { merge: false }).ranges]).toEqual([
    [0, { firstSubmesh: 0, submeshCount: 2, firstLine: 0, lineCount: 0 }],
    [1, { firstSubmesh: 2, submeshCount: 1, firstLine: 0, lineCount: 0 }],
    [2, { firstSubmesh: 0, submeshCount: 2, firstLine: 0, lineCount: 0 }],
  ]);
});

it('skips what is permanently hidden, unless it is kept', () => {
  const [first, second, third] = scene.nodes;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three nodes');
  const hiding: SceneModel = { ...scene, nodes: [first, { ...second, visible: false }, third] };
  const names = (options: Parameters<typeof planSubmeshes>[1]) =>
    planSubmeshes(hiding, options).submeshes.map(({ primitive }) => primitive.origin.pointer);
  expect(names({ merge: true })).toEqual(['a0', 'a1', 'a0', 'a1']);
  expect(names({ merge: false })).toEqual(['a0', 'a1']);
  expect(names({ merge: false, keepHidden: true })).toEqual(['a0', 'a1', 'b0']);
  expect(planSubmeshes(hiding, { merge: false }).nodes?.map(({ submeshCount }) => submeshCount)).toEqual([
    2, 0, 0, 0, 2,
  ]);
});

const named = (more: object = {}) =>
  makeScene([triangle()], {
    meshes: [{ name: 'the mesh', primitives: [triangle()] }],
    nodes: [makeNode({ name: 'the node', mesh: 0 }), makeNode({ mesh: 0 })],
    roots: [0, 1],
    ...more,
  });

it('names submeshes after their node when merging, else after their mesh, or after the other if that has no name', () => {
  const names = (source: ReturnType<typeof makeScene>, merge: boolean) =>
    planSubmeshes(source, { merge }).submeshes.map(({ name }) => name);
  expect(names(named(), true)).toEqual(['the node', 'the mesh']);
  expect(names(named(), false)).toEqual(['the mesh']);
  expect(names(named({ meshes: [{ name: '', primitives: [triangle(), triangle({ name: 'own' })] }] }), false)).toEqual([
    'the node',
    'own',
  ]);
});

it('keeps submeshes separate if their morph targets have different weights or are animated', () => {
  const primitives = [triangle({ targets: [{}] })];
  const meshes = [{ name: '', primitives, weights: [0.5], targetNames: ['smile'] }];
  const nodes = [
    makeNode({ mesh: 0 }),
    makeNode({ mesh: 0, weights: [1] }),
    makeNode({ mesh: 0 }),
    makeNode({ mesh: 0 }),
  ];
  const source = makeScene([], { meshes, nodes, roots: [0, 1, 2, 3] });
  const plan = planSubmeshes(source, { merge: false });
  expect(plan.submeshes.map((s) => [s.node, ...s.weights, ...s.targetNames])).toEqual([
    [0, 0.5, 'smile'],
    [1, 1, 'smile'],
  ]);
  expect(plan.nodes?.map(({ firstSubmesh }) => firstSubmesh)).toEqual([0, 1, 0, 0]);
  const keys = { times: Float32Array.of(0), values: Float32Array.of(1), interpolation: 'step', origin: {} } as const;
  const animations = [{ name: 'a', channels: [{ ...keys, node: 3, path: 'weights' as const }] }];
  expect(planSubmeshes({ ...source, animations }, { merge: false }).submeshes.map((s) => s.node)).toEqual([0, 1, 3]);
});

it("plans points and lines next to the submeshes, and reports the nodes' ranges", () => {
  const lines = [{ ...triangle(), mode: 'points' as const }];
  const source = named({ meshes: [{ name: '', primitives: [], lines }] });
  expect(planSubmeshes(source, { merge: true })).toMatchObject({ submeshes: [], lines: [{ copies: [{}] }, {}] });
  const { lines: planned, nodes } = planSubmeshes(source, { merge: false });
  expect(planned).toHaveLength(1);
  expect(nodes?.map(({ firstLine, lineCount, submeshCount }) => [firstLine, lineCount, submeshCount])).toEqual([
    [0, 1, 0],
    [0, 1, 0],
  ]);
});
