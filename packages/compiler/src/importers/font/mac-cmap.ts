// Replaces the cmap of old fonts that map only Mac Roman bytes to glyphs with one that maps Unicode. HarfBuzz would read those bytes
// as Latin-1 and draw the wrong letters.

import { type Sfnt, viewOf } from './sfnt.js';
import { writeCmap } from './write-cmap.js';

const MACINTOSH = 1;
const ROMAN = 0;

/** Returns the font unchanged if it has any other cmap subtable. */
export function withUnicodeCmap(font: Sfnt): Sfnt {
  const cmap = font.tables.get('cmap');
  const bytes = cmap === undefined ? undefined : romanOnlySubtable(cmap);
  if (bytes === undefined) return font;
  const roman = readRoman(bytes);
  if (roman === undefined) return font;
  const characters = new TextDecoder('macintosh').decode(Uint8Array.from({ length: 256 }, (_, i) => i));
  const groups = [...characters]
    .map((character, byte) => [character.codePointAt(0) ?? 0, roman(byte)] as const)
    .filter(([codepoint, glyph]) => codepoint >= 0x20 && glyph !== 0)
    .sort(([a], [b]) => a - b);
  return { ...font, tables: new Map(font.tables).set('cmap', writeCmap(groups)) };
}

/** The Mac Roman subtable, if there is no other that HarfBuzz could read. */
function romanOnlySubtable(cmap: Uint8Array): Uint8Array | undefined {
  if (cmap.length < 4) return undefined;
  const view = viewOf(cmap);
  const count = view.getUint16(2);
  let roman: Uint8Array | undefined;
  for (let i = 0; i < count && 12 + i * 8 <= cmap.length; i++) {
    const at = 4 + i * 8;
    if (view.getUint16(at) !== MACINTOSH) return undefined;
    const offset = view.getUint32(at + 4);
    if (view.getUint16(at + 2) === ROMAN && offset < cmap.length) roman ??= cmap.subarray(offset);
  }
  return roman;
}

/** Byte → glyph, for formats 0 (a table of 256) and 6 (a trimmed table), the two that Macs wrote. */
function readRoman(table: Uint8Array): ((byte: number) => number) | undefined {
  const view = viewOf(table);
  const format = table.length < 10 ? -1 : view.getUint16(0);
  if (format === 0) return (byte) => table[6 + byte] ?? 0;
  if (format !== 6) return undefined;
  const first = view.getUint16(6);
  const count = view.getUint16(8);
  return (byte) => {
    const at = 10 + (byte - first) * 2;
    return byte < first || byte - first >= count || at + 2 > table.length ? 0 : view.getUint16(at);
  };
}
