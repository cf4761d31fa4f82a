// Warns about characters that should be visible but whose glyphs draw nothing: color glyphs without outlines, letters that a font composes only
// by shaping, and an instance of a variable font with zero weight. Text in them would silently disappear.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { FontModel } from '../../model/font.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { nameCharacters } from '../../model/text/name-characters.js';

/** Spaces, controls, default-ignorable characters and the Braille blank. Private-use characters are included, because they may be anything. */
const INVISIBLE = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u;

const ICONS_HINT =
  'Icon fonts usually have their icons in U+E000-F8FF: set font.charset to these. For a variable font, choose another instance with font.variations.';

/** `hasShape`: whether a glyph has an area. */
export function warnAboutBlanks(
  { path, warn }: Pick<CompileContext, 'path' | 'warn'>,
  { characters, pictureTables }: Pick<FontModel, 'characters' | 'pictureTables'>,
  hasShape: (glyph: number) => boolean,
): void {
  const visible = characters.filter(({ codepoint }) => !INVISIBLE.test(String.fromCodePoint(codepoint)));
  const blank = visible.filter(({ glyph }) => !hasShape(glyph)).map(({ codepoint }) => codepoint);
  if (blank.length === 0) return;
  const tables = pictureTables.join(', ');
  const named = nameCharacters(blank);
  if (pictureTables.length > 0 && blank.length === visible.length)
    throw new AssetError({
      code: 'font/no-outlines',
      file: path,
      message: `the font has color glyphs or bitmaps (${tables}) but no outlines for the requested characters: ${named}`,
      hint: 'Use a font with outlines.',
    });
  const cause =
    pictureTables.length > 0
      ? `the font has color glyphs or bitmaps (${tables}) for them`
      : 'their glyphs have no outlines';
  warn({
    code: 'font/blank-characters',
    file: path,
    message: `${blank.length} of ${plural(visible.length, 'character')} would be invisible, because ${cause}: ${named}`,
    // In icon fonts, letters are only typed to be joined into the name of an icon.
    ...(blank.length === visible.length ? { hint: ICONS_HINT } : {}),
  });
}
