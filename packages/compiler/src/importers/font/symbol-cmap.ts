// Fonts of symbols (Windows platform, encoding 0) put their glyphs at U+F000 and above, and programs that type ASCII into them add that
// themselves. HarfBuzz, as it is built for JavaScript, does not, and prefers such a table even to one of Unicode: it is replaced by one that maps
// both pages, and hidden where there is one of Unicode.

import { type Sfnt, viewOf, writeSfnt } from './sfnt.js';
import { writeCmap } from './write-cmap.js';

const UNICODE = 0;
/** Of ideographs, beside another table. */
const VARIATIONS = 5;
/** No longer used by anyone, and sorted in front of Windows. */
const ISO = 2;
const WINDOWS = 3;
const SYMBOL = 0;
const BMP = 1;
const FULL = 10;
const SYMBOL_PAGE = 0xf000;

/** The font itself where it has no table of symbols. */
export function withSymbolCmap(hb: typeof import('harfbuzzjs'), font: Sfnt): Sfnt {
  const cmap = font.tables.get('cmap')?.slice();
  const found = cmap === undefined ? undefined : findSymbols(cmap);
  if (cmap === undefined || found === undefined) return font;
  if (found.besideUnicode) viewOf(cmap).setUint16(found.record, ISO);
  else viewOf(cmap).setUint16(found.record + 2, BMP);
  const named = { ...font, tables: new Map(font.tables).set('cmap', cmap) };
  return found.besideUnicode ? named : withBothPages(hb, named);
}

/** The characters of the font, and those of the page of symbols as ASCII and Latin-1 too. */
function withBothPages(hb: typeof import('harfbuzzjs'), font: Sfnt): Sfnt {
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

/** Where the record of the subtable for symbols lies, and whether there is one for Unicode. */
function findSymbols(cmap: Uint8Array): { readonly record: number; readonly besideUnicode: boolean } | undefined {
  if (cmap.length < 4) return undefined;
  const view = viewOf(cmap);
  const count = view.getUint16(2);
  let record: number | undefined;
  let besideUnicode = false;
  for (let i = 0; i < count && 12 + i * 8 <= cmap.length; i++) {
    const at = 4 + i * 8;
    const platform = view.getUint16(at);
    const encoding = view.getUint16(at + 2);
    if (platform === UNICODE && encoding !== VARIATIONS) besideUnicode = true;
    if (platform === WINDOWS && (encoding === BMP || encoding === FULL)) besideUnicode = true;
    if (platform === WINDOWS && encoding === SYMBOL) record ??= at;
  }
  return record === undefined ? undefined : { record, besideUnicode };
}
