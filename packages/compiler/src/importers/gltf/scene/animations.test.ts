import { expect, it } from 'vitest';
import { GltfBuilder } from '../../../testing/gltf-builder.js';
import { openGltf } from '../testing/open-gltf.js';
import { readAnimations } from './animations.js';

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

const pointing = (pointer: string) => ({
  target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } },
});

async function clips(builder: GltfBuilder) {
  const opened = openGltf(builder);
  return { ...opened, clips: await readAnimations(opened.file, opened.accessors) };
}

it('reads node keys as they are', async () => {
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
          node: 1,
          path: 'translation',
          interpolation: 'step',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(1, 2, 3, 4, 5, 6),
          origin: { pointer: '/animations/0/channels/0' },
        },
        {
          node: 2,
          path: 'rotation',
          interpolation: 'linear',
          times: Float32Array.of(0, 1),
          values: Float32Array.of(0, 0, 0, 1, 1, 0, 0, 0),
          origin: { pointer: '/animations/0/channels/1' },
        },
      ],
    },
  ]);
  expect(read.warnings()).toEqual([]);
});

it('keeps the tangents of cubic splines', async () => {
  const values = Float32Array.from({ length: 18 }, (_, i) => i);
  const read = await clips(animated({ values, sampler: { interpolation: 'CUBICSPLINE' } }));
  expect(read.clips[0]?.channels).toMatchObject([{ interpolation: 'cubic', values }]);
});

it('reads weights of morph targets, one per target of the mesh', async () => {
  const builder = animated({ node: 3, path: 'weights', type: 'SCALAR', values: Float32Array.of(0, 1, 0.5, 0) });
  const mesh = builder.mesh({ attributes: {}, targets: [{}, {}] });
  builder.node({ mesh });
  const read = await clips(builder);
  expect(read.clips[0]?.channels).toMatchObject([{ node: 3, path: 'weights', values: Float32Array.of(0, 1, 0.5, 0) }]);
});

it('reads the target of a pointer', async () => {
  const read = await clips(animated({ channel: pointing('/materials/1/emissiveFactor') }));
  expect(read.clips).toMatchObject([
    { channels: [], pointers: [{ pointer: '/materials/1/emissiveFactor', components: 3 }] },
  ]);
});

it("treats a pointer to a node's transform as a node channel", async () => {
  const weights = Float32Array.of(0, 1, 0.5, 0);
  const builder = animated(
    { channel: pointing('/nodes/1/scale') },
    { channel: pointing('/nodes/3/weights'), type: 'SCALAR', values: weights },
  );
  builder.node({ mesh: builder.mesh({ attributes: {}, targets: [{}, {}] }) });
  const { clips: read } = await clips(builder);
  expect(read[0]?.pointers).toBeUndefined();
  expect(read[0]?.channels).toMatchObject([
    { node: 1, path: 'scale', values: Float32Array.of(1, 2, 3, 4, 5, 6) },
    { node: 3, path: 'weights', values: weights },
  ]);
});

it('reads pointers to lists of numbers, several scalars per key', async () => {
  const values = Float32Array.of(1, 2, 3, 4, 5, 6);
  const read = await clips(animated({ channel: pointing('/meshes/0/weights'), type: 'SCALAR', values }));
  expect(read.clips[0]?.pointers).toMatchObject([{ components: 3, values }]);
});

it('skips channels with unknown targets, and clips without any channel left', async () => {
  const read = await clips(animated({ path: 'constructor' }, {}));
  expect(read.clips.map(({ channels }) => channels.length)).toEqual([1]);
  expect(read.warnings()).toEqual([['gltf/skipped-channels', '/animations/0/channels/0']]);
  expect((await clips(animated({ channel: { target: { path: 'scale' } } }))).clips).toEqual([]);
});

it.each<[string, Channel, RegExp, RegExp]>([
  ['a missing sampler', { channel: { sampler: 1 } }, /no sampler 1/, /channels\/0\/sampler$/],
  [
    'an unknown interpolation',
    { sampler: { interpolation: 'BEZIER' } },
    /BEZIER is not an interpolation mode/,
    /interpolation$/,
  ],
  ['decreasing times', { times: Float32Array.of(1, 0) }, /clip anim_0 is left out: key time 1/, /accessors\/0$/],
  ['negative times', { times: Float32Array.of(-1, 1) }, /key time 0/, /accessors\/0$/],
  [
    'times that are not numbers',
    { times: Float32Array.of(0, Number.NaN) },
    /key time 1 is not finite/,
    /accessors\/0$/,
  ],
  ['no keys', { times: new Float32Array(0) }, /has no keys/, /accessors\/0\/count$/],
  [
    'more times than values',
    { times: Float32Array.of(0, 1, 2) },
    /2 values do not match 3 key times/,
    /accessors\/1\/count$/,
  ],
  [
    'values that are not finite',
    { values: Float32Array.of(1, 2, 3, 4, 5, Number.POSITIVE_INFINITY) },
    /key number 5/,
    /accessors\/1$/,
  ],
  ['rotations with three numbers', { path: 'rotation' }, /VEC3 cannot be used/, /accessors\/1\/type$/],
  ['a missing node', { node: 9 }, /nodes\[9\] does not exist/, /target\/node$/],
  ['a pointer to a missing node', { channel: pointing('/nodes/9/scale') }, /nodes\[9\] does not exist/, /pointer$/],
  [
    'weights for a node without targets',
    { path: 'weights', type: 'SCALAR' },
    /no mesh with morph targets/,
    /nodes\/1$/,
  ],
])('drops only the clip for %s', async (_, channel, message, place) => {
  const builder = animated(channel);
  builder.list('animations', { name: 'good', ...animationOf(builder) });
  const read = await clips(builder);
  expect(read.clips.map(({ name }) => name)).toEqual(['good']);
  expect(read.warnings()).toEqual([['gltf/dropped-clip', expect.stringMatching(place)]]);
  expect(read.context.warnings[0]?.message).toMatch(message);
});

function animationOf(builder: GltfBuilder) {
  const input = builder.accessor(Float32Array.of(0, 1), 'SCALAR');
  const output = builder.accessor(Float32Array.of(1, 2, 3, 4, 5, 6), 'VEC3');
  return { channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }], samplers: [{ input, output }] };
}

it('separates keys at the same time by the smallest step, with one warning, for all channels that share them', async () => {
  const times = Float32Array.of(0, 0, 1, 1, 1, 100, 100);
  const values = Float32Array.from({ length: 21 }, (_, i) => i);
  const read = await clips(animated({ times, values }, { times, values, node: 2 }));
  const [channel, other] = read.clips[0]?.channels ?? [];
  const step = 2 ** -23;
  expect([...(channel?.times ?? [])]).toEqual([0, step, 1, 1 + step, 1 + 2 * step, 100, 100 + 2 ** -17]);
  expect(channel?.values).toEqual(values);
  expect(other?.times).toEqual(channel?.times);
  expect(read.warnings().map(([code]) => code)).toEqual(['gltf/equal-key-times']);
});
