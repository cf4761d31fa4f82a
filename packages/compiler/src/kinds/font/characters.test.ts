import { decodeHfont, glyphAt } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { SettingValue } from '../../model/kind/setting.js';
import { compileFont as compile, failure, TINY } from './testing/compile-font.js';
import { writeTinyFont } from './testing/tiny-font.js';

describe('characters', () => {
  it('warns once about the characters that the font lacks', async () => {
    const context = await compile(writeTinyFont(TINY), { charset: 'ascii' });
    expect(context.warnings).toMatchObject([{ code: 'font/missing-characters', file: 'ui/Main.ttf' }]);
    expect(context.warnings[0]?.message).toContain(
      'the font lacks 92 of 95 requested characters: U+0021 !, U+0022 ", U+0023 #, U+0024 $, U+0025 %, …',
    );
  });

  it('warns about characters that are blank, but not about spaces', async () => {
    const blank = (codepoint: number) => ({ codepoint, advance: 500, contours: [] });
    // U+00AD, the soft hyphen, is blank by right; that of U+00C4 has two points, and no area.
    const flat = {
      codepoint: 0xc4,
      advance: 500,
      contours: [
        [
          [0, 0],
          [500, 700],
        ],
      ],
    } as const;
    const glyphs = [...TINY.glyphs.slice(0, 4), blank(0x43), blank(0xa0), blank(0xad), flat];
    const { warnings } = await compile(writeTinyFont({ glyphs }), { charset: [' ABC', 'U+00A0', 'U+00AD', 'U+00C4'] });
    expect(warnings).toMatchObject([{ code: 'font/blank-characters', file: 'ui/Main.ttf' }]);
    expect(warnings[0]?.message).toBe(
      '2 of 4 characters would be invisible, because their glyphs have no outlines: U+0043 C, U+00C4 Ä',
    );
    expect((await compile(writeTinyFont({ glyphs }), { charset: [' AB', 'U+00AD'] })).warnings).toEqual([]);
    const icons = await compile(writeTinyFont({ glyphs }), { charset: ['C'] });
    expect(icons.warnings).toMatchObject([{ hint: expect.stringContaining('set font.charset') }]);
  });

  it('refuses a font of pictures only, and warns about some', async () => {
    const glyphs = [...TINY.glyphs.slice(0, 2), { codepoint: 0x41, advance: 700, contours: [] }];
    const colored = writeTinyFont({
      glyphs,
      more: [
        ['COLR', [0, 0]],
        ['CPAL', [0, 0]],
      ],
    });
    await expect(compile(colored, { charset: [' A'] })).rejects.toMatchObject({
      diagnostic: {
        code: 'font/no-outlines',
        message: 'the font has color glyphs or bitmaps (COLR) but no outlines for the requested characters: U+0041 A',
      },
    });
    const mixed = writeTinyFont({ glyphs: [...glyphs, ...TINY.glyphs.slice(3, 4)], more: [['sbix', [0, 0]]] });
    const { warnings } = await compile(mixed, { charset: ['AB'] });
    expect(warnings.map(({ message }) => message)).toEqual([
      '1 of 2 characters would be invisible, because the font has color glyphs or bitmaps (sbix) for them: U+0041 A',
    ]);
  });
});

describe('the charset', () => {
  const codepoints = async (charset: SettingValue, files: Record<string, string> = {}): Promise<string> => {
    const context = await compile(writeTinyFont(TINY), { charset }, files);
    const font = decodeHfont(context.output('.hfont'));
    return String.fromCodePoint(
      ...Array.from({ length: font.glyphCount - 1 }, (_, i) => glyphAt(font, i + 1)?.codepoint ?? 0),
    );
  };

  it('is a set, ranges, characters or a text file', async () => {
    // If the font has no no-break space, its space is used.
    expect(await codepoints('latin1')).toBe(' AB\u00a0');
    expect(await codepoints(['U+0041'])).toBe('A');
    expect(await codepoints(['0x41-0x42'])).toBe('AB');
    expect(await codepoints(['U+0020–0041'])).toBe(' A');
    expect(await codepoints(['B', 'A'])).toBe('AB');
    expect(await codepoints('ui/texts.txt', { 'ui/texts.txt': 'B\r\n\tB A' })).toBe(' AB');
  });

  it('read from a file makes the file a dependency', async () => {
    const context = await compile(writeTinyFont(TINY), { charset: 'ui/texts.txt' }, { 'ui/texts.txt': 'AB' });
    expect(context.seen).toContain('ui/texts.txt');
  });

  it('that is invalid is refused', async () => {
    for (const charset of ['latin2', 'none.txt', '../outside.txt', ['U+0041-0040'], ['U+110000'], []]) {
      expect((await failure(compile(writeTinyFont(TINY), { charset }))).code, String(charset)).toBe('font/bad-charset');
    }
    expect(await failure(compile(writeTinyFont(TINY), { charset: ['Ж'] }))).toMatchObject({
      code: 'font/no-characters',
      hint: 'Set font.charset to characters that the font has: 3 characters from U+0020 to U+0042.',
    });
  });
});
