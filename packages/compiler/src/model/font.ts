// An imported font: metrics, outlines and kerning of the requested characters, in units of the font. Plain data.

export const LINE = 1;
export const QUADRATIC = 2;
export const CUBIC = 3;

/** Closed contours. A verb uses as many points as its number; each contour begins with a separate point. */
export interface FontOutline {
  /** x, y, x, y, … */
  readonly points: Float64Array;
  readonly verbs: Uint8Array;
  /** Where each contour begins in `points` (counted in points) and in `verbs`. */
  readonly contours: readonly { readonly point: number; readonly verb: number }[];
}

export interface FontGlyph {
  /** Its number in the font; several characters may share one. */
  readonly id: number;
  readonly advance: number;
  readonly outline: FontOutline;
}

export interface FontModel {
  readonly unitsPerEm: number;
  readonly ascent: number;
  /** Negative below the baseline. */
  readonly descent: number;
  readonly lineGap: number;
  /** By glyph number. */
  readonly glyphs: ReadonlyMap<number, FontGlyph>;
  /** Codepoint → glyph, ascending; the first is 0, the glyph for missing characters. */
  readonly characters: readonly { readonly codepoint: number; readonly glyph: number }[];
  /** Sorted by left, then right. */
  readonly kerning: readonly { readonly left: number; readonly right: number; readonly advance: number }[];
  /** Tables of pictures that the font has in addition to outlines, or instead of them: `COLR`, `sbix` and so on. */
  readonly pictureTables: readonly string[];
}
