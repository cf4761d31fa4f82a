import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { toTwin } from '../testing/golden.js';
import { goldenTests } from '../testing/golden-tests.js';
import { encodeHanim } from './encode.js';
import { type AnimationChannel, type AnimationClip, durationOf } from './model.js';
import { decodeHanim } from './read.js';
import { validateHanim } from './validate.js';

const half = Math.fround(Math.SQRT1_2);
const sample: readonly AnimationClip[] = [
  {
    name: 'Läuft',
    duration: 1.5,
    channels: [
      {
        joint: 1,
        path: 'translation',
        interpolation: 'LINEAR',
        times: Float32Array.of(0, 0.5, 1.5),
        values: Float32Array.of(0, 0, 0, 1, 2, 3, -1, -2, -3),
      },
      {
        joint: 0,
        path: 'rotation',
        interpolation: 'STEP',
        times: Float32Array.of(0.25, 1.25),
        values: Float32Array.of(0, 0, 0, 1, half, 0, 0, half),
      },
    ],
  },
  {
    name: 'anim_1',
    duration: 0,
    channels: [
      { joint: 0, path: 'scale', interpolation: 'LINEAR', times: Float32Array.of(0), values: Float32Array.of(1, 1, 1) },
    ],
  },
];

/** Straight from the spec's text, without the structs. */
const golden = (): Uint8Array =>
  new ByteWriter()
    .ascii('HANM')
    .u32(1, 2, 0)
    .u16(6)
    .bytes([0x4c, 0xc3, 0xa4, 0x75, 0x66, 0x74])
    .f32(1.5)
    .u32(2)
    .u32(1)
    .u8(0, 1, 3, 0)
    .u32(3)
    .f32(0, 0, 0, 0, 0.5, 1, 2, 3, 1.5, -1, -2, -3)
    .u32(0)
    .u8(1, 0, 4, 0)
    .u32(2)
    .f32(0.25, 0, 0, 0, 1, 1.25, half, 0, 0, half)
    .u16(6)
    .ascii('anim_1')
    .f32(0)
    .u32(1)
    .u32(0)
    .u8(2, 1, 3, 0)
    .u32(1)
    .f32(0, 1, 1, 1)
    .done();

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const channel: fc.Arbitrary<AnimationChannel> = fc
  .record({
    joint: fc.nat(0xffffffff),
    path: fc.constantFrom('translation', 'rotation', 'scale'),
    interpolation: fc.constantFrom('STEP', 'LINEAR'),
    times: fc.array(float, { maxLength: 6 }).map((list) => Float32Array.from(list).sort()),
  })
  .chain((made) => {
    const count = made.times.length * (made.path === 'rotation' ? 4 : 3);
    return fc
      .array(float, { minLength: count, maxLength: count })
      .map((values) => ({ ...made, values: Float32Array.from(values) }));
  });
const clips = fc.array(
  fc
    .record({ name: fc.string({ unit: 'grapheme', maxLength: 12 }), channels: fc.array(channel, { maxLength: 4 }) })
    .map(({ name, channels }): AnimationClip => ({ name, duration: durationOf(channels), channels })),
  { maxLength: 4 },
);

const format = { encode: encodeHanim, decode: decodeHanim, validate: (bytes: Uint8Array) => validateHanim(bytes) };

describe('the golden file of clips', () => {
  goldenTests({ file: 'walk.hanim', twin: 'walk.json', sample, golden, ...format });

  it('names joints of a skeleton of two', () => {
    expect(validateHanim(golden(), 2)).toEqual([]);
  });
});

describe('hanim', () => {
  it('round-trips any clips', () => {
    fc.assert(
      fc.property(clips, (list) => {
        const bytes = encodeHanim(list);
        expect(toTwin(decodeHanim(bytes))).toEqual(toTwin(list));
        expect(encodeHanim(decodeHanim(bytes))).toEqual(bytes);
        expect(validateHanim(bytes)).toEqual([]);
      }),
    );
  });

  it('writes a file without clips', () => {
    expect(encodeHanim([])).toEqual(new ByteWriter().ascii('HANM').u32(1, 0, 0).done());
  });

  const channelOf = (change: Partial<AnimationChannel>): AnimationClip => ({
    name: 'x',
    duration: 0,
    channels: [
      {
        joint: 0,
        path: 'scale',
        interpolation: 'STEP',
        times: Float32Array.of(0),
        values: Float32Array.of(1, 1, 1),
        ...change,
      },
    ],
  });

  it.each([
    ['a time that is NaN', channelOf({ times: Float32Array.of(Number.NaN) })],
    ['times that go back', channelOf({ times: Float32Array.of(1, 0), values: new Float32Array(6) })],
    ['too few values', channelOf({ path: 'rotation' })],
    ['a value that is not finite', channelOf({ values: Float32Array.of(0, 0, Number.NEGATIVE_INFINITY) })],
    ['a name of 65536 bytes', { ...channelOf({}), name: 'x'.repeat(65536) }],
    ['a name with half a surrogate pair', { ...channelOf({}), name: '\ud800' }],
  ])('refuses to write %s', (_, clip) => {
    expect(() => encodeHanim([clip])).toThrow(Error);
    expect(() => encodeHanim([clip])).not.toThrow(FormatError);
  });

  const channel0 = 16 + 2 + 6 + 8;
  const keys0 = channel0 + 12;
  const channel1 = keys0 + 3 * 16;
  it.each([
    ['a wrong magic', 0, 'u8', 0x49, 'bad-magic', 'HanimHeader.magic', 0],
    ['another version', 4, 'u32', 2, 'bad-version', 'HanimHeader.version', 4],
    ['a reserved field in use', 12, 'u32', 1, 'bad-value', 'HanimHeader.reserved', 12],
    ['more clips than bytes', 8, 'u32', 0xffffffff, 'truncated', 'HanimHeader.clipCount', 8],
    ['a name that is not UTF-8', 19, 'u8', 0xff, 'bad-text', 'clip[0].name', 18],
    ['a NaN duration', 24, 'f32', Number.NaN, 'bad-value', 'clip[0].duration', 24],
    ['a duration that is not the largest key time', 24, 'f32', 2, 'bad-value', 'clip[0].duration', 24],
    ['more channels than bytes', 28, 'u32', 0xffffff, 'truncated', 'clip[0].channelCount', 28],
    ['an unknown path', channel0 + 4, 'u8', 3, 'bad-value', 'clip[0].channel[0].path', channel0 + 4],
    ['an unknown interpolation', channel0 + 5, 'u8', 2, 'bad-value', 'clip[0].channel[0].interp', channel0 + 5],
    ['five components', channel0 + 6, 'u8', 5, 'bad-value', 'clip[0].channel[0].components', channel0 + 6],
    ['padding that is not zero', channel0 + 7, 'u8', 1, 'bad-value', 'clip[0].channel[0].pad', channel0 + 7],
    ['more keys than bytes', channel0 + 8, 'u32', 0x10000000, 'truncated', 'clip[0].channel[0].keyCount', channel0 + 8],
    ['a key time that goes back', keys0 + 16, 'f32', -1, 'bad-order', 'clip[0].channel[0].key[1].time', keys0 + 16],
    ['a NaN key time', keys0 + 16, 'f32', Number.NaN, 'bad-value', 'clip[0].channel[0].key[1].time', keys0 + 16],
    [
      'an infinite value',
      keys0 + 8,
      'f32',
      Number.POSITIVE_INFINITY,
      'bad-value',
      'clip[0].channel[0].key[0].value',
      keys0 + 8,
    ],
  ] as const)('rejects %s', (_, at, type, value, code, field, offset) => {
    const bytes = golden();
    const view = new DataView(bytes.buffer);
    if (type === 'u8') view.setUint8(at, value);
    else if (type === 'u32') view.setUint32(at, value, true);
    else view.setFloat32(at, value, true);
    expect(validateHanim(bytes)).toMatchObject([{ code, field, offset }]);
    expect(() => decodeHanim(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code, offset }));
  });

  it('rejects a rotation of three components and a translation of four', () => {
    const rotation = golden();
    rotation[channel0 + 4] = 1;
    expect(validateHanim(rotation)).toMatchObject([{ code: 'bad-value', field: 'clip[0].channel[0].components' }]);
    const translation = golden();
    translation[channel1 + 4] = 0;
    expect(validateHanim(translation)).toMatchObject([
      { field: 'clip[0].channel[1].components', offset: channel1 + 6 },
    ]);
  });

  it('rejects bytes after the last clip', () => {
    const bytes = Uint8Array.of(...golden(), 0);
    expect(validateHanim(bytes)).toMatchObject([{ code: 'trailing-bytes', offset: golden().length }]);
    expect(() => decodeHanim(bytes)).toThrow(FormatError);
  });

  it('rejects a joint that the skeleton does not have', () => {
    expect(validateHanim(golden(), 1)).toMatchObject([
      { code: 'bad-range', field: 'clip[0].channel[0].joint', offset: channel0 },
    ]);
  });

  it('accepts equal key times and rotations that are not unit', () => {
    const clip = channelOf({
      path: 'rotation',
      times: Float32Array.of(0, 0),
      values: Float32Array.of(2, 0, 0, 0, 0, 0, 0, 0),
    });
    expect(validateHanim(encodeHanim([clip]))).toEqual([]);
  });
});
