// Reads a font from any container with HarfBuzz: metrics, outlines (glyf, CFF, CFF2) and kerning of the requested characters, for the default
// instance or the one that `variations` describes.

import { shortestDecimal } from '@assetc/formats';
import type { Font } from 'harfbuzzjs';
import { AssetError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { FontGlyph, FontModel } from '../../model/font.js';
import { nameCharacters } from '../../model/text/name-characters.js';
import { checkContainer } from './check-container.js';
import { OutlinePen } from './draw-outline.js';
import { withUnicodeCmap } from './mac-cmap.js';
import { readKerning } from './read-kerning.js';
import { writeSfnt } from './sfnt.js';
import { withSymbolCmap } from './symbol-cmap.js';
import { unpackFont } from './unpack-font.js';

type HarfBuzz = typeof import('harfbuzzjs');

interface FontRequest {
  readonly file: string;
  /** Ascending, without 0. */
  readonly codepoints: Uint32Array;
  /** Index of the font in a collection. */
  readonly face: number;
  /** Axis tag → value. */
  readonly variations: { readonly [axis: string]: number };
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
}

const NO_BREAK_SPACE = 0xa0;
/** Tables of bitmap and color glyphs. */
const PICTURE_TABLES = ['COLR', 'sbix', 'CBDT', 'EBDT', 'SVG '];

let pen: OutlinePen | undefined;

export async function readFont(bytes: Uint8Array, request: FontRequest): Promise<FontModel> {
  const sfnt = await unpackFont(bytes, request.file, request.face);
  checkContainer(sfnt, request.file);
  const hb = await import('harfbuzzjs');
  pen ??= new OutlinePen(hb);
  const face = new hb.Face(new hb.Blob(writeSfnt(withSymbolCmap(hb, withUnicodeCmap(sfnt)))));
  const font = new hb.Font(face);
  if (face.upem < 16 || face.upem > 16384)
    throw new AssetError({
      code: 'font/damaged',
      file: request.file,
      message: `the font has ${face.upem} units per em; 16 to 16384 are allowed`,
      hint: 'Download or export the font again.',
    });
  applyVariations(hb, font, request);
  const characters = mapCharacters(font, request);
  const glyphs = new Map<number, FontGlyph>();
  for (const { glyph } of characters) {
    if (!glyphs.has(glyph))
      glyphs.set(glyph, { id: glyph, advance: font.glyphHAdvance(glyph), outline: pen.draw(font, glyph) });
  }
  const { ascender, descender, lineGap } = font.hExtents();
  return {
    unitsPerEm: face.upem,
    ascent: ascender,
    descent: descender,
    lineGap,
    glyphs,
    characters,
    kerning: readKerning(hb, font, characters),
    pictureTables: PICTURE_TABLES.filter((name) => sfnt.tables.has(name)).map((name) => name.trim()),
  };
}

const range = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `${shortestDecimal(min)} to ${shortestDecimal(max)}`;

function applyVariations(hb: HarfBuzz, font: Font, { file, variations, warn }: FontRequest): void {
  const axes = font.face.getAxisInfos();
  const wanted = Object.entries(variations).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const chosen = wanted.map(([tag, value]) => {
    const axis = axes[tag];
    if (axis === undefined) {
      const known = Object.values(axes).map(({ tag: name, min, max }) => `${name} (${range({ min, max })})`);
      throw new AssetError({
        code: 'font/unknown-axis',
        file,
        message: `font.variations: the font has no axis ${JSON.stringify(tag)}`,
        hint:
          known.length === 0
            ? 'The font is not variable. Remove font.variations.'
            : `Its axes are ${known.join(', ')}.`,
      });
    }
    if (value < axis.min || value > axis.max)
      warn({
        code: 'font/axis-clamped',
        file,
        message: `font.variations: ${tag} ${value} is outside ${range(axis)}; the nearest value was used`,
      });
    return new hb.Variation(tag, Math.min(Math.max(value, axis.min), axis.max));
  });
  if (chosen.length > 0) font.setVariations(chosen);
}

/** Codepoint 0 maps to the glyph for missing characters. */
function mapCharacters(font: Font, { file, codepoints, warn }: FontRequest): FontModel['characters'] {
  const characters = [{ codepoint: 0, glyph: 0 }];
  const missing: number[] = [];
  for (const codepoint of codepoints) {
    // As in HarfBuzz's shaping: a font without a no-break space uses its space.
    const glyph = font.nominalGlyph(codepoint) ?? (codepoint === NO_BREAK_SPACE ? font.nominalGlyph(0x20) : undefined);
    if (glyph === undefined || glyph === 0) missing.push(codepoint);
    else characters.push({ codepoint, glyph });
  }
  if (characters.length === 1)
    throw new AssetError({
      code: 'font/no-characters',
      file,
      message: `the font has none of the ${plural(codepoints.length, 'requested character')}`,
      hint: charsetHint(font),
    });
  if (missing.length > 0)
    warn({
      code: 'font/missing-characters',
      file,
      message: `the font lacks ${missing.length} of ${plural(codepoints.length, 'requested character')}: ${nameCharacters(missing)}`,
      hint: 'They are drawn with its replacement glyph. Narrow font.charset, or use another font.',
    });
  return characters;
}

/** Suggests a charset that the font has: icon fonts have none of the usual characters. */
function charsetHint({ face }: Font): string {
  const codepoints = [...face.collectUnicodes()].sort((a, b) => a - b);
  const [first, last] = [codepoints[0], codepoints.at(-1)];
  if (first === undefined || last === undefined) return 'Use a font that maps characters to its glyphs.';
  const hex = (codepoint: number) => codepoint.toString(16).toUpperCase().padStart(4, '0');
  return `Set font.charset to characters that the font has: ${plural(codepoints.length, 'character')} from U+${hex(first)} to U+${hex(last)}.`;
}
