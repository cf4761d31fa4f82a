import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compress } from 'wawoff2';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { FontModel } from '../../model/font.js';
import { corpusFolder } from '../../testing/corpus.js';
import { readFont } from './read-font.js';
import { readSfnt, writeSfnt } from './sfnt.js';
import { packCollection, packWoff } from './testing/pack-font.js';

const corpus = join(corpusFolder, 'font');
const righteous = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/righteous/400Regular/Righteous_400Regular.ttf',
);
const plain = new Uint8Array(readFileSync(righteous));
const latin = Uint32Array.from({ length: 224 }, (_, i) => i + 32).filter((c) => c < 0x7f || c >= 0xa0);
const read = (bytes: Uint8Array, face = 0): Promise<FontModel> =>
  readFont(bytes, { file: 'ui/a.woff2', codepoints: latin, face, variations: {}, warn: () => {} });
const failure = async (bytes: Uint8Array, face = 0) => {
  const error = await read(bytes, face).catch((caught: unknown) => caught);
  if (!(error instanceof AssetError)) throw new Error('it was taken', { cause: error });
  return error.diagnostic;
};

describe('packed fonts', () => {
  it('in WOFF are read like the plain font', async () => {
    expect(await read(packWoff(plain))).toEqual(await read(plain));
  });

  it('in WOFF2, as packed by the reference code, are read like the plain font: outlines, metrics, kerning', async () => {
    const packed = await compress(plain);
    expect(packed.length).toBeLessThan(plain.length / 2);
    expect(await read(packed)).toEqual(await read(plain));
  });

  const others = ['lilita_one_regular.ttf', 'Cantarell-Regular.otf'].map((name) => join(corpus, name));
  it.skipIf(!others.every(existsSync))(
    'in WOFF2 with composite glyphs and with CFF outlines are read too',
    async () => {
      for (const file of others) {
        const font = new Uint8Array(readFileSync(file));
        expect(await read(await compress(font))).toEqual(await read(font));
      }
    },
  );

  it('in a collection are chosen by font.face', async () => {
    const { flavor, tables } = readSfnt(plain, 'plain');
    const head = (tables.get('head') ?? new Uint8Array(0)).slice();
    new DataView(head.buffer).setUint16(18, 500);
    const wide = writeSfnt({ flavor, tables: new Map(tables).set('head', head) });
    const collection = packCollection([plain, wide]);
    expect(await read(collection, 0)).toEqual(await read(plain));
    expect((await read(collection, 1)).unitsPerEm).toBe(500);
    expect(await failure(collection, 2)).toMatchObject({
      code: 'font/unknown-face',
      message: 'font.face is 2, but the file contains 2 fonts',
      hint: 'Set font.face to a number from 0 to 1.',
    });
    expect(await failure(plain, 1)).toMatchObject({ code: 'font/unknown-face', hint: 'Remove font.face.' });
  });

  it('that are truncated or have a flipped byte give a font or a diagnostic, nothing else', async () => {
    const containers = [await compress(plain), packWoff(plain), packCollection([plain, plain])];
    for (const bytes of containers) {
      const damagedFiles: Uint8Array[] = [];
      for (let length = 1; length < 200; length += 7) damagedFiles.push(bytes.slice(0, length));
      for (let i = 0; i < 12; i++) damagedFiles.push(bytes.slice(0, Math.floor((bytes.length * (i + 1)) / 13)));
      for (let at = 0; at < 160; at += 3) {
        const flipped = bytes.slice();
        flipped[at] = (flipped[at] ?? 0) ^ 0xff;
        damagedFiles.push(flipped);
      }
      for (const damagedFile of damagedFiles)
        await read(damagedFile).catch((error: unknown) => {
          if (!(error instanceof AssetError)) throw error;
        });
    }
  });

  it('that would unpack to more than any font has are rejected before memory is allocated', async () => {
    const bomb = packWoff(plain);
    new DataView(bomb.buffer).setUint32(44 + 12, 0x7fffffff);
    expect(await failure(bomb)).toMatchObject({ code: 'font/too-large' });
  });
});

describe('a font with only Mac Roman characters', () => {
  const { flavor, tables } = readSfnt(plain, 'plain');
  const macOnly = (subtable: (glyphOf: (byte: number) => number) => number[]) => async () => {
    const font = await read(plain);
    const mac = [...new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, i) => i))];
    const glyphOf = (byte: number) =>
      font.characters.find(({ codepoint }) => codepoint === mac[byte]?.codePointAt(0))?.glyph ?? 0;
    const cmap = Uint8Array.from([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 12, ...subtable(glyphOf)]);
    const packed = writeSfnt({ flavor, tables: new Map(tables).set('cmap', cmap) });
    const read2 = await read(packed);
    // Mac Roman has all of these, at bytes other than their Latin-1 ones.
    for (const character of 'Aäöüßéçñ£©') {
      const codepoint = character.codePointAt(0);
      const glyph = font.characters.find((c) => c.codepoint === codepoint)?.glyph;
      expect(glyph).toBeGreaterThan(0);
      expect(read2.characters.find((c) => c.codepoint === codepoint)?.glyph, character).toBe(glyph);
    }
    const kerned = new Set(read2.characters.map(({ codepoint }) => codepoint));
    expect(read2.kerning).toEqual(font.kerning.filter(({ left, right }) => kerned.has(left) && kerned.has(right)));
  };

  it(
    'is drawn with the right letters (format 6)',
    macOnly((glyphOf) => [
      ...[0, 6, 2, 10, 0, 0, 0, 0, 1, 0],
      ...Array.from({ length: 256 }, (_, byte) => [glyphOf(byte) >> 8, glyphOf(byte) & 255]).flat(),
    ]),
  );
});

describe('a symbol font', () => {
  const { flavor, tables } = readSfnt(plain, 'plain');
  /** Format 4 with one segment: byte b of the page F000 is glyph b - 0x20 + first. */
  const symbols = (first: number): number[] => [
    ...[0, 4, 0, 32, 0, 0, 0, 4, 0, 4, 0, 1, 0, 0, 0xf0, 0xff, 0xff, 0xff, 0, 0, 0xf0, 0x20, 0xff, 0xff],
    ...[((first - 0xf020) >> 8) & 255, (first - 0xf020) & 255, 0, 1, 0, 0, 0, 0],
  ];
  const withCmap = (cmap: readonly number[]): Uint8Array =>
    writeSfnt({ flavor, tables: new Map(tables).set('cmap', Uint8Array.from(cmap)) });

  it('maps U+F0xx and the letters that are typed for them', async () => {
    const font = await read(withCmap([0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 12, ...symbols(3)]));
    const glyphOf = (codepoint: number) => font.characters.find((c) => c.codepoint === codepoint)?.glyph;
    for (const character of 'Az~é')
      expect(glyphOf(character.codePointAt(0) ?? 0)).toBe((character.codePointAt(0) ?? 0) - 0x20 + 3);
  });

  it('also does if it has a Mac Roman table, but not if it has a Unicode one', async () => {
    const mac = [0, 0, 1, 6, 0, 0, ...new Array<number>(256).fill(7)];
    const byName = await read(
      withCmap([0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 52, 0, 3, 0, 0, 0, 0, 0, 20, ...symbols(3), ...mac]),
    );
    expect(byName.characters.find(({ codepoint }) => codepoint === 65)?.glyph).toBe(65 - 0x20 + 3);
    const unicode = await read(
      withCmap([0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 20, 0, 3, 0, 1, 0, 0, 0, 52, ...symbols(3), ...asUnicode(symbols(9))]),
    );
    expect(unicode.characters.find(({ codepoint }) => codepoint === 65)?.glyph).toBe(65 - 0x20 + 9);
  });
});

/** The same segment from U+0020 to U+00FF. */
const asUnicode = (table: readonly number[]): number[] => {
  const out = [...table];
  out[14] = 0;
  out[20] = 0;
  out[24] = ((table[24] ?? 0) + 0xf0) & 255;
  return out;
};

it('a TrueType font without its offset table is rejected, not drawn empty', async () => {
  const { flavor, tables } = readSfnt(plain, 'plain');
  const without = new Map(tables);
  without.delete('loca');
  expect(await failure(writeSfnt({ flavor, tables: without }))).toMatchObject({
    code: 'font/damaged',
    message: expect.stringContaining('loca'),
  });
});
