import { expect, it } from 'vitest';
import type { ClipModel, NodeChannel } from '../../model/animation.js';
import { jointClips } from './joint-clips.js';

/** Joint 0 is node 2, joint 1 is node 1; node 0 is none. */
const skin = { joints: [2, 1] };

const channel = (more: Partial<NodeChannel>): NodeChannel => ({
  node: 1,
  path: 'translation',
  interpolation: 'linear',
  times: Float32Array.of(0, 1),
  values: Float32Array.of(1, 2, 3, 4, 5, 6),
  origin: { pointer: '/animations/0/channels/0' },
  ...more,
});

function clipsOf(channels: readonly NodeChannel[], of = skin) {
  const warnings: [string, string][] = [];
  const clips: readonly ClipModel[] = [{ name: 'walk', channels }];
  return { clips: jointClips(clips, of, (code, _, message) => warnings.push([code, message])), warnings };
}

it('names joints by their seat in the skin', () => {
  const { clips, warnings } = clipsOf([channel({ interpolation: 'step' }), channel({ node: 2, path: 'scale' })]);
  expect(clips).toMatchObject([
    {
      name: 'walk',
      channels: [
        { joint: 1, path: 'translation', interpolation: 'step' },
        { joint: 0, path: 'scale' },
      ],
    },
  ]);
  expect(warnings).toEqual([]);
});

it('keeps the values of cubic splines without their tangents, and says so', () => {
  const values = Float32Array.from({ length: 18 }, (_, i) => i);
  const { clips, warnings } = clipsOf([channel({ interpolation: 'cubic', values })]);
  expect([...(clips[0]?.channels[0]?.values ?? [])]).toEqual([3, 4, 5, 12, 13, 14]);
  expect(clips[0]?.channels[0]?.interpolation).toBe('linear');
  expect(warnings.map(([code]) => code)).toEqual(['gltf/cubic-spline']);
});

it('leaves out other nodes and morph weights, counts them, and drops a clip that has nothing left', () => {
  const { clips, warnings } = clipsOf([channel({ node: 0 }), channel({ path: 'weights' }), channel({})]);
  expect(clips.map(({ channels }) => channels.length)).toEqual([1]);
  expect(warnings[0]?.[1]).toContain('(2 of 3 channels)');
  expect(clipsOf([channel({ node: 0 })]).clips).toEqual([]);
  expect(clipsOf([channel({})], { joints: [] }).clips).toEqual([]);
});
