// Lays out text as quads for the glyph renderer, in pixels with y downwards, with the layout of @assetc/three. Also finds characters that a
// font does not have.

import { findGlyph, type Hfont } from '@assetc/formats';
import { layOutText } from '@assetc/three';
import { GLYPH_FLOATS } from './glyph-renderer.js';

interface TextPlace {
  /** Upper left corner, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Size of an em, in pixels. */
  readonly size: number;
  readonly maxWidth?: number | undefined;
  readonly isKerned: boolean;
}

interface TextQuads {
  readonly quads: Float32Array;
  readonly width: number;
  readonly height: number;
}

export function layOutQuads(font: Hfont, text: string, place: TextPlace): TextQuads {
  const { x, y, size, maxWidth, isKerned } = place;
  const used = isKerned ? font : { ...font, kerningCount: 0 };
  const { planes, uvs, width, height } = layOutText(used, text, { size, maxWidth, baseline: 'top' });
  const missing = font.glyphFloats.subarray(6, 10);
  const quads = new Float32Array((planes.length / 4) * GLYPH_FLOATS);
  for (let i = 0; i * 4 < planes.length; i++) {
    const [left = 0, bottom = 0, right = 0, top = 0] = planes.subarray(i * 4, i * 4 + 4);
    const uv = uvs.subarray(i * 4, i * 4 + 4);
    const isMissing = uv.every((value, c) => value === missing[c]);
    quads.set([x + left, y - top, right - left, top - bottom, ...uv, isMissing ? 1 : 0], i * GLYPH_FLOATS);
  }
  return { quads, width, height };
}

/** One glyph centered in a box, with a common baseline for all glyphs. */
export function glyphQuad(
  font: Hfont,
  index: number,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  size: number,
): readonly number[] {
  const at = index * 10;
  const [advance = 0, l = 0, b = 0, r = 0, t = 0, ...uv] = font.glyphFloats.subarray(at + 1, at + 10);
  if (l === r || b === t) return [];
  const middle = (font.ascent + font.descent) / 2;
  const left = box.x + box.width / 2 + (l - advance / 2) * size;
  const top = box.y + box.height / 2 + (middle - t) * size;
  return [left, top, (r - l) * size, (t - b) * size, ...uv, 0];
}

/** Each missing character once, in the order of the text. */
export function missingCharacters(font: Hfont, text: string): readonly string[] {
  const lacks = (letter: string): boolean => {
    const codepoint = letter.codePointAt(0) ?? 0;
    return codepoint >= 0x20 && findGlyph(font, codepoint).codepoint !== codepoint;
  };
  return [...new Set(Array.from(text))].filter(lacks);
}

export const codepointName = (codepoint: number): string =>
  `U+${codepoint.toString(16).toUpperCase().padStart(4, '0')}`;
