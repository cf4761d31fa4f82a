import { expect, it } from 'vitest';
import type { ClipModel, NodeChannel } from '../../model/scene/animation.js';
import type { JointModel, Similarity, SkeletonModel } from '../../model/scene/skeleton.js';
import { jointClips } from './joint-clips.js';

const joint = (above?: Similarity): JointModel => ({
  node: 0,
  name: '',
  inverseBind: new Float32Array(16),
  rest: { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
  parent: -1,
  above,
  vertexSpace: 'bind',
});

/** A quarter turn around z, scaled by 2, moved 5 to the right. */
const above: Similarity = { translation: [5, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], scale: 2 };

/** Node 1 is joints 0 and 2; node 2 is joint 1, with a folded transform; node 0 is no joint. */
const skeleton: Pick<SkeletonModel, 'joints' | 'ofNode'> = {
  joints: [joint(), joint(above), joint()],
  ofNode: new Map([
    [1, [0, 2]],
    [2, [1]],
  ]),
};

const channel = (more: Partial<NodeChannel>): NodeChannel => ({
  node: 1,
  path: 'translation',
  interpolation: 'linear',
  times: Float32Array.of(0, 1),
  values: Float32Array.of(1, 2, 3, 4, 5, 6),
  origin: { pointer: '/animations/0/channels/0' },
  ...more,
});

function clipsOf(channels: readonly NodeChannel[], of: typeof skeleton | 'none' = skeleton) {
  const warnings: [string, string][] = [];
  const clips: readonly ClipModel[] = [{ name: 'walk', channels }];
  const options = { tolerance: 0, maxKeys: 1000 };
  const made = jointClips(clips, of === 'none' ? undefined : of, options, 'a.glb', (code, _, message) =>
    warnings.push([code, message]),
  );
  return { clips: made, warnings };
}

it('writes a channel for every joint of its node', () => {
  const { clips, warnings } = clipsOf([channel({ interpolation: 'step' })]);
  expect(clips).toMatchObject([
    {
      name: 'walk',
      channels: [
        { joint: 0, path: 'translation', interpolation: 'step' },
        { joint: 2, path: 'translation', interpolation: 'step' },
      ],
    },
  ]);
  expect(warnings).toEqual([]);
});

it('folds the transform above a joint into its keys', () => {
  const values = (path: NodeChannel['path'], given: number[]): number[] => {
    const times = Float32Array.of(0);
    const { clips } = clipsOf([channel({ node: 2, path, times, values: Float32Array.from(given) })]);
    return [...(clips[0]?.channels[0]?.values ?? [])].map((n) => Math.round(n * 1e4) / 1e4 + 0);
  };
  expect(values('translation', [1, 2, 3])).toEqual([1, 2, 6]);
  expect(values('rotation', [0, 0, 0, 1])).toEqual([0, 0, ...Array(2).fill(Math.round(Math.SQRT1_2 * 1e4) / 1e4)]);
  expect(values('scale', [1, 2, 3])).toEqual([2, 4, 6]);
});

it('converts splines to linear keys, and warns if they follow the spline less closely', () => {
  const spline = (end: number) =>
    channel({
      interpolation: 'cubic',
      times: Float32Array.of(0, end),
      values: Float32Array.of(0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 1, 1, 0, 0, 0),
    });
  const { clips, warnings } = clipsOf([spline(2)]);
  expect(clips[0]?.channels[0]?.interpolation).toBe('linear');
  expect(clips[0]?.channels[0]?.times.length).toBeGreaterThan(20);
  expect(warnings).toEqual([]);
  expect(clipsOf([spline(0.01)]).warnings.map(([code]) => code)).toEqual(['gltf/dense-spline']);
});

it('skips other nodes and morph weights, and drops a clip without channels', () => {
  const { clips, warnings } = clipsOf([channel({ node: 0 }), channel({ path: 'weights' }), channel({ node: 2 })]);
  expect(clips.map(({ channels }) => channels.length)).toEqual([1]);
  expect(warnings).toEqual([]);
  expect(clipsOf([channel({ node: 0 })]).clips).toEqual([]);
  expect(clipsOf([channel({})], 'none').clips).toEqual([]);
});

it('rejects more keys than the limit, counting each joint of a node, with the setting', () => {
  const times = Float32Array.from({ length: 501 }, (_, i) => i);
  const long = channel({ times, values: new Float32Array(501 * 3) });
  expect(() => clipsOf([{ ...long, node: 2 }])).not.toThrow();
  expect(() => clipsOf([long])).toThrow(/at least 1002 keys.*the limit is 1000 \(animation\.maxKeys\)/);
});
