// Symbol fonts (Windows platform, encoding 0) map their glyphs to U+F000 and above, and programs that type ASCII add that offset.
// HarfBuzz's JavaScript build does not, and prefers such a subtable even to a Unicode one. If the font has a Unicode subtable, the symbol
// subtable is hidden. Otherwise it is replaced by one that maps both pages.

import { type Sfnt, viewOf, writeSfnt } from './sfnt.js';
import { writeCmap } from './write-cmap.js';

const UNICODE = 0;
/** Variation sequences, which supplement another subtable. */
const VARIATIONS = 5;
/** Obsolete, and sorted before Windows. */
const ISO = 2;
const WINDOWS = 3;
const SYMBOL = 0;
const BMP = 1;
const FULL = 10;
const SYMBOL_PAGE = 0xf000;

/** Returns the font unchanged if it has no symbol subtable. */
export function withSymbolCmap(hb: typeof import('harfbuzzjs'), font: Sfnt): Sfnt {
  const cmap = font.tables.get('cmap')?.slice();
  const found = cmap === undefined ? undefined : findSymbols(cmap);
  if (cmap === undefined || found === undefined) return font;
  if (found.hasUnicode) viewOf(cmap).setUint16(found.record, ISO);
  else viewOf(cmap).setUint16(found.record + 2, BMP);
  const patched = { ...font, tables: new Map(font.tables).set('cmap', cmap) };
  return found.hasUnicode ? patched : mapBothPages(hb, patched);
}

/** Maps the font's characters, and those of the symbol page as ASCII and Latin-1 too. */
function mapBothPages(hb: typeof import('harfbuzzjs'), font: Sfnt): Sfnt {
  const face = new hb.Face(new hb.Blob(writeSfnt(font)));
  const symbols = new hb.Font(face);
  const glyphs = new Map<number, number>();
  for (const codepoint of face.collectUnicodes()) glyphs.set(codepoint, symbols.nominalGlyph(codepoint) ?? 0);
  for (let byte = 0x20; byte <= 0xff; byte++) {
    const glyph = glyphs.get(SYMBOL_PAGE + byte);
    if (glyph !== undefined && !glyphs.has(byte)) glyphs.set(byte, glyph);
  }
  const characters = [...glyphs].filter(([, glyph]) => glyph !== 0).sort(([a], [b]) => a - b);
  return { ...font, tables: new Map(font.tables).set('cmap', writeCmap(characters)) };
}

/** The offset of the symbol subtable's record, and whether there is a Unicode subtable. */
function findSymbols(cmap: Uint8Array): { readonly record: number; readonly hasUnicode: boolean } | undefined {
  if (cmap.length < 4) return undefined;
  const view = viewOf(cmap);
  const count = view.getUint16(2);
  let record: number | undefined;
  let hasUnicode = false;
  for (let i = 0; i < count && 12 + i * 8 <= cmap.length; i++) {
    const at = 4 + i * 8;
    const platform = view.getUint16(at);
    const encoding = view.getUint16(at + 2);
    if (platform === UNICODE && encoding !== VARIATIONS) hasUnicode = true;
    if (platform === WINDOWS && (encoding === BMP || encoding === FULL)) hasUnicode = true;
    if (platform === WINDOWS && encoding === SYMBOL) record ??= at;
  }
  return record === undefined ? undefined : { record, hasUnicode };
}
