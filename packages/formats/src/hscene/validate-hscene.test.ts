// Breaks one word at a time and checks which rule reports it, and where.

import { describe, expect, it } from 'vitest';
import { placeOf } from '../testing/chunked-file.js';
import { sampleHscene } from '../testing/sample-hscene.js';
import { encodeHscene } from './encode.js';
import { decodeHscene } from './read.js';
import { validateHscene } from './validate.js';

const NAN = 0x7fc00000;
const ENDLESS = 0x7f800000;
const NEGATIVE = 0xbf800000;
const NODE = 88;
/** Into ANIM: 16 of header, three clips of 16, then channels of 32, six times, padding, values. */
const CHANNELS = 16 + 3 * 16;
const TIMES = CHANNELS + 5 * 32;
const VALUES = TIMES + 32;

function broken(chunk: string, at: number, word: number): Uint8Array {
  const bytes = encodeHscene(sampleHscene());
  new DataView(bytes.buffer).setUint32(placeOf(bytes, chunk).payload + at, word, true);
  return bytes;
}

describe('the rules of .hscene that decoding holds', () => {
  it.each([
    ['unknown flags', 'SDSC', 16, 2, 'bad-value', 'SDSC.flags'],
    ['padding', 'SDSC', 28, 1, 'bad-value', 'SDSC.pad'],
    ['more nodes than there are', 'SDSC', 0, 6, 'bad-range', 'NODS.size'],
    ['more lights than there are', 'SDSC', 8, 3, 'bad-range', 'LGTS.size'],
    ['more instances than there are', 'SDSC', 12, 3, 'bad-range', 'INST.size'],
    ['a translation that is no number', 'NODS', 4, NAN, 'bad-value', 'NODS[0].translation'],
    ['a rotation that is no number', 'NODS', 12, NAN, 'bad-value', 'NODS[0].rotation'],
    ['a rotation of no length', 'NODS', NODE + 24, 0, 'bad-value', 'NODS[1].rotation'],
    ['an endless scale', 'NODS', 28, ENDLESS, 'bad-value', 'NODS[0].scale'],
    ['a parent that follows', 'NODS', NODE + 40, 1, 'bad-range', 'NODS[1].parent'],
    ['a parent that breaks pre-order', 'NODS', 4 * NODE + 40, 2, 'bad-order', 'NODS[4].parent'],
    ['a parent below none', 'NODS', 40, 0xfffffffe, 'bad-value', 'NODS[0].parent'],
    ['a skin below none', 'NODS', 60, 0xfffffffe, 'bad-value', 'NODS[0].skin'],
    ['a camera that is not there', 'NODS', 64, 2, 'bad-range', 'NODS[0].camera'],
    ['a light that is not there', 'NODS', 68, 2, 'bad-range', 'NODS[0].light'],
    ['a joint below none', 'NODS', 72, 0xfffffffe, 'bad-value', 'NODS[0].joint'],
    ['flags of a node', 'NODS', 76, 2, 'bad-value', 'NODS[0].flags'],
    ['instances that are not there', 'NODS', 3 * NODE + 84, 2, 'bad-range', 'NODS[3].firstInstance'],
    ['names that go back', 'NAME', 8, 5, 'bad-order', 'NAME.offsets[2]'],
    ['a camera of no type', 'CAMS', 0, 2, 'bad-value', 'CAMS[0].type'],
    ['a field of view that is no number', 'CAMS', 8, NAN, 'bad-value', 'CAMS[0].yfovOrYmag'],
    ['a negative near plane', 'CAMS', 12, NEGATIVE, 'bad-value', 'CAMS[0].znear'],
    ['an endless far plane that is not 0', 'CAMS', 16, ENDLESS, 'bad-value', 'CAMS[0].zfar'],
    ['padding of a camera', 'CAMS', 20, 1, 'bad-value', 'CAMS[0].pad'],
    ['a light of no type', 'LGTS', 0, 3, 'bad-value', 'LGTS[0].type'],
    ['a color that is no number', 'LGTS', 4, NAN, 'bad-value', 'LGTS[0].color'],
    ['a negative range', 'LGTS', 20, NEGATIVE, 'bad-value', 'LGTS[0].range'],
    ['a negative cone', 'LGTS', 28, NEGATIVE, 'bad-value', 'LGTS[0].outerCone'],
    ['extras of nothing known', 'EXTR', 16 + 64, 7, 'bad-value', 'EXTR[4].target'],
    ['extras that go back', 'EXTR', 16 + 32, 0, 'bad-order', 'EXTR[2].target'],
    ['extras of a node that is not there', 'EXTR', 16 + 20, 5, 'bad-range', 'EXTR[1].index'],
    ['extras of a second asset', 'EXTR', 16 + 68, 1, 'bad-range', 'EXTR[4].index'],
    ['text that two extras share', 'EXTR', 16 + 24, 16, 'bad-range', 'EXTR[1].offset'],
    ['extras without text', 'EXTR', 16 + 12, 0, 'bad-value', 'EXTR[0].length'],
    ['text that is no UTF-8', 'EXTR', 16 + 80 + 17, 0xffffffff, 'bad-text', 'EXTR[1]'],
    ['more text than there is', 'EXTR', 4, 36, 'bad-range', 'EXTR.size'],
    ['more clips than there are', 'ANIM', 0, 4, 'bad-range', 'ANIM.size'],
    ['clips that overlap', 'ANIM', 16 + 16, 2, 'bad-range', 'ANIM.clip[1].firstChannel'],
    ['channels of no clip', 'ANIM', 16 + 36, 1, 'bad-range', 'ANIM.clip'],
    ['a duration that is no number', 'ANIM', 16 + 8, NAN, 'bad-value', 'ANIM.clip[0].duration'],
    ['a channel for meshes', 'ANIM', CHANNELS, 2, 'bad-value', 'ANIM.channel[0].target'],
    ['a channel for a node that is not there', 'ANIM', CHANNELS + 4, 5, 'bad-range', 'ANIM.channel[0].index'],
    ['a property that nodes do not have', 'ANIM', CHANNELS + 8, 4, 'bad-value', 'ANIM.channel[0].property'],
    ['a property between the known ones', 'ANIM', CHANNELS + 64 + 8, 28, 'bad-value', 'ANIM.channel[2].property'],
    ['components of another property', 'ANIM', CHANNELS + 8, 0, 'bad-value', 'ANIM.channel[0].components'],
    ['an interpolation that nobody knows', 'ANIM', CHANNELS + 12, 0x0402, 'bad-value', 'ANIM.channel[0].interp'],
    ['visibility by halves', 'ANIM', CHANNELS + 32 + 12, 0x0101, 'bad-value', 'ANIM.channel[1].interp'],
    ['times that two channels share', 'ANIM', CHANNELS + 32 + 16, 1, 'bad-range', 'ANIM.channel[1].firstTime'],
    ['values that two channels share', 'ANIM', CHANNELS + 32 + 24, 7, 'bad-range', 'ANIM.channel[1].firstValue'],
  ] as const)('refuse %s', (_, chunk, at, word, code, field) => {
    const bytes = broken(chunk, at, word);
    expect(validateHscene(bytes)[0]).toMatchObject({ code, field });
    expect(() => decodeHscene(bytes)).toThrow(expect.objectContaining({ name: 'FormatError', code }));
  });

  it.each(['SDSC', 'NODS', 'NAME', 'CAMS', 'LGTS', 'INST'])('refuse a file without %s', (chunk) => {
    const bytes = encodeHscene(sampleHscene());
    bytes[placeOf(bytes, chunk).entry] = 0x5a;
    expect(validateHscene(bytes)[0]).toMatchObject({ code: 'missing', field: chunk });
    expect(() => decodeHscene(bytes)).toThrow(expect.objectContaining({ code: 'missing' }));
  });

  it('pass over a chunk that they do not know', () => {
    const bytes = encodeHscene(sampleHscene());
    const { entry } = placeOf(bytes, 'EXTR');
    bytes[entry] = 0x5a;
    bytes[entry + 4] = 7;
    expect(validateHscene(bytes)).toEqual([]);
    expect(decodeHscene(bytes).extras).toEqual([]);
  });
});

describe('the rules of .hscene that only validating holds', () => {
  it.each([
    ['an instance that is no number', 'INST', 40, NAN, 'bad-value', 'INST[1]'],
    ['an instance turned by nothing', 'INST', 24, 0, 'bad-value', 'INST[0].rotation'],
    ['text that is no JSON', 'EXTR', 16 + 80, 0x7b7b7b7b, 'bad-text', 'EXTR[0]'],
    ['a time that is no number', 'ANIM', TIMES + 4, NAN, 'bad-value', 'ANIM.channel[0].time[1]'],
    ['times that go back', 'ANIM', TIMES, 0x40000000, 'bad-order', 'ANIM.channel[0].time[1]'],
    ['a value that is no number', 'ANIM', VALUES, NAN, 'bad-value', 'ANIM.channel[0].value[0]'],
    ['a key turned by nothing', 'ANIM', VALUES + 12, 0, 'bad-value', 'ANIM.channel[0].value[0]'],
    ['half a visibility', 'ANIM', VALUES + 32, 0x3f000000, 'bad-value', 'ANIM.channel[1].value[0]'],
    ['another duration', 'ANIM', 16 + 8, 0x40400000, 'bad-value', 'ANIM.clip[0].duration'],
    ['padding between times and values', 'ANIM', TIMES + 24, 1, 'bad-value', 'ANIM.padding'],
  ] as const)('refuse %s', (_, chunk, at, word, code, field) => {
    const bytes = broken(chunk, at, word);
    const [problem] = validateHscene(bytes);
    expect(problem).toMatchObject({ code, field });
    expect(decodeHscene(bytes).version).toBe(1);
    expect(problem?.offset).toBeGreaterThanOrEqual(placeOf(bytes, chunk).payload);
  });
});
