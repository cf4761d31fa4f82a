import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  decodeHfont,
  decodeKtx2,
  findGlyph,
  findKerning,
  glyphAt,
  hashRef,
  validateHfont,
  validateKtx2,
} from '@assetc/formats';
import * as hb from 'harfbuzzjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildFont } from '../../compilers/font/build-font.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { loadZstd } from '../../encoding/zstd.js';
import { readFont } from '../../importers/font/read-font.js';
import { corpusFolder } from '../../testing/corpus.js';
import type { TestContext } from '../../testing/test-context.js';
import { compileFont as compile, failure, TINY } from './testing/compile-font.js';
import { type Atlas, drawCompiled, drawDirectly, type Frame, kernPairs, meanError } from './testing/rasterize.js';
import { writeTinyFont } from './testing/tiny-font.js';

const corpus = join(corpusFolder, 'font');
const righteous = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/righteous/400Regular/Righteous_400Regular.ttf',
);
const FONTS = [
  { name: 'TrueType, Righteous', file: righteous },
  { name: 'TrueType, Lilita One of the corpus', file: join(corpus, 'lilita_one_regular.ttf') },
  { name: 'CFF, Cantarell of the corpus', file: join(corpus, 'Cantarell-Regular.otf') },
];

async function atlasOf(context: TestContext): Promise<Atlas> {
  const zstd = await loadZstd();
  const ktx = decodeKtx2(context.output('.ktx2'));
  const [level] = ktx.levels;
  if (level === undefined) throw new Error('no level');
  return {
    width: ktx.pixelWidth,
    height: ktx.pixelHeight,
    pixels: zstd.decompress(level.bytes, level.uncompressedByteLength),
  };
}

const TEXT = 'AVATAR Wave & f0g! Tölpel, ÆTy';
const frameOf = (size: number): Frame => ({
  width: Math.ceil(size * 19),
  height: Math.ceil(size * 1.6),
  size,
  x: size * 0.3,
  y: size * 1.15,
});

describe.each(FONTS)('$name', ({ file }) => {
  const present = existsSync(file);
  const bytes = present ? new Uint8Array(readFileSync(file)) : new Uint8Array();

  describe.skipIf(!present).each(['sdf', 'msdf'] as const)('%s', (field) => {
    let context: TestContext;
    let atlas: Atlas;
    beforeAll(async () => {
      context = await compile(bytes, { field });
      atlas = await atlasOf(context);
    });

    it.each([20, 48, 120])('drawn at %i pixels it differs from its outlines by 3 % on average at most', (size) => {
      const frame = frameOf(size);
      const direct = drawDirectly(bytes, TEXT, frame);
      const error = meanError(direct, drawCompiled(context.output('.hfont'), atlas, TEXT, frame));
      expect(error).toBeLessThan(0.01);
      // The measure can fail: the same text moved by a tenth of an em is far off.
      const moved = drawCompiled(context.output('.hfont'), atlas, TEXT, { ...frame, x: frame.x + size / 10 });
      expect(meanError(direct, moved)).toBeGreaterThan(0.05);
    });

    it('is valid, and its atlas is lossless, linear and full of mips', () => {
      expect(validateHfont(context.output('.hfont'))).toEqual([]);
      expect(validateKtx2(context.output('.ktx2'))).toEqual([]);
      const font = decodeHfont(context.output('.hfont'));
      const ktx = decodeKtx2(context.output('.ktx2'));
      expect([font.atlasWidth, font.atlasHeight]).toEqual([ktx.pixelWidth, ktx.pixelHeight]);
      expect(ktx.vkFormat).toBe(37);
      expect(ktx.levels).toHaveLength(Math.log2(Math.max(ktx.pixelWidth, ktx.pixelHeight)) + 1);
      expect(font.msdf).toBe(field === 'msdf');
      expect(font.atlasTex).toBe(hashRef('ui/main'));
      expect(font.distanceRange).toBeCloseTo((255 * 6) / 128, 5);
      expect(font.edgeValue).toBeCloseTo(128 / 255, 6);
    });
  });

  it.skipIf(!present)('has the kerning that HarfBuzz applies, pair for pair', async () => {
    const context = await compile(bytes, { charset: 'ascii', size: 8, spread: 1 });
    const font = decodeHfont(context.output('.hfont'));
    const face = new hb.Face(new hb.Blob(bytes));
    const shaper = new hb.Font(face);
    const buffer = new hb.Buffer();
    const older = kernPairs(face);
    let pairs = 0;
    for (let left = 0x21; left < 0x7f; left++) {
      for (let right = 0x21; right < 0x7f; right++) {
        buffer.reset();
        buffer.addCodePoints([left, right]);
        buffer.guessSegmentProperties();
        hb.shape(shaper, buffer);
        const glyphs = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
        // Ligatures are not pairs.
        if (glyphs[0] !== shaper.nominalGlyph(left) || glyphs[1] !== shaper.nominalGlyph(right)) continue;
        const shaped = buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0);
        const together = (shaped + (older.get(`${glyphs[0]} ${glyphs[1]}`) ?? 0)) / face.upem;
        const ours = findGlyph(font, left).advance + findKerning(font, left, right) + findGlyph(font, right).advance;
        expect(Math.abs(ours - together), String.fromCharCode(left, right)).toBeLessThan(1e-6);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(8000);
  });
});

describe('a CFF font', () => {
  it.each(['sdf', 'msdf'])('is drawn like its outlines, including curves, from an %s', async (field) => {
    const bytes = writeTinyFont({ glyphs: TINY.glyphs, cff: true });
    const context = await compile(bytes, { field, charset: ['AB'] });
    const atlas = await atlasOf(context);
    for (const size of [20, 48, 120]) {
      const frame = frameOf(size);
      const direct = drawDirectly(bytes, 'ABBA', frame);
      expect(direct.coverage.some((coverage) => coverage > 0.999)).toBe(true);
      expect(meanError(direct, drawCompiled(context.output('.hfont'), atlas, 'ABBA', frame))).toBeLessThan(0.02);
    }
  });
});

describe('a corner', () => {
  it('stays sharper in an msdf than in an sdf', async () => {
    const bytes = writeTinyFont(TINY);
    const frame: Frame = { width: 200, height: 200, size: 200, x: 20, y: 160 };
    const direct = drawDirectly(bytes, 'B', frame);
    const errorOf = async (field: string): Promise<number> => {
      const context = await compile(bytes, { field, size: 24, charset: ['AB'] });
      return meanError(direct, drawCompiled(context.output('.hfont'), await atlasOf(context), 'B', frame));
    };
    const [sdf, msdf] = [await errorOf('sdf'), await errorOf('msdf')];
    expect(msdf).toBeLessThan(sdf / 3);
  });
});

describe('overlapping contours', () => {
  it.each(['sdf', 'msdf'])('are one shape in an %s', async (field) => {
    const bytes = writeTinyFont(TINY);
    const context = await compile(bytes, { field, charset: ['AB'] });
    const atlas = await atlasOf(context);
    const font = decodeHfont(context.output('.hfont'));
    const [left = 0, , right = 0, top = 0] = findGlyph(font, 0x41).plane;
    const [u0 = 0, v0 = 0, u1 = 0] = findGlyph(font, 0x41).uv;
    const texels = ((u1 - u0) * atlas.width) / (right - left);
    // 150 units from the border, and 10 from an edge of the second square inside the first.
    const x = Math.floor(u0 * atlas.width + (0.26 - left) * texels);
    const y = Math.floor(v0 * atlas.height + (top - 0.25) * texels);
    const at = (y * atlas.width + x) * 4;
    const [, middle = 0] = [...atlas.pixels.subarray(at, at + 3)].sort((a, b) => a - b);
    expect(middle).toBeGreaterThan(200);
    const frame = frameOf(60);
    expect(
      meanError(drawDirectly(bytes, 'A', frame), drawCompiled(context.output('.hfont'), atlas, 'A', frame)),
    ).toBeLessThan(0.01);
  });
});

describe('a variable font', () => {
  const bytes = writeTinyFont(TINY);
  const topOf = async (variations: Record<string, number>): Promise<number> => {
    const context = await compile(bytes, { charset: ['B'], variations });
    return findGlyph(decodeHfont(context.output('.hfont')), 0x42).plane[3] ?? 0;
  };

  it('gives its default instance, and others by their axes', async () => {
    // 400 units and 6 texels of spread at 48 texels per em; the maximum moves the top by 300 units.
    expect(await topOf({})).toBeCloseTo(Math.ceil(0.4 * 48) / 48 + 6 / 48, 5);
    expect(await topOf({ wght: 900 })).toBeCloseTo(Math.ceil(0.7 * 48) / 48 + 6 / 48, 5);
    const frame = frameOf(48);
    const context = await compile(bytes, { charset: ['AB'], variations: { wght: 700 } });
    const direct = drawDirectly(bytes, 'AB', frame, { wght: 700 });
    expect(meanError(direct, drawCompiled(context.output('.hfont'), await atlasOf(context), 'AB', frame))).toBeLessThan(
      0.01,
    );
  });

  it('clamps a value that the axis does not reach, with a warning, and refuses an unknown axis', async () => {
    const context = await compile(bytes, { charset: ['B'], variations: { wght: 2000 } });
    expect(context.warnings.map(({ code }) => code)).toEqual(['font/axis-clamped']);
    expect(await failure(compile(bytes, { variations: { slnt: 1 } }))).toMatchObject({
      code: 'font/unknown-axis',
      hint: 'Its axes are wght (100 to 900).',
    });
  });
});

describe('a font table', () => {
  it('begins with .notdef, holds each character once and leaves a space without area', async () => {
    const context = await compile(writeTinyFont(TINY), { charset: ['AB', ' '] });
    const font = decodeHfont(context.output('.hfont'));
    const glyphs = Array.from({ length: font.glyphCount }, (_, i) => glyphAt(font, i));
    expect(glyphs.map((glyph) => glyph?.codepoint)).toEqual([0, 0x20, 0x41, 0x42]);
    expect(glyphs[1]).toMatchObject({ advance: 0.25, plane: [0, 0, 0, 0], uv: [0, 0, 0, 0] });
    expect(font).toMatchObject({ kerningCount: 2 });
    expect([font.ascent, font.descent, font.lineGap].map((v) => Math.round(v * 1000))).toEqual([800, -200, 90]);
    expect(findKerning(font, 0x41, 0x42)).toBeCloseTo(-0.08, 6);
    expect(findKerning(font, 0x42, 0x41)).toBeCloseTo(0.045, 6);
    expect(findKerning(font, 0x41, 0x41)).toBe(0);
  });

  it('is the same twice', async () => {
    const [a, b] = [
      await compile(writeTinyFont(TINY), { charset: ['AB'] }),
      await compile(writeTinyFont(TINY), { charset: ['AB'] }),
    ];
    expect(a.output('.hfont')).toEqual(b.output('.hfont'));
    expect(a.output('.ktx2')).toEqual(b.output('.ktx2'));
  });
});

describe('broken fonts', () => {
  const good = writeTinyFont(TINY);

  it.each([
    ['an empty file', new Uint8Array(), 'font/empty'],
    ['a text', new TextEncoder().encode('this is not a font at all'), 'font/not-a-font'],
    ['a web font that is cut off', new TextEncoder().encode('wOF2xxxxxxxxxxxxxxxx'), 'font/damaged'],
    ['an older web font that is cut off', new TextEncoder().encode('wOFFxxxxxxxxxxxxxxxx'), 'font/damaged'],
    ['a collection that is cut off', new TextEncoder().encode('ttcfxxxxxxxxxxxxxxxx'), 'font/damaged'],
    ['half a font', good.subarray(0, good.length / 2), 'font/damaged'],
    ['a header', good.subarray(0, 12), 'font/damaged'],
  ])('%s is refused in words', async (_, bytes, code) => {
    expect(await failure(compile(bytes))).toMatchObject({ code, file: 'ui/Main.ttf' });
  });

  it('with any byte inverted give a font or a diagnostic, nothing else', async () => {
    for (let at = 0; at < good.length; at += 3) {
      const bytes = good.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      try {
        const font = await readFont(bytes, {
          file: 'x.ttf',
          codepoints: Uint32Array.of(0x20, 0x41, 0x42),
          face: 0,
          variations: {},
          warn: () => {},
        });
        buildFont(font, { size: 16, spread: 2, field: 'msdf' }, { path: 'x.ttf', sourceRef: 'x' });
      } catch (error) {
        if (!(error instanceof AssetError)) throw new Error(`byte ${at}`, { cause: error });
      }
    }
  });

  it('too large for any atlas are refused', async () => {
    const font = await readFont(good, {
      file: 'x.ttf',
      codepoints: Uint32Array.of(0x41),
      face: 0,
      variations: {},
      warn: () => {},
    });
    const huge = { ...font, unitsPerEm: 20 };
    expect(() => buildFont(huge, { size: 1024, spread: 2, field: 'sdf' }, { path: 'x.ttf', sourceRef: 'x' })).toThrow(
      /do not fit/,
    );
  });
});
