// Problems with a lookup table.

import type { CodeDoc } from '../code-doc.js';

export const lutCodes = {
  'lut/bad-line': {
    summary: 'A line is not a comment, a keyword or three numbers.',
    remedy:
      'Export the table again as .cube: three decimal numbers per line. Convert other formats (.3dl, .csp) to .cube.',
  },
  'lut/not-finite': {
    summary: 'A value is not a finite number.',
    remedy: 'Export the table again. NaN and infinity cannot be stored.',
  },
  'lut/bad-size': {
    summary:
      'A size is missing, stated twice, stated too late, or not a whole number in range (LUT_3D_SIZE: 2 to 256, LUT_1D_SIZE: 2 to 65536).',
    remedy: 'State LUT_3D_SIZE once, before the values. Convert tables of other formats (.3dl, .csp) to .cube.',
  },
  'lut/one-dimensional': {
    summary: 'The table is a 1D LUT. Only 3D tables become textures.',
    remedy: 'Export a 3D LUT.',
  },
  'lut/shaper': {
    summary:
      'A 1D table (a shaper) precedes the 3D table, and the two cannot be combined into one table. Either the shaper is too steep for a table of 65³, or the file states a DOMAIN, which could belong to either table.',
    remedy: 'Export the LUT without a shaper, or bake both into one 3D table in the program that made it.',
  },
  'lut/resampled': {
    summary:
      'A 1D table (a shaper) precedes the 3D table. Both were combined into one table, which gives nearly the same result.',
    remedy: 'Export the LUT without a shaper if the difference in the message matters.',
  },
  'lut/bad-strip': {
    summary:
      'An image named *.lut.png is not a lookup table: neither n slices of n × n texels side by side, one below the other or in a square, nor a Hald image.',
    remedy:
      'Export a strip of 256×16 or 1024×32 texels (n² × n), or a square of 512×512. If the image is not a LUT, rename it.',
  },
  'lut/wrong-count': {
    summary: 'The number of values is not LUT_3D_SIZE cubed, plus LUT_1D_SIZE if there is a shaper.',
    remedy: 'Export the table again, or correct LUT_3D_SIZE.',
  },
  'lut/domain': {
    summary:
      'The table expects inputs in a range other than 0 to 1. Values are stored unchanged; the renderer must scale its input.',
    remedy: 'Scale the input to the stated domain when sampling, or export the table for 0 to 1.',
  },
  'lut/clamped': {
    summary: 'Values outside the range of the output format were clamped.',
    remedy: 'Set lut.format: rgba16f for HDR tables.',
  },
  'lut/utf-16': {
    summary:
      'The table is UTF-16 text. It is read, but .cube files are ASCII or UTF-8, and most programs reject others.',
    remedy: 'Save the file as UTF-8 or ASCII.',
  },
  'lut/unknown-keyword': {
    summary: 'An unknown keyword was ignored.',
    remedy: 'Remove the line if it does not matter.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
