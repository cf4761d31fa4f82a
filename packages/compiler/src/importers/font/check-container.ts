// Refuses, in words, a font without the tables that its drawing takes, before HarfBuzz sees it: HarfBuzz reads what it cannot
// understand as a font without glyphs.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { damaged, type Sfnt } from './sfnt.js';

const REQUIRED = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const OUTLINES = ['glyf', 'CFF ', 'CFF2'];

export function checkContainer({ tables }: Sfnt, file: string): void {
  const isThere = (name: string) => (tables.get(name)?.length ?? 0) > 0;
  const missing = REQUIRED.find((name) => !isThere(name));
  if (missing !== undefined) throw damaged(file, 12, `table ${missing} is missing or empty`);
  if (isThere('glyf') && !isThere('loca'))
    throw damaged(file, 12, 'table loca is missing or empty, which says where glyphs lie');
  if (!OUTLINES.some(isThere))
    throw new AssetError({
      code: 'font/no-outlines',
      file,
      message: 'the font has no outlines (no glyf, CFF or CFF2 table)',
      hint: 'Use a font with outlines',
    });
}
