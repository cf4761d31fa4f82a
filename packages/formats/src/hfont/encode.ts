// Writes `.hfont`, glyphs and pairs sorted.

import { GpuGlyph, HFONT_FLAG_MSDF, HFONT_MAGIC, HFONT_VERSION, HfontHeader, KerningPair } from './layout.js';
import type { HfontModel } from './model.js';

/** Encodes a font, with glyphs and pairs sorted. Equal fonts give equal bytes. Throws a plain Error for a font that cannot be stored. */
export function encodeHfont({ glyphs, kerning, msdf, ...metrics }: HfontModel): Uint8Array {
  const sortedGlyphs = [...glyphs].sort((a, b) => a.codepoint - b.codepoint);
  const sortedKerning = [...kerning].sort((a, b) => a.left - b.left || a.right - b.right);
  if (sortedGlyphs[0]?.codepoint !== 0) throw new Error('a font needs a glyph for codepoint 0');
  for (const [i, { codepoint }] of sortedGlyphs.entries()) {
    if (i > 0 && sortedGlyphs[i - 1]?.codepoint === codepoint) throw new Error(`glyph ${codepoint} is given twice`);
  }
  for (const [i, { left, right }] of sortedKerning.entries()) {
    const before = sortedKerning[i - 1];
    if (before?.left === left && before.right === right) throw new Error(`pair ${left}, ${right} is given twice`);
  }
  const kerningStart = HfontHeader.size + glyphs.length * GpuGlyph.size;
  const bytes = new Uint8Array(kerningStart + kerning.length * KerningPair.size);
  HfontHeader.write(bytes, 0, {
    magic: HFONT_MAGIC,
    version: HFONT_VERSION,
    glyphCount: glyphs.length,
    kerningCount: kerning.length,
    atlasTex: metrics.atlasTex,
    ascent: metrics.ascent,
    descent: metrics.descent,
    lineGap: metrics.lineGap,
    distanceRange: metrics.distanceRange,
    edgeValue: metrics.edgeValue,
    atlasWidth: metrics.atlasWidth,
    atlasHeight: metrics.atlasHeight,
    flags: msdf ? HFONT_FLAG_MSDF : 0,
  });
  for (const [i, glyph] of sortedGlyphs.entries()) GpuGlyph.write(bytes, HfontHeader.size + i * GpuGlyph.size, glyph);
  for (const [i, pair] of sortedKerning.entries()) KerningPair.write(bytes, kerningStart + i * KerningPair.size, pair);
  return bytes;
}
