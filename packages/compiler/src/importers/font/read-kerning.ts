// Reads the kerning of character pairs as HarfBuzz applies it: the advance of two characters shaped together, minus their separate
// advances. Substitutions that depend on neighbors are off, so that the pair is the one that an engine will draw.

import type { Font } from 'harfbuzzjs';
import { kerningFirsts } from './kerning-firsts.js';
import { markGlyphs } from './mark-glyphs.js';
import { readKernTable } from './read-kern-table.js';

type HarfBuzz = typeof import('harfbuzzjs');

interface KerningPair {
  readonly left: number;
  readonly right: number;
  readonly advance: number;
}

interface Character {
  readonly codepoint: number;
  readonly glyph: number;
}

const DISABLED_FEATURES = ['liga', 'clig', 'calt', 'dlig', 'rlig', 'hlig', 'locl', 'ccmp', 'mark', 'mkmk'];
/** A codepoint that no font has: its glyph, .notdef, separates pairs in one buffer. */
const SEPARATOR = 0x10fffe;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Uses GPOS if it has kerning, as HarfBuzz does; otherwise the older kern table, which this build of HarfBuzz does not support. */
export function readKerning(hb: HarfBuzz, font: Font, characters: readonly Character[]): KerningPair[] {
  if (font.face.getTableFeatureTags('GPOS').includes('kern')) return shapePairs(hb, font, characters);
  const table = font.face.referenceTable('kern');
  return table === undefined ? [] : readKernTable(table, characters);
}

function shapePairs(hb: HarfBuzz, font: Font, characters: readonly Character[]): KerningPair[] {
  const features = [new hb.Feature('kern', 1), ...DISABLED_FEATURES.map((tag) => new hb.Feature(tag, 0))];
  const buffer = new hb.Buffer();
  // HarfBuzz removes the advance of a combining mark; that is not kerning.
  const isMark = markGlyphs(font.face.referenceTable('GDEF'));
  const drawn = characters.filter(({ glyph, codepoint }) => glyph !== 0 && !isMark(glyph, codepoint));
  const advances = new Map(drawn.map(({ glyph }) => [glyph, font.glyphHAdvance(glyph)]));
  const shape: Shape = (codepoints) => {
    buffer.reset();
    buffer.addCodePoints([...codepoints]);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer, features);
    return { infos: buffer.getGlyphInfos(), positions: buffer.getGlyphPositions() };
  };

  const groups = groupByScript(drawn);
  const pairs: KerningPair[] = [];
  const firsts = kerningFirsts(font.face);
  for (const left of drawn) {
    // In right-to-left text, the pair's other character may come first.
    if (firsts !== undefined && !firsts.has(left.glyph) && !RIGHT_TO_LEFT.test(String.fromCodePoint(left.codepoint)))
      continue;
    for (const right of candidates(font, left, groups, shape)) {
      const { infos, positions } = shape([left.codepoint, right.codepoint]);
      if (infos.length !== 2) continue;
      const [first, second] = infos.map(({ codepoint }) => codepoint);
      // A script that joins letters changes the glyphs, so kerning by character has no meaning. Some scripts run from right to left.
      const isSameOrder = first === left.glyph && second === right.glyph;
      if (!isSameOrder && !(first === right.glyph && second === left.glyph)) continue;
      const pairAdvance = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      const advance = pairAdvance - (advances.get(left.glyph) ?? 0) - (advances.get(right.glyph) ?? 0);
      if (advance !== 0) pairs.push({ left: left.codepoint, right: right.codepoint, advance });
    }
  }
  return pairs.sort((a, b) => a.left - b.left || a.right - b.right);
}

type Shape = (codepoints: readonly number[]) => {
  readonly infos: readonly { readonly codepoint: number; readonly cluster: number }[];
  readonly positions: readonly { readonly xAdvance: number }[];
};

const SCRIPTS = ['Common', 'Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Han', 'Hiragana', 'Katakana', 'Hangul'];

/** Groups characters by script; those of scripts not listed get a group each. HarfBuzz shapes a text by its first letter's script. */
function groupByScript(characters: readonly Character[]): readonly (readonly Character[])[] {
  const groups = SCRIPTS.map((script) => {
    const test = new RegExp(`^\\p{Script=${script}}$`, 'u');
    return characters.filter(({ codepoint }) => test.test(String.fromCodePoint(codepoint)));
  });
  const known = new Set(groups.flat());
  const singles = characters.filter((character) => !known.has(character)).map((character) => [character]);
  return [...groups.filter((group) => group.length > 0), ...singles];
}

/**
 * The right-hand characters that may kern with `left`. One buffer contains the pairs with every character of a script. Where an advance differs
 * from the glyph's own, the pair is a candidate that is then shaped separately.
 */
function candidates(
  font: Font,
  left: Character,
  groups: readonly (readonly Character[])[],
  shape: Shape,
): ReadonlySet<Character> {
  const found = new Set<Character>();
  for (const group of groups) {
    const { infos, positions } = shape(group.flatMap(({ codepoint }) => [left.codepoint, codepoint, SEPARATOR]));
    for (const [index, info] of infos.entries()) {
      const right = group[Math.floor(info.cluster / 3)];
      if (right === undefined || info.cluster % 3 === 2) continue;
      if (positions[index]?.xAdvance !== font.glyphHAdvance(info.codepoint)) found.add(right);
    }
  }
  return found;
}
