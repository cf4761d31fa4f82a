// The layouts and constants of fonts, for docs/formats/hfont.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { GpuGlyph, HFONT_FLAG_MSDF, HFONT_MAGIC, HFONT_VERSION, HfontHeader, KerningPair } from './layout.js';

export const hfontSpec: FormatSpec = {
  page: 'hfont',
  prefix: 'HFONT',
  doc: '.hfont, version 1: glyph metrics and kerning of a distance field font.',
  constants: [
    { name: 'MAGIC', value: HFONT_MAGIC, doc: 'The bytes HFNT.' },
    { name: 'VERSION', value: HFONT_VERSION, doc: 'Current version.' },
    { name: 'FLAG_MSDF', value: HFONT_FLAG_MSDF, doc: 'HfontHeader.flags: three channels, the median decides.' },
  ],
  layouts: [HfontHeader, GpuGlyph, KerningPair],
};
