import { decodeHclip, encodeHclip } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { runOnThisThread } from '../../../encoding/parallel.js';
import type { AnimationModel } from '../../../model/scene/animation.js';
import type { AnimationSettings } from '../settings.js';
import type { ClipInput } from './clip-input.js';
import { compressInParallel, runClipJob } from './clip-task.js';
import { compressClip } from './compress-clip.js';
import { compressClips } from './compress-clips.js';

const parallel = runOnThisThread({ 'compress-clip': runClipJob });
const times = Float32Array.of(0, 0.5, 1);

/** Slides one joint. */
const clip = (name: string, to: number): ClipInput => ({
  name,
  duration: 1,
  tracks: [
    {
      group: 'translation',
      index: 0,
      isStepped: false,
      times,
      values: Float32Array.of(0, 1, 0, to, 1.5, 0, 0.3, 1.25, 0),
    },
  ],
});
const skeleton = {
  parents: Int32Array.of(-1),
  bind: Float32Array.of(0, 0, 0, 0, 0, 0, 1, 1, 1, 1),
  shells: Float64Array.of(0.1),
  limits: Float64Array.of(0.001),
};
const targets = { defaults: new Float32Array(0), limits: new Float64Array(0) };
const jobsOf = (clips: readonly ClipInput[]) => ({
  skeleton,
  targets,
  rate: undefined,
  clips: clips.map((input) => ({ input, reference: undefined })),
});

describe('clips compressed in parallel', () => {
  const clips = [clip('a', 1), clip('long name', 2), clip('', 3)];
  const wanted = encodeHclip({
    jointCount: 1,
    targetCount: 0,
    clips: clips.map((input) => compressClip(input, skeleton, targets, { rate: undefined }).clip),
  });

  it('are one file, as if they were encoded together', async () => {
    expect((await compressInParallel(jobsOf(clips), parallel)).bytes).toEqual(wanted);
  });

  it('may take more bytes than there is room', async () => {
    const { bytes } = await compressInParallel(jobsOf(clips), async (task, count, payload) => {
      const { rooms, ...rest } = payload as Parameters<typeof runClipJob>[0];
      const narrow = rooms.map(({ numbers }, i) => ({
        numbers,
        bytes: rooms[i]?.bytes.subarray(0, 8) ?? new Uint8Array(0),
      }));
      await parallel(task, count, { ...rest, rooms: narrow });
      for (const { numbers } of rooms) numbers[0] = 1e9;
    });
    expect(bytes).toEqual(wanted);
  });
});

describe('additive clips', () => {
  const settings: AnimationSettings = {
    tolerance: 0,
    nodes: 'auto',
    skeleton: '',
    compression: 'auto',
    error: 0.0001,
    rate: 0,
    precise: [],
    additive: ['hit_*'],
    reference: '',
    maxKeys: 1000,
  };
  const models = ['idle', 'hit_left'].map(
    (name, i): AnimationModel => ({
      name,
      channels: [
        {
          joint: 0,
          path: 'translation',
          interpolation: 'linear',
          times,
          values: Float32Array.of(0, 1 + i, 0, 1, 1.5, 0, 0.3, 1.25, 0),
        },
      ],
    }),
  );
  const compress = async (reference: string, onNoReference: (names: readonly string[]) => void = () => {}) => {
    const joint = { inverseBind: [], bindT: [0, 0, 0], bindR: [0, 0, 0, 1], bindS: [1, 1, 1], parent: -1 } as const;
    const bytes = await compressClips(
      {
        joints: models,
        weights: [],
        jointNames: ['root'],
        mesh: { vertices: new Uint8Array(0), skin: { vertices: new Uint8Array(0), joints: [joint] } },
      },
      { ...settings, reference },
      parallel,
      { onMissed: () => {}, onNoReference },
    );
    return decodeHclip(bytes ?? new Uint8Array(0)).map(({ name, isAdditive }) => [name, isAdditive]);
  };

  it('are those whose names match, relative to their own start or to that of another clip', async () => {
    const flags = [
      ['idle', false],
      ['hit_left', true],
    ];
    expect(await compress('')).toEqual(flags);
    expect(await compress('idle')).toEqual(flags);
  });

  it('stay ordinary if the other clip does not exist, which is reported', async () => {
    const reported: unknown[] = [];
    const flags = await compress('walk', (names) => reported.push(names));
    expect(flags.map(([, isAdditive]) => isAdditive)).toEqual([false, false]);
    expect(reported).toEqual([['idle', 'hit_left']]);
  });
});
