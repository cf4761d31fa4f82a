// Rejects a font that lacks required tables before HarfBuzz reads it: HarfBuzz treats what it cannot understand as a font without glyphs.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { damaged, type Sfnt } from './sfnt.js';

const REQUIRED_TABLES = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2'];

export function checkContainer({ tables }: Sfnt, file: string): void {
  const hasTable = (name: string) => (tables.get(name)?.length ?? 0) > 0;
  const missing = REQUIRED_TABLES.find((name) => !hasTable(name));
  if (missing !== undefined) throw damaged(file, 12, `table ${missing} is missing or empty`);
  if (hasTable('glyf') && !hasTable('loca'))
    throw damaged(file, 12, 'table loca, which locates the glyphs, is missing or empty');
  if (!OUTLINE_TABLES.some(hasTable))
    throw new AssetError({
      code: 'font/no-outlines',
      file,
      message: 'the font has no outlines (no glyf, CFF or CFF2 table)',
      hint: 'Use a font with outlines.',
    });
}
