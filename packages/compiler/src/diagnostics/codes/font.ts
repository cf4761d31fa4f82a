// What can be wrong with a font.

import type { CodeDoc } from '../code-doc.js';

export const fontCodes = {
  'font/empty': {
    summary: 'A font file is empty.',
    remedy: 'Copy or export the font again.',
  },
  'font/not-a-font': {
    summary: 'A file with the name of a font is no TrueType, OpenType, WOFF or WOFF2 font.',
    remedy: 'Export the font as TrueType or OpenType.',
  },
  'font/unknown-face': {
    summary: 'font.face counts past the fonts that the file holds.',
    remedy: 'Set font.face to one of the numbers that the message gives, or remove it.',
  },
  'font/too-large': {
    summary: 'A packed font would be larger than any real one when it is unpacked.',
    remedy: 'Download the font again; if it really is that large, take a subset of it.',
  },
  'font/damaged': {
    summary: 'A table of the font lies outside the file, is missing, or cannot be read.',
    remedy: 'Download or export the font again.',
  },
  'font/no-outlines': {
    summary: 'A font has bitmaps or colour pictures only; there is no outline to make a distance field of.',
    remedy: 'Use a font with glyf, CFF or CFF2 outlines.',
  },
  'font/no-characters': {
    summary: 'None of the characters asked for is in the font.',
    remedy: 'Set font.charset to characters that the font has.',
  },
  'font/missing-characters': {
    summary: 'Some of the characters asked for are not in the font; they are drawn with its replacement glyph.',
    remedy: 'Narrow font.charset, or use a font that has them.',
  },
  'font/blank-characters': {
    summary:
      'Some characters have glyphs without outlines, and text in them cannot be seen: pictures in colour (COLR, sbix, CBDT, SVG), letters that the font puts together from several glyphs when text is shaped (as Nastaliq fonts do), or an instance of a variable font that draws nothing.',
    remedy:
      'Use a font with outlines for them, or narrow font.charset; of a variable font choose another instance with font.variations.',
  },
  'font/bad-charset': {
    summary: 'font.charset holds something that is neither a set, a range, a character nor a text file of the input.',
    remedy: 'Use latin1, ascii, a list such as ["U+0400-04FF", "0x20-0x7E", "é"], or the path of a text file.',
  },
  'font/unknown-axis': {
    summary: 'font.variations names an axis that the font does not have, or the font is not variable.',
    remedy: 'Use the axes that the message lists.',
  },
  'font/axis-clamped': {
    summary: 'A value in font.variations lies outside what the axis allows; the nearest one was taken.',
    remedy: 'Give a value inside the range that the message shows.',
  },
  'font/too-complex': {
    summary: 'A glyph has more edges than any real one.',
    remedy: 'Simplify its outline, or leave its character out of font.charset.',
  },
  'font/atlas-too-large': {
    summary: 'The glyphs do not fit into a texture of 16384 × 16384 texels.',
    remedy: 'Lower font.size or font.spread, or narrow font.charset.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
