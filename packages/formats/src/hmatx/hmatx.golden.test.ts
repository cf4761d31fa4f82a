// The golden material file, written here straight from the spec's text, without the structs of the encoder.

import { describe, expect, it } from 'vitest';
import { hashRef } from '../refs/hash-ref.js';
import { ByteWriter } from '../testing/byte-writer.js';
import { chunkedFile } from '../testing/chunked-file.js';
import { survivesDamage, survivesOverwrites } from '../testing/damage.js';
import { GOLDEN_LIMIT_BYTES, readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { sampleHmatx } from '../testing/sample-hmatx.js';
import { encodeHmatx } from './encode.js';
import { decodeHmatx } from './read.js';
import { validateHmatx } from './validate.js';

const w = () => new ByteWriter();
const texture = (i: number) => hashRef(`models/chair/tex_${i}`);

/** row, slot, texture, uvSet, wraps and filters, offset, scale, rotation, padding. */
const golden = (): Uint8Array =>
  chunkedFile('HMTX', 1, [
    ['MDSC', w().u32(4, 3, 0, 0)],
    [
      'TEXS',
      w()
        .u32(0, 0)
        .u64(texture(0))
        .u32(1)
        .u8(1, 2, 6, 1)
        .f32(0.25, -1, 2, 0.5, 1.5)
        .u32(0)
        .u32(0, 18)
        .u64(texture(1))
        .u32(0)
        .u8(0, 0, 0, 0)
        .f32(0, 0, 1, 1, 0)
        .u32(0)
        .u32(3, 8)
        .u64(texture(2))
        .u32(0)
        .u8(0, 1, 0, 0)
        .f32(0, 0, 1, 1, 0)
        .u32(0),
    ],
    ['ANIS', w().u32(1).f32(0.5, -0.25)],
    ['CLRC', w().u32(0).f32(1, 0.125, 1).u32(3).f32(0.5, 0, -2)],
    ['DTRN', w().u32(2).f32(0.75, 1, 0.5, 0.25)],
    ['DISP', w().u32(0).f32(0.5)],
    ['IORX', w().u32(0).f32(1.5)],
    ['IRID', w().u32(1).f32(1, 1.25, 100, 400)],
    ['SHEN', w().u32(2).f32(0.5, 0.125, 0.25, 0.5)],
    ['SPEC', w().u32(3).f32(0.25, 2, 1, 0)],
    ['TRNS', w().u32(0).f32(0.875)],
    ['UNLT', w().u32(1, 2)],
    ['VOLM', w().u32(0).f32(0.5, 0, 0.5, 0.75, 1)],
    ['VNAM', w().u32(0, 5, 5, 14).ascii('LederStoff ').u8(0xe2, 0x99, 0xbb)],
    ['VMAP', w().u32(0, 0, 1).u32(2, 0, 3).u32(2, 1, 0)],
  ]);

describe('the golden material file', () => {
  it('follows the spec, byte for byte', () => {
    writeGoldenIfAsked('chair.hmatx', golden());
    writeGoldenIfAsked('chair-hmatx.json', `${JSON.stringify(toTwin({ version: 1, ...sampleHmatx() }), null, 1)}\n`);
    expect(readGolden('chair.hmatx')).toEqual(golden());
    expect(golden().length).toBeLessThanOrEqual(GOLDEN_LIMIT_BYTES);
  });

  it('decodes to its twin and comes back from the encoder unchanged', () => {
    const bytes = readGolden('chair.hmatx');
    expect(toTwin(decodeHmatx(bytes))).toEqual(readTwin('chair-hmatx.json'));
    expect(encodeHmatx(decodeHmatx(bytes))).toEqual(bytes);
    expect(encodeHmatx(sampleHmatx())).toEqual(bytes);
    expect(validateHmatx(bytes)).toEqual([]);
  });

  it('survives every truncation and flipped bit', () => {
    const report = survivesDamage({ bytes: golden(), decode: decodeHmatx, validate: validateHmatx });
    expect(report.broken).toEqual([]);
    expect(report.cases).toBe(golden().length * 9);
    expect(report.refused).toBeGreaterThan(golden().length);
  });

  it('survives words overwritten by extremes', () => {
    const report = survivesOverwrites({ bytes: golden(), decode: decodeHmatx, validate: validateHmatx }, 5000);
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(1000);
  });
});
