import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { toTwin } from '../testing/golden.js';
import { goldenTests } from '../testing/golden-tests.js';
import { encodeHanim, encodeHanimx } from './encode.js';
import { durationOf, type WeightChannel, type WeightClip } from './model.js';
import { decodeHanim } from './read.js';
import { decodeHanimx } from './read-hanimx.js';
import { validateHanim, validateHanimx } from './validate.js';

const sample: readonly WeightClip[] = [
  {
    name: 'Läuft',
    duration: 1.5,
    channels: [
      {
        target: 2,
        interpolation: 'LINEAR',
        times: Float32Array.of(0, 0.5, 1.5),
        values: Float32Array.of(0, 1, -0.25),
      },
      { target: 0, interpolation: 'STEP', times: Float32Array.of(0.25), values: Float32Array.of(2) },
    ],
  },
  { name: '', duration: 0, channels: [] },
];

/** Straight from the spec's text, without the structs. */
const golden = (): Uint8Array =>
  new ByteWriter()
    .ascii('HANM')
    .u32(2, 2, 0)
    .u16(6)
    .bytes([0x4c, 0xc3, 0xa4, 0x75, 0x66, 0x74])
    .f32(1.5)
    .u32(2)
    .u32(2)
    .u8(3, 1, 1, 0)
    .u32(3)
    .f32(0, 0, 0.5, 1, 1.5, -0.25)
    .u32(0)
    .u8(3, 0, 1, 0)
    .u32(1)
    .f32(0.25, 2)
    .u16(0)
    .f32(0)
    .u32(0)
    .done();

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const channel: fc.Arbitrary<WeightChannel> = fc.array(fc.tuple(float, float), { maxLength: 6 }).chain((keys) =>
  fc.record({
    target: fc.nat(0xffffffff),
    interpolation: fc.constantFrom('STEP', 'LINEAR'),
    times: fc.constant(Float32Array.from(keys, ([time]) => time).sort()),
    values: fc.constant(Float32Array.from(keys, ([, value]) => value)),
  }),
);
const clips = fc.array(
  fc
    .record({ name: fc.string({ unit: 'grapheme', maxLength: 12 }), channels: fc.array(channel, { maxLength: 4 }) })
    .map(({ name, channels }): WeightClip => ({ name, duration: durationOf(channels), channels })),
  { maxLength: 4 },
);

const format = { encode: encodeHanimx, decode: decodeHanimx, validate: (bytes: Uint8Array) => validateHanimx(bytes) };

describe('the golden file of clips of weights', () => {
  goldenTests({ file: 'blink.hanimx', twin: 'blink.json', sample, golden, ...format });

  it('names targets of a mesh of three', () => {
    expect(validateHanimx(golden(), 3)).toEqual([]);
  });
});

describe('hanimx', () => {
  it('round-trips any clips', () => {
    fc.assert(
      fc.property(clips, (list) => {
        const bytes = encodeHanimx(list);
        expect(toTwin(decodeHanimx(bytes))).toEqual(toTwin(list));
        expect(encodeHanimx(decodeHanimx(bytes))).toEqual(bytes);
        expect(validateHanimx(bytes)).toEqual([]);
      }),
    );
  });

  it('is distinguished from hanim in both directions', () => {
    const joints = encodeHanim([{ name: 'a', channels: [] }]);
    const wrong = { code: 'bad-version', field: 'HanimHeader.version', offset: 4 };
    expect(validateHanimx(joints)).toMatchObject([wrong]);
    expect(validateHanim(golden())).toMatchObject([wrong]);
    expect(() => decodeHanimx(joints)).toThrow(FormatError);
    expect(() => decodeHanim(golden())).toThrow(FormatError);
    const later = golden();
    later[4] = 3;
    expect(validateHanimx(later)).toMatchObject([wrong]);
  });

  const channel0 = 16 + 2 + 6 + 8;
  it.each([
    ['a path of joints', channel0 + 4, 2, 'bad-value', 'clip[0].channel[0].path', channel0 + 4],
    ['an unknown path', channel0 + 4, 4, 'bad-value', 'clip[0].channel[0].path', channel0 + 4],
    ['three components', channel0 + 6, 3, 'bad-value', 'clip[0].channel[0].components', channel0 + 6],
    ['two components', channel0 + 6, 2, 'bad-value', 'clip[0].channel[0].components', channel0 + 6],
    ['an unknown interpolation', channel0 + 5, 2, 'bad-value', 'clip[0].channel[0].interp', channel0 + 5],
  ] as const)('rejects %s', (_, at, value, code, field, offset) => {
    const bytes = golden();
    bytes[at] = value;
    expect(validateHanimx(bytes)).toMatchObject([{ code, field, offset }]);
    expect(() => decodeHanimx(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code, offset }));
  });

  it('rejects a target that the mesh does not have', () => {
    expect(validateHanimx(golden(), 2)).toMatchObject([
      { code: 'bad-range', field: 'clip[0].channel[0].joint', offset: channel0 },
    ]);
  });

  it('refuses to write more values than keys, or a weight that is NaN', () => {
    const write = (values: Float32Array) => () =>
      encodeHanimx([{ name: '', channels: [{ target: 0, interpolation: 'STEP', times: Float32Array.of(0), values }] }]);
    expect(write(Float32Array.of(1, 2))).toThrow('weight: 2 values, 1 keys');
    expect(write(Float32Array.of(Number.NaN))).toThrow('must be finite');
    expect(write(Float32Array.of(1))).not.toThrow();
  });

  it('leaves weights out of hanim', () => {
    const bytes = encodeHanim([
      {
        name: '',
        channels: [
          {
            joint: 0,
            path: 'scale',
            interpolation: 'STEP',
            times: Float32Array.of(0),
            values: Float32Array.of(1, 1, 1),
          },
        ],
      },
    ]);
    bytes[16 + 2 + 8 + 4] = 3;
    bytes[16 + 2 + 8 + 6] = 1;
    const fields = validateHanim(bytes).map(({ field }) => field);
    expect(fields).toEqual(['clip[0].channel[0].path', 'clip[0].channel[0].components']);
  });
});
