import { expect, it } from 'vitest';
import { compose } from '../../../model/math/matrix.js';
import type { ChannelPath, ClipModel } from '../../../model/scene/animation.js';
import { moved, node, scaled } from '../testing/models.js';
import { mapJoints } from './map-joints.js';

const clip = (path: ChannelPath | 'weights', ...nodes: number[]): ClipModel => ({
  name: 'a',
  channels: nodes.map((index) => ({
    node: index,
    path,
    interpolation: 'linear',
    times: Float32Array.of(0),
    values: new Float32Array(path === 'rotation' ? 4 : 3),
    origin: {},
  })),
});

/** A joint for each name, with the node of the same number. */
const target = (...names: string[]) => ({
  joints: names.map((name, i) => ({ name, node: i })),
  ofNode: new Map(names.map((_, i) => [i, [i]])),
});

it('maps nodes to joints with the same name', () => {
  const nodes = [node({ name: 'hip' }), node({ name: 'knee', parent: 0 })];
  const { joints, ofNode, unmatched } = mapJoints(
    { nodes, animations: [clip('rotation', 0, 1)] },
    target('knee', 'toe', 'hip'),
  );
  expect([...ofNode]).toEqual([
    [0, [2]],
    [1, [0]],
  ]);
  expect(joints).toEqual([{ above: undefined }, { above: undefined }, { above: undefined }]);
  expect(unmatched).toEqual([]);
});

it('moves every joint of a node, and if joints share a name, those of the first', () => {
  const other = {
    joints: [
      { name: 'hip', node: 4 },
      { name: 'hip', node: 5 },
      { name: 'hip', node: 4 },
      { name: '', node: undefined },
    ],
    ofNode: new Map([
      [4, [0, 2]],
      [5, [1]],
    ]),
  };
  const { ofNode } = mapJoints({ nodes: [node({ name: 'hip' })], animations: [clip('rotation', 0)] }, other);
  expect([...ofNode]).toEqual([[0, [0, 2]]]);
});

it('lets a joint follow one node: the first of its name that is animated', () => {
  const nodes = [node({ name: 'hip' }), node({ name: 'hip' }), node({ name: 'hip' })];
  const { ofNode, unmatched } = mapJoints({ nodes, animations: [clip('translation', 2, 1)] }, target('hip'));
  expect([...ofNode]).toEqual([[1, [0]]]);
  expect(unmatched).toEqual([2]);
});

it('ignores empty names', () => {
  const { ofNode, unmatched } = mapJoints({ nodes: [node()], animations: [clip('translation', 0)] }, target(''));
  expect(ofNode.size).toBe(0);
  expect(unmatched).toEqual([0]);
});

it('reports animated nodes without a joint; weights do not count', () => {
  const nodes = [node({ name: 'hip' }), node({ name: 'tail' }), node({ name: 'face' }), node({ name: 'still' })];
  const animations = [clip('translation', 1, 0), clip('weights', 2)];
  expect(mapJoints({ nodes, animations }, target('hip')).unmatched).toEqual([1]);
});

it('folds transforms up to the next mapped joint, animated or not', () => {
  const nodes = [
    node({ name: 'Armature', local: scaled(0.01) }),
    node({ name: 'hip', parent: 0, local: moved(3) }),
    node({ name: 'pad', parent: 1, local: moved(0, 5) }),
    node({ name: 'knee', parent: 2, local: moved(7) }),
    node({ name: 'toe', parent: 3 }),
  ];
  const { joints } = mapJoints({ nodes, animations: [clip('translation', 4, 1, 3)] }, target('hip', 'knee', 'toe'));
  expect(joints[0]?.above).toMatchObject({ translation: [0, 0, 0], scale: 0.01 });
  expect(joints[1]?.above).toMatchObject({ translation: [0, 5, 0], scale: 1 });
  expect(joints[2]?.above).toBeUndefined();
  const moving = mapJoints({ nodes, animations: [clip('translation', 4)] }, target('hip', 'knee', 'toe'));
  expect(moving.joints).toEqual(joints);
});

it('reports a node with non-uniform scale that cannot be folded', () => {
  const nodes = [
    node({ name: 'squash', local: compose([0, 0, 0], [0, 0, 0, 1], [1, 2, 1]) }),
    node({ name: 'hip', parent: 0 }),
  ];
  expect(mapJoints({ nodes, animations: [clip('rotation', 1)] }, target('hip')).unmatched).toEqual([0]);
});
