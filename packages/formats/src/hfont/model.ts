// A font in memory. Decoded tables are views of the file's words.

import type { Infer } from '../core/struct.js';
import type { GpuGlyph, KerningPair } from './layout.js';

/** One glyph: its codepoint, its advance and its rectangles in em and in the atlas. */
export type Glyph = Infer<typeof GpuGlyph>;
/** What to add to the advance between two codepoints, in em. */
export type Kerning = Infer<typeof KerningPair>;

/** Metrics of a whole font; lengths are in em, the atlas in texels. */
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

/** Input of `encodeHfont`, in any order. */
export interface HfontModel extends FontMetrics {
  readonly glyphs: readonly Glyph[];
  readonly kerning: readonly Kerning[];
}

/** A decoded font. Use `findGlyph` and `findKerning`, or upload the words unchanged. */
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
