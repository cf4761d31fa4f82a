import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { hashRef } from '../refs/hash-ref.js';
import { survivesDamage } from '../testing/damage.js';
import { readGolden, readTwin, toTwin, writeGoldenIfAsked } from '../testing/golden.js';
import { encodeHfont } from './encode.js';
import { findGlyph, findKerning, glyphAt, texelsPerEm } from './find-glyph.js';
import type { Glyph, HfontModel } from './model.js';
import { decodeHfont } from './read.js';
import { validateHfont } from './validate.js';

const glyph = (codepoint: number, index: number): Glyph => ({
  codepoint,
  advance: 0.5 + index / 16,
  plane: [-0.125, -0.25, 0.5, 0.75],
  uv: [index / 8, 0.25, (index + 1) / 8, 0.5],
});
const space: Glyph = { codepoint: 32, advance: 0.25, plane: [0, 0, 0, 0], uv: [0, 0, 0, 0] };
const model = (): HfontModel => ({
  atlasTex: hashRef('ui/font'),
  ascent: 0.75,
  descent: -0.25,
  lineGap: 0.125,
  distanceRange: 11.953125,
  edgeValue: Math.fround(128 / 255),
  atlasWidth: 256,
  atlasHeight: 128,
  msdf: false,
  glyphs: [glyph(0, 0), space, glyph(65, 1), glyph(86, 2), glyph(0x1f600, 3)],
  kerning: [
    { left: 65, right: 86, advance: -0.0625 },
    { left: 86, right: 65, advance: -0.125 },
  ],
});

describe('the .hfont golden', () => {
  it('keeps its bytes and its twin', () => {
    const bytes = encodeHfont(model());
    const twin = toTwin(decodeHfont(bytes));
    writeGoldenIfAsked('font.hfont', bytes);
    writeGoldenIfAsked('font.json', `${JSON.stringify(twin, null, 1)}\n`);
    expect(bytes).toEqual(readGolden('font.hfont'));
    expect(twin).toEqual(readTwin('font.json'));
    expect(validateHfont(bytes)).toEqual([]);
  });

  it('survives every truncation and every flipped bit', () => {
    const report = survivesDamage({ bytes: encodeHfont(model()), decode: decodeHfont, validate: validateHfont });
    expect(report.broken).toEqual([]);
    expect(report.refused).toBeGreaterThan(100);
  });
});

const f32 = fc.float({ noNaN: true, noDefaultInfinity: true, min: -100, max: 100 });
const codepoint = fc.integer({ min: 1, max: 0xd7ff });

describe('.hfont round trips', () => {
  it('give back every glyph and every pair, in any order of input', () => {
    const fonts = fc.record({
      glyphs: fc.uniqueArray(fc.tuple(codepoint, f32), { selector: ([c]) => c, maxLength: 20 }),
      pairs: fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(30), f32), { selector: ([l, r]) => l * 99 + r, maxLength: 20 }),
      msdf: fc.boolean(),
    });
    fc.assert(
      fc.property(fonts, ({ glyphs, pairs, msdf }) => {
        const all = [glyph(0, 0), ...glyphs.map(([c, advance]) => ({ ...glyph(c, 1), advance }))];
        const kerning = pairs.map(([l, r, advance]) => ({
          left: all[l % all.length]?.codepoint ?? 0,
          right: all[r % all.length]?.codepoint ?? 0,
          advance,
        }));
        const unique = [...new Map(kerning.map((k) => [`${k.left} ${k.right}`, k])).values()];
        const bytes = encodeHfont({ ...model(), msdf, glyphs: all, kerning: unique });
        expect(validateHfont(bytes)).toEqual([]);
        const font = decodeHfont(bytes);
        expect(font.msdf).toBe(msdf);
        for (const wanted of all) expect(findGlyph(font, wanted.codepoint)).toEqual(wanted);
        for (const { left, right, advance } of unique) expect(findKerning(font, left, right)).toBe(advance);
        expect(encodeHfont({ ...model(), msdf, glyphs: all.toReversed(), kerning: unique.toReversed() })).toEqual(
          bytes,
        );
      }),
    );
  });

  it('answer an unknown codepoint with .notdef and an unknown pair with 0', () => {
    const font = decodeHfont(encodeHfont(model()));
    expect(findGlyph(font, 0x2603).codepoint).toBe(0);
    expect(findKerning(font, 65, 65)).toBe(0);
    expect(glyphAt(font, 99)).toBeUndefined();
  });

  it('work from unaligned memory', () => {
    const bytes = encodeHfont(model());
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(toTwin(decodeHfont(shifted.subarray(1)))).toEqual(toTwin(decodeHfont(bytes)));
  });

  it('refuse to write a font without .notdef, or a glyph or pair twice', () => {
    expect(() => encodeHfont({ ...model(), glyphs: [glyph(65, 0)] })).toThrow('codepoint 0');
    expect(() => encodeHfont({ ...model(), glyphs: [glyph(0, 0), glyph(0, 0)] })).toThrow('twice');
    const pair = { left: 65, right: 65, advance: 0 };
    expect(() => encodeHfont({ ...model(), kerning: [pair, pair] })).toThrow('twice');
  });
});

const GLYPHS = 52;
const KERNING = 52 + 5 * 40;
const NAN = 0x7fc00000;
const changed = (...changes: readonly (readonly [number, number])[]) => {
  const bytes = encodeHfont(model());
  for (const [at, value] of changes) new DataView(bytes.buffer).setUint32(at, value, true);
  return bytes;
};
const float = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;

describe('validateHfont rejects', () => {
  it.each<[string, Uint8Array, string]>([
    ['a wrong magic', changed([0, 1]), 'bad-magic HfontHeader.magic'],
    ['another version', changed([4, 2]), 'bad-version HfontHeader.version'],
    ['no glyph', changed([8, 0]), 'bad-value HfontHeader.glyphCount'],
    ['more glyphs than the file holds', changed([8, 6]), 'truncated HfontHeader'],
    ['more pairs than the file holds', changed([12, 3]), 'truncated HfontHeader'],
    ['bytes after the pairs', changed([12, 1]), 'trailing-bytes file'],
    ['a NaN ascent', changed([24, NAN]), 'bad-value HfontHeader.ascent'],
    ['a positive descent', changed([28, float(0.25)]), 'bad-value HfontHeader.descent'],
    ['a NaN line gap', changed([32, NAN]), 'bad-value HfontHeader.lineGap'],
    ['a distance range of 0', changed([36, 0]), 'bad-value HfontHeader.distanceRange'],
    ['an edge value of 1', changed([40, float(1)]), 'bad-value HfontHeader.edgeValue'],
    ['an atlas of width 0', changed([44, 128 << 16]), 'bad-value HfontHeader.atlasWidth'],
    ['an atlas of height 0', changed([44, 256]), 'bad-value HfontHeader.atlasHeight'],
    ['unknown flags', changed([48, 2]), 'bad-value HfontHeader.flags'],
    ['a first glyph that is not .notdef', changed([GLYPHS, 5]), 'bad-value glyphs[0].codepoint'],
    ['glyphs out of order', changed([GLYPHS + 80, 20]), 'bad-order glyphs[2].codepoint'],
    ['a glyph twice', changed([GLYPHS + 80, 32]), 'duplicate glyphs[2].codepoint'],
    ['a codepoint beyond Unicode', changed([GLYPHS + 160, 0x110000]), 'bad-value glyphs[4].codepoint'],
    ['a surrogate', changed([GLYPHS + 160, 0xd800]), 'bad-value glyphs[4].codepoint'],
    ['a NaN advance', changed([GLYPHS + 4, NAN]), 'bad-value glyphs[0].advance'],
    ['an infinite plane', changed([GLYPHS + 8, 0x7f800000]), 'bad-value glyphs[0].plane'],
    ['a plane turned over', changed([GLYPHS + 8, float(2)]), 'bad-value glyphs[0].plane'],
    ['a uv turned over', changed([GLYPHS + 24, float(0.9)]), 'bad-value glyphs[0].uv'],
    ['a uv outside the atlas', changed([GLYPHS + 32, float(1.5)]), 'bad-range glyphs[0].uv'],
    ['an outline without texels', changed([GLYPHS + 24, float(0.125)]), 'bad-value glyphs[0].plane'],
    ['a pair of an unknown left glyph', changed([KERNING, 64]), 'bad-range kerning[0].left'],
    ['a pair of an unknown right glyph', changed([KERNING + 4, 64]), 'bad-range kerning[0].right'],
    ['pairs out of order', changed([KERNING, 86], [KERNING + 4, 86]), 'bad-order kerning[1]'],
    ['a pair twice', changed([KERNING, 86], [KERNING + 4, 65]), 'duplicate kerning[1]'],
    ['a NaN kerning', changed([KERNING + 8, NAN]), 'bad-value kerning[0].advance'],
    ['a short header', changed().subarray(0, 51), 'truncated HfontHeader'],
  ])('%s', (_, bytes, wanted) => {
    expect(validateHfont(bytes).map(({ code, field }) => `${code} ${field}`)).toContain(wanted);
  });

  it('a wrong order or size in the decoder as well', () => {
    for (const bytes of [changed([8, 6]), changed([12, 1]), changed([GLYPHS, 5]), changed([GLYPHS + 80, 32])]) {
      expect(() => decodeHfont(bytes)).toThrow(FormatError);
    }
  });
});

describe('texelsPerEm', () => {
  it('is the width of a glyph in the atlas by its width in em', () => {
    // 256 / 8 texels for 0.625 em.
    expect(texelsPerEm(decodeHfont(encodeHfont(model())))).toBeCloseTo(51.2, 5);
  });

  it('is 0 if nothing can be drawn', () => {
    const blank = { ...model(), kerning: [], glyphs: [{ ...space, codepoint: 0 }, space] };
    expect(texelsPerEm(decodeHfont(encodeHfont(blank)))).toBe(0);
  });
});
