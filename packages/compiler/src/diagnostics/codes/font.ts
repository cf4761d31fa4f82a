// Problems with a font.

import type { CodeDoc } from '../code-doc.js';

export const fontCodes = {
  'font/empty': {
    summary: 'A font file is empty.',
    remedy: 'Copy or export the font again.',
  },
  'font/not-a-font': {
    summary: 'A file with the name of a font is not a TrueType, OpenType, WOFF or WOFF2 font.',
    remedy: 'Export the font as TrueType or OpenType.',
  },
  'font/unknown-face': {
    summary: 'font.face is larger than the number of fonts in the file.',
    remedy: 'Set font.face to one of the numbers that the message lists, or remove it.',
  },
  'font/too-large': {
    summary: 'A compressed font would be larger than any real font after decompression.',
    remedy: 'Download the font again. If it really is that large, use a subset of it.',
  },
  'font/damaged': {
    summary: 'A table of the font is outside the file, missing, or unreadable.',
    remedy: 'Download or export the font again.',
  },
  'font/no-outlines': {
    summary: 'A font has only bitmaps or color glyphs; it has no outlines to make a distance field from.',
    remedy: 'Use a font with glyf, CFF or CFF2 outlines.',
  },
  'font/no-characters': {
    summary: 'The font has none of the requested characters.',
    remedy: 'Set font.charset to characters that the font has.',
  },
  'font/missing-characters': {
    summary: 'The font lacks some of the requested characters. They are drawn with its replacement glyph.',
    remedy: 'Narrow font.charset, or use a font that has them.',
  },
  'font/blank-characters': {
    summary:
      'Some characters have glyphs without outlines, so their text is invisible: color glyphs (COLR, sbix, CBDT, SVG), letters that the font assembles from several glyphs during shaping (as Nastaliq fonts do), or an instance of a variable font that draws nothing.',
    remedy:
      'Use a font with outlines for them, or narrow font.charset. For a variable font, choose another instance with font.variations.',
  },
  'font/bad-charset': {
    summary: 'font.charset contains something that is not a set, a range, a character or a text file of the input.',
    remedy: 'Use latin1, ascii, a list such as ["U+0400-04FF", "0x20-0x7E", "é"], or the path of a text file.',
  },
  'font/unknown-axis': {
    summary: 'font.variations names an axis that the font does not have, or the font is not variable.',
    remedy: 'Use one of the axes that the message lists.',
  },
  'font/axis-clamped': {
    summary: 'A value in font.variations is outside the range of its axis. The nearest allowed value was used.',
    remedy: 'Give a value inside the range that the message shows.',
  },
  'font/too-complex': {
    summary: 'A glyph has more edges than any real glyph.',
    remedy: 'Simplify its outline, or remove its character from font.charset.',
  },
  'font/atlas-too-large': {
    summary: 'The glyphs do not fit into a texture of 16384 × 16384 texels.',
    remedy: 'Lower font.size or font.spread, or narrow font.charset.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
