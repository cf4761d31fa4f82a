// Reads and writes `.hfont`. Decoded tables are views of the file's words; looking a glyph or a pair up bisects.

import { FormatError } from '../core/format-error.js';
import type { Infer } from '../core/struct.js';
import { typedSection } from '../core/typed-section.js';
import { GpuGlyph, HFONT_FLAG_MSDF, HFONT_MAGIC, HFONT_VERSION, HfontHeader, KerningPair } from './hfont-layout.js';

export type Glyph = Infer<typeof GpuGlyph>;
export type Kerning = Infer<typeof KerningPair>;

export interface FontMetrics {
  readonly atlasTex: bigint;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly distanceRange: number;
  readonly edgeValue: number;
  readonly atlasWidth: number;
  readonly atlasHeight: number;
  readonly msdf: boolean;
}

/** What `encodeHfont` takes, in any order. */
export interface HfontModel extends FontMetrics {
  readonly glyphs: readonly Glyph[];
  readonly kerning: readonly Kerning[];
}

export interface Hfont extends FontMetrics {
  readonly glyphCount: number;
  readonly kerningCount: number;
  /** GpuGlyph, ten words each: the codepoint as u32, the rest as f32 over the same memory. */
  readonly glyphWords: Uint32Array;
  readonly glyphFloats: Float32Array;
  /** KerningPair, three words each. */
  readonly kerningWords: Uint32Array;
  readonly kerningFloats: Float32Array;
}

const GLYPH_WORDS = GpuGlyph.size / 4;
const KERNING_WORDS = KerningPair.size / 4;

/** Checks sizes and order; single values are the validator's business. */
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

export function glyphAt(font: Hfont, index: number): Glyph | undefined {
  if (index < 0 || index >= font.glyphCount) return undefined;
  const at = index * GLYPH_WORDS;
  const floats = font.glyphFloats;
  return {
    codepoint: font.glyphWords[at] ?? 0,
    advance: floats[at + 1] ?? 0,
    plane: [...floats.subarray(at + 2, at + 6)],
    uv: [...floats.subarray(at + 6, at + 10)],
  };
}

/** The glyph of a codepoint, or .notdef. */
export function findGlyph(font: Hfont, codepoint: number): Glyph {
  let low = 0;
  let high = font.glyphCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((font.glyphWords[middle * GLYPH_WORDS] ?? 0) < codepoint) low = middle + 1;
    else high = middle;
  }
  const found = glyphAt(font, low);
  const glyph = found?.codepoint === codepoint ? found : glyphAt(font, 0);
  if (glyph === undefined) throw new Error('a decoded font has at least .notdef');
  return glyph;
}

/** What to add to the advance between two codepoints, in em; 0 for pairs that are not listed. */
export function findKerning(font: Hfont, left: number, right: number): number {
  let low = 0;
  let high = font.kerningCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePair(font.kerningWords, middle * KERNING_WORDS, left, right) < 0) low = middle + 1;
    else high = middle;
  }
  const at = low * KERNING_WORDS;
  const found = low < font.kerningCount && comparePair(font.kerningWords, at, left, right) === 0;
  return found ? (font.kerningFloats[at + 2] ?? 0) : 0;
}

function comparePair(words: Uint32Array, at: number, left: number, right: number): number {
  return (words[at] ?? 0) - left || (words[at + 1] ?? 0) - right;
}

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
