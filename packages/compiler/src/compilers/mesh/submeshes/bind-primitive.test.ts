import { expect, it } from 'vitest';
import { identity } from '../../../model/math/matrix.js';
import type { NodeModel } from '../../../model/scene/scene.js';
import type { JointModel, SkeletonModel } from '../../../model/scene/skeleton.js';
import { WorldMatrices } from '../scene/world-matrices.js';
import { moved, node, triangle } from '../testing/models.js';
import { Binder } from './bind-primitive.js';

const rigid = triangle();
const soft = triangle({ joints: new Uint16Array(12), weights: new Float32Array(12) });

/** 0 (x 1) → 1 (x 10) → 2 (y 5), and 3 (z 7) separate. */
const nodes: readonly NodeModel[] = [
  node({ local: moved(1), children: [1] }),
  node({ local: moved(10), parent: 0, children: [2] }),
  node({ local: moved(0, 5), parent: 1, mesh: 0 }),
  node({ local: moved(0, 0, 7), mesh: 0 }),
];

const joint = (at: number, inverseBind: Float64Array, vertexSpace: JointModel['vertexSpace']): JointModel => ({
  node: at,
  name: '',
  inverseBind: Float32Array.from(inverseBind),
  rest: { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
  parent: -1,
  above: undefined,
  vertexSpace,
});

const skeleton = (joints: readonly JointModel[], more: Partial<SkeletonModel> = {}): SkeletonModel => ({
  joints,
  jointMaps: [],
  ofNode: new Map(joints.map(({ node: index }, i) => [index ?? -1, [i]])),
  staticJoint: undefined,
  ...more,
});

const binder = (of?: SkeletonModel): Binder => new Binder(nodes, new WorldMatrices(nodes), of, []);
const translationOf = ({ space }: { readonly space: Float64Array }): number[] =>
  [...space.subarray(12, 15)].map((n) => n + 0);
const at = (index: number): NodeModel => nodes[index] ?? node();

it('applies the whole transform without a skeleton, or leaves it to the node', () => {
  expect(binder().bindMerged(2, at(2), rigid).binding).toEqual({ is: 'none' });
  expect(translationOf(binder().bindMerged(2, at(2), rigid))).toEqual([11, 5, 0]);
  expect(binder().bindInPlace(at(2), rigid)).toEqual({ binding: { is: 'none' }, space: identity() });
});

it('lets a skin transform what it deforms, with its joints mapped to the skeleton', () => {
  const jointMap = Uint16Array.of(4);
  const skeletonBinder = binder(skeleton([joint(0, moved(-1), 'bind')], { jointMaps: [undefined, jointMap] }));
  const bound = { binding: { is: 'skinned', jointMap }, space: identity() };
  expect(skeletonBinder.bindMerged(3, { skin: 1 }, soft)).toEqual(bound);
  expect(skeletonBinder.bindInPlace({ skin: 1 }, soft)).toEqual(bound);
});

it('binds rigidly to the nearest joint above, in the bind space of a skin', () => {
  // Joint 1 (node 1) was bound at x 4: a node 5 above it is at (4, 5, 0).
  const bound = binder(skeleton([joint(0, moved(-1), 'bind'), joint(1, moved(-4), 'bind')])).bindMerged(
    2,
    at(2),
    rigid,
  );
  expect(bound.binding).toEqual({ is: 'rigid', joint: 1 });
  expect(translationOf(bound)).toEqual([4, 5, 0]);
});

it("stores geometry of a moving node in its rest position, or in the node's space if that is not invertible", () => {
  expect(translationOf(binder(skeleton([joint(0, moved(-1), 'rest')])).bindMerged(2, at(2), rigid))).toEqual([
    11, 5, 0,
  ]);
  expect(translationOf(binder(skeleton([joint(0, identity(), 'node')])).bindMerged(2, at(2), rigid))).toEqual([
    10, 5, 0,
  ]);
});

it('binds to the static joint what has no joint above, and everything that nodes transform', () => {
  const skeletonBinder = binder(skeleton([joint(0, moved(-3), 'bind')], { staticJoint: 1 }));
  expect(skeletonBinder.bindMerged(3, at(3), rigid).binding).toEqual({ is: 'rigid', joint: 1 });
  expect(translationOf(skeletonBinder.bindMerged(3, at(3), rigid))).toEqual([0, 0, 7]);
  expect(skeletonBinder.bindInPlace(at(2), rigid)).toEqual({ binding: { is: 'rigid', joint: 1 }, space: identity() });
});
