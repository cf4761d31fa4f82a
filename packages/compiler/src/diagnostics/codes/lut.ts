// What can be wrong with a lookup table.

import type { CodeDoc } from '../code-doc.js';

export const lutCodes = {
  'lut/bad-line': {
    summary: 'A line is neither a comment, a keyword nor three numbers.',
    remedy:
      'Export the table again as .cube: three decimal numbers a line. Other formats (.3dl, .csp) must be converted.',
  },
  'lut/not-finite': {
    summary: 'A value is not a finite number.',
    remedy: 'Export the table again; NaN and infinity cannot be stored.',
  },
  'lut/bad-size': {
    summary:
      'A size is missing, doubled, too late, or no whole number in range (LUT_3D_SIZE: 2 to 256, LUT_1D_SIZE: 2 to 65536).',
    remedy:
      'State LUT_3D_SIZE once, before the values. Tables of other formats (.3dl, .csp) must be converted to .cube.',
  },
  'lut/one-dimensional': {
    summary: 'The table is a 1D LUT; only 3D tables become textures.',
    remedy: 'Export a 3D LUT.',
  },
  'lut/shaper': {
    summary:
      'A 1D table (a shaper) stands in front of the 3D table, and one table cannot stand for both: the shaper is too steep for a table of 65³, or a DOMAIN is stated, which could be that of either.',
    remedy: 'Export the LUT without a shaper, or let the program that made it bake both into one 3D table.',
  },
  'lut/resampled': {
    summary:
      'A 1D table (a shaper) stands in front of the 3D table. Both were worked into one table, which is nearly the same.',
    remedy: 'Export the LUT without a shaper if the difference that is named matters.',
  },
  'lut/bad-strip': {
    summary:
      'An image named *.lut.png is no lookup table: neither n slices of n × n texels side by side, one below the other or in a square, nor a Hald image.',
    remedy:
      'Export a strip of 256×16 or 1024×32 texels (n² × n), or a square of 512×512, or rename the image if it is no LUT.',
  },
  'lut/wrong-count': {
    summary: 'The number of values is not LUT_3D_SIZE cubed (and LUT_1D_SIZE before that, where there is a shaper).',
    remedy: 'Export the table again, or correct LUT_3D_SIZE.',
  },
  'lut/domain': {
    summary: 'The table is meant for inputs other than 0 … 1. Values are kept; the renderer must scale its input.',
    remedy: 'Scale the input to the stated domain when sampling, or export for 0 … 1.',
  },
  'lut/clamped': {
    summary: 'Values outside the range of the output format were clamped.',
    remedy: 'Set lut.format: rgba16f for HDR tables.',
  },
  'lut/unknown-keyword': {
    summary: 'A keyword that is not known was ignored.',
    remedy: 'Remove the line if it does not matter.',
  },
} as const satisfies Readonly<Record<string, CodeDoc>>;
