// Compressed clips for tests: one file that has every feature of the format, and any number of random ones.

import type { HclipClipModel, HclipModel, SegmentTrack } from '../hclip/model.js';

const grid = (
  exponent: number,
  bases: readonly number[],
  residuals: readonly number[],
  more: object = {},
): SegmentTrack => ({
  form: 'grid',
  exponent,
  bases: Int32Array.from(bases),
  residuals: Uint32Array.from(residuals),
  ...more,
});
const raw = (...values: number[]): SegmentTrack => ({ form: 'raw', values: Float32Array.from(values) });
const slopes = (...values: number[]) => ({ slopes: Int32Array.from(values) });

/** Every form of a rotation: each component left out, all four stored, raw. Then translations, scales and weights, two samples each. */
const firstSegment: readonly SegmentTrack[] = [
  grid(10, [-300, 200, 0], [1, 0, 5, 700, 0, 2], { omitted: 0 }),
  grid(24, [-(2 ** 23), 2 ** 22, -1], [2 ** 24 - 1, 3, 0, 0, 0, 1], { omitted: 1, ...slopes(-5, 2 ** 20, 0) }),
  grid(0, [0, 0, 0], [0, 0, 0, 0, 0, 0], { omitted: 2 }),
  grid(6, [-64, 63, 10], [1, 1, 1, 2, 2, 2], { omitted: 3, ...slopes(0, 0, 0) }),
  grid(8, [0, 100, -100, 200], [3, 1, 7, 0, 0, 9, 1, 1], slopes(-(2 ** 31), 2 ** 31 - 1, 1, -1)),
  raw(0, 0, 0, 0, 0.5, -0.5, 0.5, 0.5),
  grid(43, [2 ** 31 - 1, -(2 ** 31), 0], [0, 1, 2, 3, 2 ** 24 - 1, 0], slopes(1, 2, 3)),
  raw(1e-3, -2.5e7, 3, 4, 5, 6),
  grid(-20, [1, -1, 0], [0, 1, 1, 0, 0, 0]),
  grid(4, [-3], [1, 8]),
  raw(0.25, -1),
];
/** The same tracks in other forms, three samples each. */
const secondSegment: readonly SegmentTrack[] = [
  grid(9, [1, 2, 3, 500], [0, 1, 0, 1, 1, 0, 1, 0, 3, 2, 1, 0]),
  raw(0, 0, 0, 1, 0, 1, 0, 0, 0.5, 0.5, 0.5, -0.5),
  grid(7, [-90, 5, 6], [1, 2, 3, 3, 2, 1, 0, 0, 0], { omitted: 3, ...slopes(7, -9, 1) }),
  grid(12, [0, 0, 0], [4000, 0, 0, 0, 4000, 0, 0, 0, 4095], { omitted: 0 }),
  grid(5, [-9, 9, 9], [1, 0, 0, 0, 1, 0, 0, 0, 1], { omitted: 2 }),
  grid(3, [7, -8, 1], [0, 1, 0, 1, 0, 1, 1, 1, 1], { omitted: 1 }),
  grid(10, [1024, 0, -1024], [0, 10, 20, 30, 40, 50, 60, 70, 80]),
  grid(0, [1, 2, 3], [0, 0, 0, 0, 0, 0, 0, 0, 0]),
  raw(1, 1, 1, 2, 2, 2, 3, 3, 3),
  raw(0, 0.5, 1),
  grid(16, [65536], [0, 1, 2], slopes(-40)),
];

/** By track: six rotations, six translations, six scales, three weights. */
const everything: HclipClipModel = {
  name: 'Läuft',
  duration: 2,
  rate: 2,
  isLoop: false,
  error: 0.125,
  groups: ['rotation', 'translation', 'scale', 'weight'],
  kinds: [
    ...(['animated', 'animated', 'animated', 'animated', 'animated', 'animated'] as const),
    ...(['animated', 'animated', 'constant', 'constant', 'rest', 'none'] as const),
    ...(['rest', 'none', 'animated', 'constant', 'none', 'none'] as const),
    ...(['animated', 'animated', 'none'] as const),
  ],
  constants: [grid(3, [-9, 16, 2 ** 30], []), raw(1.5, -0, 1e30), grid(0, [1, 1, 1], [])],
  stepped: [
    { track: 11, times: Float32Array.of(0, 0.5, 0.5, 2), values: Float32Array.from({ length: 12 }, (_, i) => i / 4) },
    { track: 20, times: Float32Array.of(0.25), values: Float32Array.of(0.75) },
  ],
  sampleCount: 5,
  segments: [firstSegment, secondSegment],
};

const loop: HclipClipModel = {
  name: 'loop',
  duration: 1.5,
  rate: 0,
  isLoop: true,
  error: 0,
  groups: ['rotation', 'weight'],
  kinds: ['animated', 'constant', 'constant', 'rest', 'constant', 'none', 'rest', 'constant', 'animated'],
  constants: [
    grid(4, [3, -16, 5], [], { omitted: 1 }),
    grid(2, [1, 2, -3, 4], []),
    raw(0, 0, 0, 2),
    grid(8, [200], []),
  ],
  stepped: [],
  sampleCount: 3,
  times: Float32Array.of(0, 0.25, 1),
  segments: [
    [grid(5, [-30, 0, 0], [9], { omitted: 3 }), raw(1)].map((track) => withSamples(track, 1)),
    [grid(5, [-30, 0, 0], [9], { omitted: 3 }), grid(3, [0], [1])].map((track) => withSamples(track, 1)),
    [grid(5, [30, 0, 0], [1], { omitted: 3 }), grid(3, [-8], [8])].map((track) => withSamples(track, 1)),
  ],
};

/** Residuals of all components, of which only the first is given. */
function withSamples(track: SegmentTrack, length: number): SegmentTrack {
  if (track.form === 'raw') return track;
  const residuals = new Uint32Array(track.bases.length * length);
  residuals.set(track.residuals);
  return { ...track, residuals };
}

/** Has no track of its own but a constant one, and no samples. */
const still: HclipClipModel = {
  name: '',
  duration: 0,
  rate: 0,
  isLoop: false,
  error: 0,
  groups: ['scale'],
  kinds: ['none', 'constant', 'none', 'none', 'none', 'none'],
  constants: [grid(1, [2, 2, 3], [])],
  stepped: [{ track: 5, times: Float32Array.of(1), values: Float32Array.of(1, 2, 3) }],
  sampleCount: 0,
  segments: [],
};

export const sampleHclipModel = (): HclipModel => ({ jointCount: 6, targetCount: 3, clips: [everything, loop, still] });

/** One rotation, in segments of 16 samples. */
export function longHclipModel(segmentCount = 20): HclipModel {
  const track = {
    form: 'grid' as const,
    omitted: 3,
    exponent: 16,
    bases: Int32Array.of(10, 20, 30),
    residuals: Uint32Array.from({ length: 48 }, (_, i) => (i * 7919) % 4096),
  };
  const clip = {
    ...{
      name: 'long',
      duration: segmentCount / 2,
      rate: 32,
      isLoop: false,
      error: 0,
      constants: [],
      stepped: [],
      sampleCount: segmentCount * 16,
    },
    groups: ['rotation' as const],
    kinds: ['animated' as const],
    segments: Array.from({ length: segmentCount }, () => [track]),
  };
  return { jointCount: 1, targetCount: 0, clips: [clip] };
}
