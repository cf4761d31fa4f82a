// Finds glyphs and kerning pairs by bisection over the file's words, and the size of an em in the atlas.

import { GpuGlyph, KerningPair } from './layout.js';
import type { Glyph, Hfont } from './model.js';

export const GLYPH_WORDS = GpuGlyph.size / 4;
export const KERNING_WORDS = KerningPair.size / 4;

/** The glyph at an index of the sorted table; undefined beyond its end. */
export function glyphAt(font: Hfont, index: number): Glyph | undefined {
  if (index < 0 || index >= font.glyphCount) return undefined;
  const at = index * GLYPH_WORDS;
  const floats = font.glyphFloats;
  return {
    codepoint: font.glyphWords[at] ?? 0,
    advance: floats[at + 1] ?? 0,
    plane: [...floats.subarray(at + 2, at + 6)],
    uv: [...floats.subarray(at + 6, at + 10)],
  };
}

/**
 * The glyph of a codepoint, or .notdef.
 *
 * @example
 * const { advance, plane, uv } = findGlyph(font, 'Ä'.codePointAt(0) ?? 0);
 */
export function findGlyph(font: Hfont, codepoint: number): Glyph {
  let low = 0;
  let high = font.glyphCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((font.glyphWords[middle * GLYPH_WORDS] ?? 0) < codepoint) low = middle + 1;
    else high = middle;
  }
  const found = glyphAt(font, low);
  const glyph = found?.codepoint === codepoint ? found : glyphAt(font, 0);
  if (glyph === undefined) throw new Error('a decoded font has at least .notdef');
  return glyph;
}

/** What to add to the advance between two codepoints, in em; 0 for pairs that are not listed. */
export function findKerning(font: Hfont, left: number, right: number): number {
  let low = 0;
  let high = font.kerningCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePair(font.kerningWords, middle * KERNING_WORDS, left, right) < 0) low = middle + 1;
    else high = middle;
  }
  const at = low * KERNING_WORDS;
  const found = low < font.kerningCount && comparePair(font.kerningWords, at, left, right) === 0;
  return found ? (font.kerningFloats[at + 2] ?? 0) : 0;
}

/**
 * The size of an em in the atlas, from the widest glyph's size in texels and in em. The file does not store it. 0 if no glyph has area.
 *
 * @example
 * const distanceInPixels = ((value - font.edgeValue) * font.distanceRange * pixelsPerEm) / texelsPerEm(font);
 */
export function texelsPerEm({ glyphFloats, glyphCount, atlasWidth }: Hfont): number {
  let widest = 0;
  let texels = 0;
  for (let i = 0; i < glyphCount; i++) {
    const [left = 0, , right = 0, , u0 = 0, , u1 = 0] = glyphFloats.subarray(
      i * GLYPH_WORDS + 2,
      (i + 1) * GLYPH_WORDS,
    );
    if (right - left <= widest) continue;
    widest = right - left;
    texels = (u1 - u0) * atlasWidth;
  }
  return widest === 0 ? 0 : texels / widest;
}

export function comparePair(words: Uint32Array, at: number, left: number, right: number): number {
  return (words[at] ?? 0) - left || (words[at + 1] ?? 0) - right;
}
