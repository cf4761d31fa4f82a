// Finds the glyphs that HarfBuzz treats as combining marks, whose advance it removes: those that GDEF classifies as marks, or, if GDEF
// has no classes, the non-spacing marks of Unicode. In some fonts, GDEF makes a letter a mark.

import { viewOf } from './sfnt.js';

const MARK = 3;

export function markGlyphs(gdef: Uint8Array | undefined): (glyph: number, codepoint: number) => boolean {
  const classes = gdef === undefined ? undefined : readClasses(gdef);
  if (classes === undefined) return (_, codepoint) => /\p{Mn}/u.test(String.fromCodePoint(codepoint));
  return (glyph) => classes(glyph) === MARK;
}

/** Glyph → class; undefined if the table has no classes. */
function readClasses(gdef: Uint8Array): ((glyph: number) => number) | undefined {
  const view = viewOf(gdef);
  const u16 = (at: number): number => (at + 2 <= gdef.length ? view.getUint16(at) : 0);
  const table = u16(4);
  if (table === 0) return undefined;
  const format = u16(table);
  if (format === 1) {
    const first = u16(table + 2);
    const count = u16(table + 4);
    return (glyph) => (glyph >= first && glyph - first < count ? u16(table + 6 + (glyph - first) * 2) : 0);
  }
  if (format !== 2) return undefined;
  const count = u16(table + 2);
  return (glyph) => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (u16(table + 4 + middle * 6 + 2) < glyph) low = middle + 1;
      else high = middle;
    }
    const at = table + 4 + low * 6;
    return low < count && u16(at) <= glyph ? u16(at + 4) : 0;
  };
}
