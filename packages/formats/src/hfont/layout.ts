// The on-disk structs of `.hfont`: glyph metrics and kerning. The distance field is in the sibling `.ktx2`.

import { array, f32, u16, u32, u64 } from '../core/scalar.js';
import { allFinite, atLeast, atMost, field, finite, fourcc, is, struct } from '../core/struct.js';

/** The bytes HFNT. */
export const HFONT_MAGIC = fourcc('HFNT');
export const HFONT_VERSION = 1;
export const HFONT_FLAG_MSDF = 1;

const notPositive = (v: number) => (Number.isFinite(v) && v <= 0 ? undefined : 'finite and at most 0');

const positive = (v: number) => (Number.isFinite(v) && v > 0 ? undefined : 'finite and above 0');

const fraction = (v: number) => (v > 0 && v < 1 ? undefined : 'between 0 and 1');

/** Starts a font; glyphs and then kerning pairs follow. */
export const HfontHeader = struct('HfontHeader', 52, 'Starts a font; glyphs and then kerning pairs follow.', {
  magic: field(u32, 'The bytes "HFNT".', is(HFONT_MAGIC)),
  version: field(u32, 'Readers reject any other.', is(HFONT_VERSION)),
  glyphCount: field(u32, 'Glyphs; the first is codepoint 0 (.notdef).', atLeast(1)),
  kerningCount: field(u32, 'Kerning pairs.'),
  atlasTex: field(u64, "hashRef of the font's source ref: the atlas texture."),
  ascent: field(f32, 'Em, above the baseline.', finite),
  descent: field(f32, 'Em; negative.', notPositive),
  lineGap: field(f32, 'Em between the descent of a line and the ascent of the next.', finite),
  distanceRange: field(f32, 'Texels that the stored values 0 to 1 span.', positive),
  edgeValue: field(f32, 'The stored value on the outline, 128/255.', fraction),
  atlasWidth: field(u16, 'Texels.', atLeast(1)),
  atlasHeight: field(u16, 'Texels.', atLeast(1)),
  flags: field(u32, 'Bit 0 set: 3-channel MSDF; clear: SDF.', atMost(1)),
});

/** One glyph, sorted by codepoint. */
export const GpuGlyph = struct('GpuGlyph', 40, 'One glyph, sorted by codepoint.', {
  codepoint: field(u32, 'Unicode codepoint; 0 is .notdef.', atMost(0x10ffff)),
  advance: field(f32, 'Em.', finite),
  plane: field(array(f32, 4), 'Left, bottom, right, top in em, y up, baseline 0; the spread is included.', allFinite),
  uv: field(array(f32, 4), 'Left, top, right, bottom in the atlas, 0 to 1.', allFinite),
});

/** One pair, sorted by left, then right. */
export const KerningPair = struct('KerningPair', 12, 'One pair, sorted by left, then right.', {
  left: field(u32, 'Codepoint.', atMost(0x10ffff)),
  right: field(u32, 'Codepoint.', atMost(0x10ffff)),
  advance: field(f32, 'Em to add to the advance of the left glyph.', finite),
});
