// The errors that the inspector shows of compressed clips, against the compiler's own figure and against a difference that is known.

import { decodeHanim, decodeHclip } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { GltfBuilder, grid } from '../../packages/compiler/src/testing/gltf-builder.js';
import { jointErrors } from '../../packages/viewer/src/views/animation/joint-errors.js';
import { compileModel } from '../support/compile-model.js';

const SAMPLES = 61;
const ERROR = 0.002;

/** A grid that two joints bend, the second in waves. */
function waving(): Uint8Array {
  const builder = new GltfBuilder();
  const { positions, normals, indices } = grid(3);
  const count = positions.length / 3;
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) weights.set([0.5, 0.5], i * 4);
  const mesh = builder.mesh({
    attributes: {
      POSITION: builder.accessor(positions, 'VEC3'),
      NORMAL: builder.accessor(normals, 'VEC3'),
      JOINTS_0: builder.accessor(
        new Uint8Array(count * 4).map((_, i) => (i % 4 === 1 ? 1 : 0)),
        'VEC4',
      ),
      WEIGHTS_0: builder.accessor(weights, 'VEC4'),
    },
    indices: builder.accessor(indices, 'SCALAR'),
  });
  builder.node({ name: 'root', children: [1] });
  builder.node({ name: 'tip', translation: [0, 1, 0] }, false);
  builder.node({ mesh, skin: builder.list('skins', { joints: [0, 1] }) });
  const times = Float32Array.from({ length: SAMPLES }, (_, i) => i / 30);
  const angles = Array.from({ length: SAMPLES }, (_, i) => Math.sin(i / 7) * 0.6);
  const turns = angles.flatMap((angle) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  const sampler = {
    input: builder.accessor(times, 'SCALAR'),
    output: builder.accessor(Float32Array.from(turns), 'VEC4'),
  };
  builder.list('animations', {
    name: 'wave',
    samplers: [sampler],
    channels: [{ sampler: 0, target: { node: 1, path: 'rotation' } }],
  });
  return builder.glb();
}

describe('errors of joints over time', () => {
  it('are above zero, and not above what the compiler measured', async () => {
    const { mesh, context } = await compileModel({
      path: 'a.glb',
      input: { 'a.glb': waving() },
      settings: { animation: { compression: 'both', error: ERROR } },
    });
    const [clip] = decodeHclip(context.output('.hclip'));
    const [keys] = decodeHanim(context.output('.hanim'));
    if (clip === undefined || keys === undefined) throw new Error('a clip is missing');
    const found = jointErrors(clip, keys, mesh);
    expect(clip.error).toBeLessThanOrEqual(ERROR);
    expect(found?.rows[0]?.name).toBe('tip');
    expect(found?.largest).toBeGreaterThan(0);
    expect(found?.largest).toBeLessThanOrEqual(clip.error + 1e-5);
  });

  it('show a joint that is elsewhere for a moment, at that moment', async () => {
    const { mesh, context } = await compileModel({
      path: 'a.glb',
      input: { 'a.glb': waving() },
      settings: { animation: { compression: 'both', error: ERROR } },
    });
    const [clip] = decodeHclip(context.output('.hclip'));
    const [keys] = decodeHanim(context.output('.hanim'));
    if (clip === undefined || keys === undefined) throw new Error('a clip is missing');
    const moved = {
      ...keys,
      channels: [
        ...keys.channels,
        {
          joint: mesh.names?.joints.indexOf('tip') ?? 0,
          path: 'translation',
          interpolation: 'LINEAR',
          times: Float32Array.of(0, 0.9, 1, 1.1, 2),
          values: Float32Array.of(0, 1, 0, 0, 1, 0, 0, 1.5, 0, 0, 1, 0, 0, 1, 0),
        } as const,
      ],
    };
    const found = jointErrors(clip, moved, mesh);
    const tip = found?.rows[0];
    expect(tip?.name).toBe('tip');
    expect(tip?.largest).toBeGreaterThan(0.4);
    const column = tip?.errors.indexOf(tip.largest) ?? 0;
    expect((clip.duration * column) / ((found?.columns ?? 2) - 1)).toBeCloseTo(1, 1);
    expect(tip?.errors[0]).toBeLessThan(ERROR);
  });
});
