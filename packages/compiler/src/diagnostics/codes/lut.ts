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
    summary: 'LUT_3D_SIZE is missing, doubled, too late, or not a whole number from 2 to 256.',
    remedy:
      'State LUT_3D_SIZE once, before the values. Tables of other formats (.3dl, .csp) must be converted to .cube.',
  },
  'lut/one-dimensional': {
    summary: 'The table is a 1D LUT; only 3D tables become textures.',
    remedy: 'Export a 3D LUT.',
  },
  'lut/shaper': {
    summary:
      'A 1D table (a shaper) stands in front of the 3D table. A texture can hold only the latter, and would be wrong alone.',
    remedy: 'Export the LUT without a shaper, or bake both into one 3D table.',
  },
  'lut/bad-strip': {
    summary: 'An image named *.lut.png is no strip of slices: n slices of n × n texels side by side.',
    remedy: 'Export a strip of 256×16 or 1024×32 texels (n² × n), or rename the image if it is no LUT.',
  },
  'lut/wrong-count': {
    summary: 'The number of values is not LUT_3D_SIZE cubed.',
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
