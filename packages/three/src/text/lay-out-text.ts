// Text as rectangles: lines, kerning and alignment. Lengths are in em until the size is multiplied in.

import { findGlyph, findKerning, type Hfont } from '@assetc/formats';

/** How text is laid out. */
export interface TextOptions {
  /** Size of an em, in units of the scene. Default: 1. */
  readonly size?: number | undefined;
  /** Alignment of lines, relative to the widest one and x = 0. Default: `left`. */
  readonly align?: 'left' | 'center' | 'right' | undefined;
  /** Which part of the text is at y = 0. Default: the first line's baseline. */
  readonly baseline?: 'alphabetic' | 'top' | 'middle' | 'bottom' | undefined;
  /** Multiplies the font's line distance. Default: 1. */
  readonly lineHeight?: number | undefined;
  /** Additional space between letters, in em. Default: 0. */
  readonly letterSpacing?: number | undefined;
  /** Lines longer than this, in units of the scene, are broken at spaces. */
  readonly maxWidth?: number | undefined;
}

/** Rectangles of the glyphs that have an outline. */
export interface TextLayout {
  /** Left, bottom, right, top of each rectangle, in units of the scene. */
  readonly planes: Float32Array;
  /** Left, top, right, bottom of each rectangle in the atlas. */
  readonly uvs: Float32Array;
  readonly width: number;
  readonly height: number;
}

interface Line {
  /** Pen positions with their codepoints, in em. */
  readonly glyphs: readonly { readonly x: number; readonly codepoint: number }[];
  readonly width: number;
}

const SPACE = 0x20;

function layOutLine(font: Hfont, codepoints: readonly number[], letterSpacing: number): Line {
  const glyphs: { x: number; codepoint: number }[] = [];
  let x = 0;
  let before: number | undefined;
  for (const codepoint of codepoints) {
    if (before !== undefined) x += findKerning(font, before, codepoint) + letterSpacing;
    glyphs.push({ x, codepoint });
    x += findGlyph(font, codepoint).advance;
    before = codepoint;
  }
  return { glyphs, width: x };
}

/** A word that does not fit starts a new line, even if it is longer than a line. */
function breakLine(font: Hfont, text: string, letterSpacing: number, maxEm: number): readonly string[] {
  const widthOf = (part: string): number => layOutLine(font, codepointsOf(part), letterSpacing).width;
  if (!Number.isFinite(maxEm)) return [text];
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(String.fromCodePoint(SPACE))) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || widthOf(longer) <= maxEm) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line ?? ''];
}

const codepointsOf = (text: string): readonly number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

const SHARE = { left: 0, center: 0.5, right: 1 } as const;

/** Places every glyph of a text, which may have several lines. */
export function layOutText(font: Hfont, text: string, options: TextOptions = {}): TextLayout {
  const { size = 1, align = 'left', baseline = 'alphabetic', lineHeight = 1, letterSpacing = 0, maxWidth } = options;
  const maxEm = maxWidth === undefined ? Number.POSITIVE_INFINITY : maxWidth / size;
  const lines = text
    .split(/\r\n|\r|\n/)
    .flatMap((line) => breakLine(font, line, letterSpacing, maxEm))
    .map((line) => layOutLine(font, codepointsOf(line), letterSpacing));
  const step = (font.ascent - font.descent + font.lineGap) * lineHeight;
  const height = font.ascent - font.descent + (lines.length - 1) * step;
  const bottom = height - font.ascent;
  const up = { alphabetic: 0, top: -font.ascent, middle: bottom - height / 2, bottom }[baseline];
  const planes: number[] = [];
  const uvs: number[] = [];
  for (const [row, line] of lines.entries()) {
    const left = -line.width * SHARE[align];
    for (const { x, codepoint } of line.glyphs) {
      const { plane, uv } = findGlyph(font, codepoint);
      const [l = 0, b = 0, r = 0, t = 0] = plane;
      if (l === r || b === t) continue;
      const [dx, dy] = [left + x, up - row * step];
      planes.push((l + dx) * size, (b + dy) * size, (r + dx) * size, (t + dy) * size);
      uvs.push(...uv);
    }
  }
  const width = Math.max(0, ...lines.map((line) => line.width)) * size;
  return { planes: Float32Array.from(planes), uvs: Float32Array.from(uvs), width, height: height * size };
}
