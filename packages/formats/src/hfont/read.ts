// Reads `.hfont`: sizes and order are checked, tables are viewed in place.

import { FormatError } from '../core/format-error.js';
import { typedSection } from '../core/typed-section.js';
import { comparePair, GLYPH_WORDS, KERNING_WORDS } from './find-glyph.js';
import { GpuGlyph, HFONT_FLAG_MSDF, HfontHeader, KerningPair } from './layout.js';
import type { Hfont } from './model.js';

/** Decodes a font. Checks sizes and order; `validateHfont` checks single values. */
export function decodeHfont(bytes: Uint8Array): Hfont {
  const { magic: _magic, version: _version, flags, glyphCount, kerningCount, ...metrics } = HfontHeader.read(bytes);
  const kerningStart = HfontHeader.size + glyphCount * GpuGlyph.size;
  const end = kerningStart + kerningCount * KerningPair.size;
  if (end > bytes.byteLength) throw new FormatError('truncated', 8, `the tables need ${end} bytes`);
  if (end < bytes.byteLength) throw new FormatError('trailing-bytes', end, 'bytes follow the kerning pairs');
  const glyphWords = typedSection(Uint32Array, bytes, HfontHeader.size, glyphCount * GLYPH_WORDS);
  const kerningWords = typedSection(Uint32Array, bytes, kerningStart, kerningCount * KERNING_WORDS);
  if (glyphWords[0] !== 0) throw new FormatError('bad-value', HfontHeader.size, 'the first glyph must be codepoint 0');
  for (let i = 1; i < glyphCount; i++) {
    if ((glyphWords[i * GLYPH_WORDS] ?? 0) <= (glyphWords[(i - 1) * GLYPH_WORDS] ?? 0)) {
      throw new FormatError(
        'bad-order',
        HfontHeader.size + i * GpuGlyph.size,
        `glyph ${i} must sort after the one before`,
      );
    }
  }
  for (let i = 1; i < kerningCount; i++) {
    const at = i * KERNING_WORDS;
    const order = comparePair(kerningWords, at - KERNING_WORDS, kerningWords[at] ?? 0, kerningWords[at + 1] ?? 0);
    if (order >= 0)
      throw new FormatError('bad-order', kerningStart + at * 4, `pair ${i} must sort after the one before`);
  }
  return {
    ...metrics,
    msdf: (flags & HFONT_FLAG_MSDF) !== 0,
    glyphCount,
    kerningCount,
    glyphWords,
    glyphFloats: new Float32Array(glyphWords.buffer, glyphWords.byteOffset, glyphWords.length),
    kerningWords,
    kerningFloats: new Float32Array(kerningWords.buffer, kerningWords.byteOffset, kerningWords.length),
  };
}
