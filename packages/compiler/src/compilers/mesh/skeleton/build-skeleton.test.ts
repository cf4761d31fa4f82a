import { expect, it } from 'vitest';
import { compose, identity } from '../../../model/math/matrix.js';
import type { ClipModel } from '../../../model/scene/animation.js';
import type { NodeModel, SceneModel } from '../../../model/scene/scene.js';
import { failureOf, meshContext, moved, node, scaled, scene, skin, triangle } from '../testing/models.js';
import { type SkeletonOptions, skeletonOf } from './build-skeleton.js';

const soft = triangle({ joints: new Uint16Array(12), weights: new Float32Array(12).fill(0.25) });

const clip = (...nodes: number[]): ClipModel => ({
  name: 'a',
  channels: nodes.map((index) => ({
    node: index,
    path: 'translation',
    interpolation: 'linear',
    times: Float32Array.of(0),
    values: new Float32Array(3),
    origin: {},
  })),
});

/** Nodes with parents by number; those without one are roots. */
function tree(nodes: readonly (Partial<NodeModel> & { readonly parent?: number | undefined })[]): NodeModel[] {
  return nodes.map((fields, i) =>
    node({ ...fields, children: nodes.flatMap(({ parent }, k) => (parent === i ? [k] : [])) }),
  );
}

function built(nodes: readonly NodeModel[], more: Partial<SceneModel>, options: Partial<SkeletonOptions> = {}) {
  const context = meshContext();
  const roots = nodes.flatMap(({ parent }, i) => (parent === undefined ? [i] : []));
  const meshes = [
    { name: 'rigid', primitives: [triangle()] },
    { name: 'soft', primitives: [soft] },
  ];
  const skeleton = skeletonOf(
    { ...scene([], more), meshes, nodes, roots },
    { merge: true, nodes: true, ...options },
    context,
  );
  return { skeleton, warnings: context.warnings.map(({ code }) => code) };
}

const shape = (skeleton: ReturnType<typeof built>['skeleton']) =>
  skeleton?.joints.map(({ node: of, parent, rest }) => [of, parent, rest.translation[0]]);

it('is undefined if nothing moves', () => {
  expect(built(tree([{ mesh: 0, local: moved(3) }]), {}).skeleton).toBeUndefined();
  expect(built(tree([{ mesh: 0 }]), { animations: [clip(0)] }, { nodes: false }).skeleton).toBeUndefined();
});

it('keeps the first skin in its order, and its poses if nothing is above', () => {
  const nodes = tree([{ local: moved(1) }, { parent: 0, local: moved(2) }, { mesh: 1, skin: 0 }]);
  const { skeleton } = built(nodes, { skins: [skin([1, 0], [moved(7), identity()])] });
  expect(shape(skeleton)).toEqual([
    [1, 1, 2],
    [0, -1, 1],
  ]);
  expect(skeleton?.joints[0]?.inverseBind[12]).toBe(7);
  expect(skeleton?.staticJoint).toBeUndefined();
});

it('shares joints that skins bind alike, and adds others, with parents of the same skin', () => {
  const nodes = tree([{}, { parent: 0 }, { mesh: 1, skin: 0 }, { mesh: 1, skin: 2 }, { mesh: 1, skin: 1 }]);
  const skins = [
    skin([0, 1], [identity(), identity()]),
    skin([1], [identity()]),
    skin([0, 1], [moved(1), moved(1)]),
    skin([0], [moved(9)]),
  ];
  const { skeleton } = built(nodes, { skins });
  expect(skeleton?.jointMaps.map((map) => map && [...map])).toEqual([[0, 1], [1], [2, 3], undefined]);
  expect(skeleton?.joints.map(({ parent }) => parent)).toEqual([-1, 0, -1, 2]);
  expect(skeleton?.ofNode.get(1)).toEqual([1, 3]);
});

it('folds similarities into the joint below, and makes joints of other transforms', () => {
  const above = tree([
    { local: scaled(2) },
    { parent: 0, local: moved(1) },
    { parent: 1, local: moved(3) },
    { mesh: 1, skin: 0 },
  ]);
  const skins = [skin([2], [identity()])];
  const folded = built(above, { skins }).skeleton;
  expect(shape(folded)).toEqual([[2, -1, 8]]);
  expect(folded?.joints[0]).toMatchObject({ rest: { scale: [2, 2, 2] }, above: { scale: 2, translation: [2, 0, 0] } });
  const apart = built([node({ local: scaled(2, 1, 1), children: [1] }), ...above.slice(1)], { skins }).skeleton;
  expect(shape(apart)).toEqual([
    [2, 2, 3],
    [0, -1, 0],
    [1, 1, 1],
  ]);
});

it('makes joints of animated nodes above skins and above geometry, and of no others', () => {
  const nodes = tree([{}, { parent: 0 }, { parent: 1, mesh: 0 }, {}, { parent: 3 }, { mesh: 1, skin: 0 }, { mesh: 0 }]);
  const more = { skins: [skin([4], [identity()])], animations: [clip(1, 3, 5, 0)] };
  const { skeleton } = built(nodes, more);
  expect(skeleton?.joints.map((joint) => joint.node)).toEqual([4, 0, 1, 3, undefined]);
  expect(skeleton?.joints.map(({ vertexSpace }) => vertexSpace)).toEqual(['bind', 'rest', 'rest', 'rest', 'rest']);
  expect(skeleton?.staticJoint).toBe(4);
  expect(built(nodes, more, { nodes: false }).skeleton?.joints.map((joint) => joint.node)).toEqual([4, 3, undefined]);
});

it('binds an added joint at rest, or not at all if that has no inverse', () => {
  const nodes = tree([
    { local: moved(5) },
    { parent: 0, local: moved(1), mesh: 0 },
    { local: scaled(1, 0, 1), mesh: 0 },
  ]);
  const { skeleton } = built(nodes, { animations: [clip(1, 2)] });
  expect(skeleton?.joints[0]).toMatchObject({ node: 1, vertexSpace: 'rest' });
  expect(skeleton?.joints[0]?.inverseBind[12]).toBe(-6);
  expect(skeleton?.joints[1]).toMatchObject({
    node: 2,
    vertexSpace: 'node',
    inverseBind: Float32Array.from(identity()),
  });
});

it('drops the shear of a joint given as a matrix, with one warning', () => {
  const sheared = Float64Array.of(1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  const nodes = tree([{ local: sheared }, { parent: 0, local: sheared }]);
  expect(built(nodes, { skins: [skin([0, 1], [identity(), identity()])] }).warnings).toEqual(['gltf/sheared-joint']);
});

it('rejects a pose outside the range of floats', async () => {
  const huge = compose([3e38, 0, 0], [0, 0, 0, 1], [1, 1, 1]);
  const nodes = tree([{ local: scaled(10) }, { parent: 0, local: huge }]);
  expect(await failureOf(() => built(nodes, { skins: [skin([1], [identity()])] }))).toMatchObject({
    code: 'gltf/not-finite',
  });
});
