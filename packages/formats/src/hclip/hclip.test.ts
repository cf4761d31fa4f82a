import { describe, expect, it, vi } from 'vitest';
import { viewOf } from '../core/struct.js';
import { toTwin } from '../testing/golden.js';
import { goldenTests } from '../testing/golden-tests.js';
import { randomHclip } from '../testing/random-hclip.js';
import { sampleHclipModel } from '../testing/sample-hclip.js';
import { hclipFromSpec, hclipModelOf } from '../testing/spec-hclip.js';
import { encodeHclip } from './encode.js';
import { neutralPose } from './expand.js';
import { HclipClip, HclipHeader, type TrackKind } from './layout.js';
import type { HclipClipModel, HclipModel } from './model.js';
import { decodeHclip } from './read.js';
import { validateHclip } from './validate.js';

const golden = (): Uint8Array => hclipFromSpec(sampleHclipModel());
const decode = (bytes: Uint8Array): HclipModel => hclipModelOf(decodeHclip(bytes));
/** Constants have one sample, which is their base. */
const withoutUnused = (model: HclipModel): unknown => toTwin({ ...model, clips: model.clips.map(withoutResiduals) });
const withoutResiduals = (clip: HclipClipModel): unknown => ({
  ...clip,
  constants: clip.constants.map((track) =>
    track.form === 'raw' ? track : { ...track, residuals: new Uint32Array(0), slopes: undefined },
  ),
});

describe('the golden file of compressed clips', () => {
  goldenTests({
    file: 'moves.hclip',
    twin: 'moves.json',
    sample: sampleHclipModel(),
    golden,
    encode: encodeHclip,
    decode,
    open: decodeHclip,
    validate: (bytes) => validateHclip(bytes),
  });

  it('has the counts of its mesh', () => {
    expect(validateHclip(golden(), 6, 3)).toEqual([]);
    expect(validateHclip(golden(), 5, 4)).toMatchObject([
      { code: 'bad-range', field: 'HclipHeader.jointCount', offset: 12 },
      { code: 'bad-range', field: 'HclipHeader.targetCount', offset: 16 },
    ]);
  });
});

describe('hclip', () => {
  it('round-trips any clips, byte for byte as the page describes', () => {
    for (let seed = 0; seed < 25; seed++) {
      const model = randomHclip(seed);
      const bytes = encodeHclip(model);
      expect(bytes).toEqual(hclipFromSpec(model));
      expect(withoutUnused(decode(bytes))).toEqual(withoutUnused(model));
      expect(validateHclip(bytes)).toEqual([]);
    }
  });

  it('writes a file without clips', () => {
    const bytes = encodeHclip({ jointCount: 4, targetCount: 0, clips: [] });
    expect(bytes.length).toBe(HclipHeader.size + 8);
    expect(decodeHclip(bytes)).toEqual([]);
  });

  const row = HclipHeader.size;
  const at = (name: Parameters<typeof HclipClip.offsetOf>[0], clip = 0): number =>
    row + clip * HclipClip.size + HclipClip.offsetOf(name);
  const body = row + 3 * HclipClip.size;
  it.each([
    ['an offset that is not the end of the table', at('offset'), body + 4, 'bad-value', 'clip[0].offset'],
    ['a size beyond the file', at('size'), 0xffffffff, 'bad-value', 'clip[0].size'],
    ['a size that is too small', at('size'), 8, 'bad-value', 'clip[0].size'],
    ['more segments than samples', at('segmentCount'), 6, 'bad-value', 'clip[0].segmentCount'],
    ['no segments', at('segmentCount'), 0, 'bad-value', 'clip[0].segmentCount'],
    ['too many samples', at('sampleCount'), 2 ** 24 + 1, 'bad-value', 'clip[0].sampleCount'],
    [
      'more samples than segments hold',
      at('sampleCount'),
      513,
      'bad-value',
      'clip[0].segmentCount',
      at('segmentCount'),
    ],
    ['samples of nothing', at('sampleCount', 2), 1, 'bad-value', 'clip[2].segmentCount', at('segmentCount', 2)],
    ['no rate', at('rate'), 0, 'bad-value', 'clip[0].rate'],
    ['a rate next to times', at('rate', 1), 0x3f800000, 'bad-value', 'clip[1].rate'],
    ['a negative duration', at('duration'), 0xbf800000, 'bad-value', 'clip[0].duration'],
    ['a loop without samples', at('nameLen', 2), 0x90000, 'bad-value', 'clip[2].flags', at('flags', 2)],
    ['an unknown flag', at('nameLen', 2), 0x800000, 'bad-value', 'clip[2].flags', at('flags', 2)],
    ['more constants than fit', at('constantBytes'), 0x7fffffff, 'bad-value', 'clip[0].size', at('size')],
    ['a segment elsewhere', body, 0, 'bad-value', 'clip[0].segment[0].offset'],
    ['a segment that is too long', body + 4, 0xffffffff, 'truncated', 'clip[0].segment[0].poseBits'],
    ['a stepped track that does not exist', body + 16, 21, 'bad-range', 'clip[0].stepped[0].track'],
    ['a stepped track that has samples', body + 16, 6, 'bad-value', 'clip[0].stepped[0].track'],
    ['more keys than fit', body + 20, 0xffffffff, 'bad-value', 'clip[0].steppedCount', at('steppedCount')],
    ['a key at NaN', body + 32, 0x7fc00000, 'bad-value', 'clip[0].stepped[0].key[0].time'],
    ['a key before the start', body + 32, 0x80000001, 'bad-value', 'clip[0].stepped[0].key[0].time'],
    ['a key before the last one', body + 32, 0x40000000, 'bad-order', 'clip[0].stepped[0].key[1].time', body + 48],
    ['a key of infinity', body + 36, 0x7f800000, 'bad-value', 'clip[0].stepped[0].key[0].value'],
  ] as const)('rejects %s', (_, place, word, code, field, offset = place) => {
    const bytes = golden();
    viewOf(bytes).setUint32(place, word, true);
    expect(validateHclip(bytes)[0]).toMatchObject({ code, field, offset });
    expect(() => decodeHclip(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code, offset }));
  });

  it('rejects listed times that do not ascend, and a tail that is not zero', () => {
    const bytes = golden();
    const times = viewOf(bytes).getUint32(at('offset', 1), true) + 3 * 8;
    viewOf(bytes).setFloat32(times + 8, 0.25, true);
    expect(validateHclip(bytes)).toMatchObject([{ code: 'bad-order', field: 'clip[1].time[2]', offset: times + 8 }]);
    const tail = golden();
    tail[tail.length - 1] = 1;
    expect(validateHclip(tail)).toMatchObject([{ code: 'bad-value', field: 'file', offset: tail.length - 1 }]);
    expect(validateHclip(Uint8Array.of(...golden(), 0))).toMatchObject([{ code: 'trailing-bytes', field: 'file' }]);
  });

  it('rejects counts of joints for which the kinds do not fit', () => {
    for (const count of [7, 0x7fffffff, 0xffffffff]) {
      const bytes = golden();
      viewOf(bytes).setUint32(HclipHeader.offsetOf('jointCount'), count, true);
      expect(() => decodeHclip(bytes)).toThrow(expect.objectContaining({ name: 'FormatError' }));
    }
  });

  it('reads a clip with many segments, and many tracks of which one moves, in time that grows like its size', () => {
    const reads = [1000, 2000].map((count) => {
      const track = {
        form: 'grid',
        exponent: 0,
        bases: Int32Array.of(1, 2, 3),
        residuals: new Uint32Array(3),
      } as const;
      const kinds = new Array<TrackKind>(count).fill('none');
      kinds[count - 1] = 'animated';
      const bytes = encodeHclip({
        jointCount: count,
        targetCount: 0,
        clips: [
          {
            name: '',
            duration: 1,
            rate: 1,
            isLoop: false,
            error: 0,
            groups: ['scale'],
            kinds,
            constants: [],
            stepped: [],
            sampleCount: count,
            segments: Array.from({ length: count }, () => [track]),
          },
        ],
      });
      const spy = vi.spyOn(DataView.prototype, 'getInt32');
      expect(validateHclip(bytes)).toEqual([]);
      const { length } = spy.mock.calls;
      spy.mockRestore();
      return length;
    });
    expect(reads[0]).toBeGreaterThan(1000);
    expect(reads[1]).toBeLessThan((reads[0] ?? 0) * 2.1);
  });

  it('keeps whether a clip is additive, and gives no difference for what stays at rest', () => {
    const model = sampleHclipModel();
    const bytes = encodeHclip({ ...model, clips: model.clips.map((clip) => ({ ...clip, isAdditive: true })) });
    const clips = decodeHclip(bytes);
    expect(clips.map(({ isAdditive }) => isAdditive)).toEqual([true, true, true]);
    expect(decodeHclip(golden()).map(({ isAdditive }) => isAdditive)).toEqual([false, false, false]);
    expect([...neutralPose(2)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('refuses to write what it cannot store', () => {
    const [clip] = sampleHclipModel().clips;
    if (clip === undefined) throw new Error('there are clips');
    const write = (changes: Partial<HclipClipModel>) => () =>
      encodeHclip({ jointCount: 6, targetCount: 3, clips: [{ ...clip, ...changes }] });
    expect(write({})).not.toThrow();
    expect(write({ kinds: [] })).toThrow('0 kinds for 21 tracks');
    expect(write({ duration: Number.NaN })).toThrow('duration');
    expect(write({ rate: 0 })).toThrow('rate');
  });
});
