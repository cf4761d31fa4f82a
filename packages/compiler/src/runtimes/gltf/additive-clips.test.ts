import { decodeHclip, encodeHclip } from '@assetc/formats';
import { expect, it } from 'vitest';
import { expandClips } from './additive-clips.js';

it('applies the differences of additive clips to the bind pose, and leaves others as they are', () => {
  const half = Math.SQRT1_2;
  const joint = { inverseBind: [], bindT: [1, 2, 3], bindR: [half, 0, 0, half], bindS: [1, 1, 1], parent: -1 } as const;
  const clip = {
    name: 'nod',
    duration: 0,
    rate: 0,
    isLoop: false,
    error: 0,
    groups: ['rotation', 'translation'],
    kinds: ['constant', 'none'],
    // A quarter turn about x: with that of the bind pose, half a turn.
    constants: [{ form: 'raw', values: Float32Array.of(half, 0, 0, half) }],
    stepped: [{ track: 1, times: Float32Array.of(0), values: Float32Array.of(10, 20, 30) }],
    sampleCount: 0,
    segments: [],
  } as const;
  const bytes = encodeHclip({ jointCount: 1, targetCount: 0, clips: [{ ...clip, isAdditive: true }, clip] });
  const { joints } = expandClips(decodeHclip(bytes), { skin: { vertices: new Uint8Array(0), joints: [joint] } });
  const values = joints.map(({ channels }) =>
    channels.map((channel) => [...channel.values].map((value) => value.toFixed(3))),
  );
  expect(values).toEqual([
    [
      ['1.000', '0.000', '0.000', '0.000'],
      ['11.000', '22.000', '33.000'],
    ],
    [
      ['0.707', '0.000', '0.000', '0.707'],
      ['10.000', '20.000', '30.000'],
    ],
  ]);
});
