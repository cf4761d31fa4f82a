import { decodeHanimx } from '@assetc/formats';
import { expect, it } from 'vitest';
import type { ClipModel, NodeChannel } from '../../model/scene/animation.js';
import { encodeWeights, weightClips } from './weight-clips.js';

const channel = (more: Partial<NodeChannel> = {}): NodeChannel => ({
  node: 4,
  path: 'weights',
  interpolation: 'linear',
  times: Float32Array.of(0, 1, 3),
  values: Float32Array.of(0, 1, 0.5, 0.25, 1, 0),
  origin: { pointer: '/animations/0/channels/0' },
  ...more,
});
const clip = (...channels: NodeChannel[]): readonly ClipModel[] => [{ name: 'talk', channels }];
const rows = [
  { node: 4, firstTarget: 0, targetCount: 2 },
  { node: 7, firstTarget: 2, targetCount: 2 },
  { node: 4, firstTarget: 4, targetCount: 2 },
];
const ignoreWarnings = (): void => undefined;

it('makes a channel for every target of every submesh of the node', () => {
  const [talk] = weightClips(clip(channel()), rows, { tolerance: 0 }, ignoreWarnings);
  expect(talk?.channels.map(({ target, values }) => [target, ...values])).toEqual([
    [0, 0, 0.5, 1],
    [1, 1, 0.25, 0],
    [4, 0, 0.5, 1],
    [5, 1, 0.25, 0],
  ]);
});

it('converts splines to linear keys, and keeps steps', () => {
  const cubic = channel({
    interpolation: 'cubic',
    times: Float32Array.of(0, 1),
    // In-tangents, values, out-tangents of both targets, for each of two keys.
    values: Float32Array.of(0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0),
  });
  const [talk] = weightClips(clip(cubic), rows.slice(0, 1), { tolerance: 0 }, ignoreWarnings);
  const [curved, still] = talk?.channels ?? [];
  expect(still?.values.every((n) => n === 0)).toBe(true);
  const middle = curved?.times.indexOf(0.5) ?? -1;
  // Hermite: h10 · 2 + h01 · 1 at one half.
  expect(curved?.values[middle]).toBeCloseTo(0.125 * 2 + 0.5, 6);
  const [stepped] = weightClips(clip(channel({ interpolation: 'step' })), rows, { tolerance: 0 }, ignoreWarnings);
  expect(stepped?.channels[0]?.interpolation).toBe('STEP');
});

it('drops keys that the tolerance does not need', () => {
  const [talk] = weightClips(clip(channel()), rows, { tolerance: 0.2 }, ignoreWarnings);
  expect([...(talk?.channels[0]?.times ?? [])]).toEqual([0, 3]);
});

it('writes no file if no clip animates a weight', () => {
  const moves = channel({ path: 'translation', values: new Float32Array(9) });
  expect(encodeWeights(clip(moves), rows, { tolerance: 0 }, ignoreWarnings)).toBeUndefined();
  expect(encodeWeights(clip(channel({ node: 1 })), rows, { tolerance: 0 }, ignoreWarnings)).toBeUndefined();
  const bytes = encodeWeights(clip(channel()), rows, { tolerance: 0 }, ignoreWarnings) ?? new Uint8Array(0);
  expect(decodeHanimx(bytes)).toMatchObject([{ name: 'talk', duration: 3 }]);
});
