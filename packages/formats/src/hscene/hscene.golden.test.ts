// The golden scene, written here straight from the spec's text, without the structs of the encoder.

import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../testing/byte-writer.js';
import { chunkedFile } from '../testing/chunked-file.js';
import { survivesDamage, survivesOverwrites } from '../testing/damage.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { sampleHscene } from '../testing/sample-hscene.js';
import { encodeHscene } from './encode.js';
import { decodeHscene } from './read.js';
import { validateHscene } from './validate.js';

const w = () => new ByteWriter();
const utf8 = (text: string) => new TextEncoder().encode(text);
const IDENTITY = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1] as const;

/** Translation, rotation, scale; parent; submeshes, lines; skin, camera, light, joint; flags, instances. */
const nodes = () =>
  w()
    .f32(1, 2, 3, 0.5, 0.5, 0.5, 0.5, 1, -1, 2)
    .i32(-1, 0, 0, 0, 0, -1, -1, -1, -1, 1, 0, 0)
    .f32(...IDENTITY)
    .i32(0, 1, 1, 0, 1, 2, -1, -1, 1, 1, 0, 0)
    .f32(...IDENTITY)
    .i32(1, 0, 0, 0, 0, -1, 0, -1, -1, 0, 0, 0)
    .f32(...IDENTITY)
    .i32(0, 0, 1, 0, 0, -1, 1, 0, -1, 1, 1, 1)
    .f32(...IDENTITY)
    .i32(-1, 0, 0, 0, 0, -1, -1, 1, -1, 1, 0, 0);

function names(): ByteWriter {
  const texts = ['Wurzel', '', '📷', 'lamp', 'other root', 'view', '', 'sun', 'spot', 'turn', 'still', 'dim'].map(utf8);
  const out = w().u32(0);
  let end = 0;
  for (const text of texts) {
    end += text.length;
    out.u32(end);
  }
  out.pad(16);
  for (const text of texts) out.bytes(text);
  return out;
}

function extras(): ByteWriter {
  const out = w().u32(5, 35, 0, 0);
  out.u32(0, 0, 0, 17).u32(1, 3, 17, 11).u32(2, 1, 28, 1).u32(3, 7, 29, 2).u32(6, 0, 31, 4);
  return out.bytes(utf8('{"gravity":-9.81}["ä",null]1{}true'));
}

/** Four words, interpolation and components, four words. */
const channel = (
  out: ByteWriter,
  head: readonly number[],
  interp: number,
  components: number,
  rest: readonly number[],
) =>
  out
    .u32(...head)
    .u8(interp, components)
    .u16(0)
    .u32(...rest, 0);

function animation(): ByteWriter {
  const out = w().u32(3, 5, 6, 16);
  out.u32(0, 3).f32(2).u32(0).u32(3, 0).f32(0).u32(0).u32(3, 2).f32(1).u32(0);
  channel(out, [1, 0, 1], 1, 4, [0, 2, 0]);
  channel(out, [1, 2, 3], 0, 1, [2, 1, 8]);
  channel(out, [3, 1, 64 + 3 * 2], 1, 2, [3, 2, 9]);
  channel(out, [5, 1, 0], 1, 3, [5, 1, 13]);
  channel(out, [4, 0, 3], 0, 1, [6, 0, 16]);
  out.f32(0, 1.5, 0.5, 0, 2, 1).pad(16);
  return out.f32(0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0.5, -0.5, 1, 0.5, 0);
}

const golden = (): Uint8Array =>
  chunkedFile('HSCN', 1, [
    ['SDSC', w().u32(5, 2, 2, 2, 1, 0, 0, 0)],
    ['NODS', nodes()],
    ['NAME', names()],
    ['CAMS', w().u32(0).f32(1.5, 0.75, 0.125, 0).u32(0, 0, 0).u32(1).f32(2, 3, 0, 100).u32(0, 0, 0)],
    ['LGTS', w().u32(0).f32(1, 0.5, 0.25, 3, 0, 0, 0.75).u32(2).f32(1, 1, 1, 40, 10, 0.25, 0.5)],
    ['INST', w().f32(...IDENTITY, 4, 5, 6, 0, 1, 0, 0, 2, 2, 2)],
    ['EXTR', extras()],
    ['ANIM', animation()],
  ]);

/** What decoding adds to the model: children, roots, durations. */
function twin(): string {
  const { nodes: models, clips, ...rest } = sampleHscene();
  const children = [[1, 3], [2], [], [], []];
  const durations = [2, 0, 1];
  const scene = {
    version: 1,
    ...rest,
    nodes: models.map((node, i) => ({ ...node, children: children[i] })),
    roots: [0, 4],
    clips: clips.map((clip, i) => ({ ...clip, duration: durations[i] })),
  };
  return `${JSON.stringify(toTwin(scene), null, 1)}\n`;
}

describe('the golden scene', () => {
  it('follows the spec, byte for byte', () => {
    writeGoldenIfAsked('room.hscene', golden());
    writeGoldenIfAsked('room.json', twin());
    expect(readGolden('room.hscene')).toEqual(golden());
    expect(golden().length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
  });

  it('decodes to its twin and comes back from the encoder unchanged', () => {
    const bytes = readGolden('room.hscene');
    expect(toTwin(decodeHscene(bytes))).toEqual(readTwin('room.json'));
    expect(encodeHscene(decodeHscene(bytes))).toEqual(bytes);
    expect(encodeHscene(sampleHscene())).toEqual(bytes);
    expect(validateHscene(bytes)).toEqual([]);
  });

  it('survives every truncation and flipped bit', () => {
    const report = survivesDamage({ bytes: golden(), decode: decodeHscene, validate: validateHscene });
    expect(report.broken).toEqual([]);
    expect(report.cases).toBe(golden().length * 9);
    expect(report.refused).toBeGreaterThan(golden().length);
  });

  it('survives words overwritten by extremes', () => {
    const report = survivesOverwrites({ bytes: golden(), decode: decodeHscene, validate: validateHscene }, 4000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
});
