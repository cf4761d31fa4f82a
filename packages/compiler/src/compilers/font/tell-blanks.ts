// Characters whose glyphs draw nothing, though one would see them: pictures in colour, whose outlines are empty, letters that a font puts together
// only when text is shaped, and the instance of a variable font that is as thin as nothing. Text in them would be gone without a word.

import { AssetError } from '../../diagnostics/diagnostic.js';
import { plural } from '../../diagnostics/plural.js';
import type { CompileContext } from '../../model/compile-context.js';
import type { FontModel } from '../../model/font.js';
import { nameCharacters } from '../../model/name-characters.js';

/** Spaces, controls, what is ignored by default, the blank of Braille; of private characters nobody can tell. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u;

const ICONS_HINT =
  'Icon fonts usually have their icons in U+E000-F8FF: set font.charset to these. For a variable font, choose another instance with font.variations.';

/** `hasShape` tells of a glyph whether it has an area. */
export function tellBlanks(
  { path, warn }: Pick<CompileContext, 'path' | 'warn'>,
  { characters, pictureTables }: Pick<FontModel, 'characters' | 'pictureTables'>,
  hasShape: (glyph: number) => boolean,
): void {
  const seen = characters.filter(({ codepoint }) => !UNSEEN.test(String.fromCodePoint(codepoint)));
  const blank = seen.filter(({ glyph }) => !hasShape(glyph)).map(({ codepoint }) => codepoint);
  if (blank.length === 0) return;
  const tables = pictureTables.join(', ');
  const named = nameCharacters(blank);
  if (pictureTables.length > 0 && blank.length === seen.length)
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
    message: `${blank.length} of ${plural(seen.length, 'character')} would be invisible, because ${cause}: ${named}`,
    // Letters of such fonts are only typed to be joined into the name of an icon.
    ...(blank.length === seen.length ? { hint: ICONS_HINT } : {}),
  });
}
