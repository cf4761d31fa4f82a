import { expect, it } from 'vitest';
import type { SkinModel } from '../../model/scene.js';
import { GltfBuilder } from '../../testing/gltf-builder.js';
import { readAnimations } from './animations.js';
import { openGltf, refusal } from './testing/open-gltf.js';

/** Joint 0 is node 2, joint 1 is node 1; node 0 is none. */
const skin: SkinModel = {
  joints: [2, 1],
  inverseBinds: new Float32Array(32),
  rest: new Float32Array(20),
  parents: Int32Array.of(-1, 0),
};

interface Channel {
  readonly times?: Float32Array;
  readonly values?: Float32Array;
  readonly type?: string;
  readonly node?: number;
  readonly path?: string;
  readonly sampler?: object;
  readonly channel?: object;
}

function animated(...channels: Channel[]): GltfBuilder {
  const builder = new GltfBuilder();
  for (let i = 0; i < 3; i++) builder.node({});
  const samplers = channels.map(({ times, values, type, sampler }) => ({
    input: builder.accessor(times ?? Float32Array.of(0, 1), 'SCALAR'),
    output: builder.accessor(values ?? Float32Array.of(1, 2, 3, 4, 5, 6), type ?? 'VEC3'),
    ...sampler,
  }));
  builder.list('animations', {
    channels: channels.map(({ node, path, channel }, sampler) => ({
      sampler,
      target: { node: node ?? 1, path: path ?? 'translation' },
      ...channel,
    })),
    samplers,
  });
  return builder;
}

async function clips(builder: GltfBuilder, of: SkinModel | undefined = skin) {
  const opened = openGltf(builder);
  return { ...opened, clips: await readAnimations(opened.file, opened.accessors, of) };
}

it('reads keys of joints, by their seat in the skin', async () => {
  const read = await clips(
    animated(
      { node: 1, sampler: { interpolation: 'STEP' } },
      { node: 2, path: 'rotation', type: 'VEC4', values: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0) },
    ),
  );
  expect(read.clips).toEqual([
    {
      name: 'anim_0',
      channels: [
        {
          joint: 1,
          path: 'translation',
          interpolation: 'step',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(1, 2, 3, 4, 5, 6),
        },
        {
          joint: 0,
          path: 'rotation',
          interpolation: 'linear',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0),
        },
      ],
    },
  ]);
  expect(read.warnings()).toEqual([]);
});

it('keeps the values of cubic splines without their tangents, and says so', async () => {
  const values = Float32Array.from({ length: 18 }, (_, i) => i);
  const read = await clips(animated({ values, sampler: { interpolation: 'CUBICSPLINE' } }));
  const [channel] = read.clips[0]?.channels ?? [];
  expect([...(channel?.values ?? [])]).toEqual([3, 4, 5, 12, 13, 14]);
  expect(channel?.interpolation).toBe('linear');
  expect(read.warnings()).toEqual([['gltf/cubic-spline', '/animations/0/samplers/0']]);
});

it('leaves out other nodes and morph weights, counts them, and drops a clip that has nothing left', async () => {
  const read = await clips(animated({ node: 0 }, { path: 'weights' }, {}));
  expect(read.clips.map(({ channels }) => channels.length)).toEqual([1]);
  expect(read.context.warnings).toMatchObject([
    { code: 'gltf/skipped-channels', where: { pointer: '/animations/0/channels/0' } },
  ]);
  expect(read.context.warnings[0]?.message).toContain('(2 of 3 channels)');
  expect((await clips(animated({ node: 0 }))).clips).toEqual([]);
  const opened = openGltf(animated({}));
  expect(await readAnimations(opened.file, opened.accessors, undefined)).toEqual([]);
});

it('does not take what objects inherit for a path', async () => {
  const read = await clips(animated({ path: 'constructor' }));
  expect(read.warnings()).toEqual([['gltf/skipped-channels', '/animations/0/channels/0']]);
});

it.each<[string, Channel, string, string]>([
  [
    'a sampler that is not there',
    { channel: { sampler: 1 } },
    'gltf/bad-reference',
    '/animations/0/channels/0/sampler',
  ],
  [
    'an unknown interpolation',
    { sampler: { interpolation: 'BEZIER' } },
    'gltf/bad-json',
    '/animations/0/samplers/0/interpolation',
  ],
  ['times that stand still', { times: Float32Array.of(1, 1) }, 'gltf/bad-animation', '/accessors/0'],
  ['times before zero', { times: Float32Array.of(-1, 1) }, 'gltf/bad-animation', '/accessors/0'],
  ['times that are no numbers', { times: Float32Array.of(0, Number.NaN) }, 'gltf/not-finite', '/accessors/0'],
  ['no keys', { times: new Float32Array(0) }, 'gltf/bad-animation', '/accessors/0/count'],
  ['more times than values', { times: Float32Array.of(0, 1, 2) }, 'gltf/bad-animation', '/accessors/1/count'],
  [
    'values that are not finite',
    { values: Float32Array.of(1, 2, 3, 4, 5, Number.POSITIVE_INFINITY) },
    'gltf/not-finite',
    '/accessors/1',
  ],
  ['rotations of three numbers', { path: 'rotation' }, 'gltf/bad-accessor', '/accessors/1/type'],
])('refuses %s', async (_, channel, code, pointer) => {
  expect(await refusal(() => clips(animated(channel)))).toMatchObject({ code, pointer });
});
