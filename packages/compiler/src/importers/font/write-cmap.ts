// Writes a cmap table that HarfBuzz reads, from pairs of codepoint and glyph.

import { viewOf } from './sfnt.js';

/** Format 12 with one group per character; `characters` must be ascending. */
export function writeCmap(characters: readonly (readonly [codepoint: number, glyph: number])[]): Uint8Array {
  const cmap = new Uint8Array(12 + 16 + characters.length * 12);
  const view = viewOf(cmap);
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, 12);
  view.setUint16(12, 12);
  view.setUint32(16, 16 + characters.length * 12);
  view.setUint32(24, characters.length);
  for (const [i, [codepoint, glyph]] of characters.entries()) {
    const at = 28 + i * 12;
    view.setUint32(at, codepoint);
    view.setUint32(at + 4, codepoint);
    view.setUint32(at + 8, glyph);
  }
  return cmap;
}
