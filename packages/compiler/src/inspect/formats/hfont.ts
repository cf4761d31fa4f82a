// info and check for .hfont.

import { decodeHfont, findGlyph, validateHfont } from '@assetc/formats';
import { HFONT_MAGIC, hasMagic } from '@assetc/formats/layouts';
import { counted, type FileFormat, short } from '../../runtimes/file-format.js';

export const hfontFormat: FileFormat = {
  name: 'hfont',
  extensions: ['.hfont'],
  recognizes: (bytes) => hasMagic(bytes, HFONT_MAGIC),
  validate: async (bytes) => validateHfont(bytes),
  describe(bytes) {
    const font = decodeHfont(bytes);
    const { glyphCount, kerningCount, ascent, descent, lineGap, distanceRange, atlasWidth, atlasHeight, msdf } = font;
    const field = msdf ? 'msdf' : 'sdf';
    const hasLatin = findGlyph(font, 0x41).codepoint === 0x41;
    return {
      facts: {
        glyphs: glyphCount,
        kerningPairs: kerningCount,
        field,
        ascent,
        descent,
        lineGap,
        distanceRange,
        atlasWidth,
        atlasHeight,
      },
      statements: [
        counted(glyphCount, 'glyph'),
        counted(kerningCount, 'kerning pair'),
        `${field.toUpperCase()} of ${short(distanceRange)} texels`,
        `atlas ${atlasWidth} × ${atlasHeight}`,
        `ascent ${short(ascent)}, descent ${short(descent)}, line gap ${short(lineGap)}`,
        ...(hasLatin ? [] : ['no Latin letters']),
      ],
      totals: { glyphs: glyphCount },
    };
  },
};
