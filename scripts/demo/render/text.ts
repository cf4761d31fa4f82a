// Draws a line of text from a distance field: coverage is the distance to the edge in pixels, clamped.

import { findGlyph, findKerning, type Hfont } from '@assetc/formats';
import type { Level } from './sampled-texture.js';

export interface TextStyle {
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly pixelsPerEm: number;
  readonly color: readonly number[];
}

export function drawText(
  rgb: Uint8Array,
  width: number,
  text: string,
  font: Hfont,
  atlas: Level,
  style: TextStyle,
): void {
  let pen = style.x;
  let before: number | undefined;
  for (const ch of text) {
    const code = ch.codePointAt(0) ?? 0;
    const glyph = findGlyph(font, code);
    if (before !== undefined) pen += findKerning(font, before, code) * style.pixelsPerEm;
    before = code;
    const [left = 0, bottom = 0, right = 0, top = 0] = glyph.plane.map((p) => p * style.pixelsPerEm);
    const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] = glyph.uv;
    if (right > left) {
      const sharpness = (font.distanceRange * (right - left)) / ((u1 - u0) * atlas.width);
      for (let y = Math.floor(style.y - top); y <= Math.ceil(style.y - bottom); y++) {
        for (let x = Math.floor(pen + left); x <= Math.ceil(pen + right); x++) {
          const u = u0 + ((x + 0.5 - pen - left) / (right - left)) * (u1 - u0);
          const v = v0 + ((y + 0.5 - (style.y - top)) / (top - bottom)) * (v1 - v0);
          const at = (y * width + x) * 3;
          if (x < 0 || x >= width || at < 0 || at >= rgb.length || u < u0 || u > u1 || v < v0 || v > v1) continue;
          const coverage = Math.min(
            1,
            Math.max(0, (distanceAt(atlas, u, v, font.msdf) - font.edgeValue) * sharpness + 0.5),
          );
          for (let c = 0; c < 3; c++)
            rgb[at + c] = Math.round((rgb[at + c] ?? 0) * (1 - coverage) + (style.color[c] ?? 0) * coverage);
        }
      }
    }
    pen += glyph.advance * style.pixelsPerEm;
  }
}

/** Samples the field bilinearly; takes the median of a three-channel field. */
function distanceAt({ width, height, texels }: Level, u: number, v: number, msdf: boolean): number {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, v * height - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [fx, fy] = [x - x0, y - y0];
  const channel = (c: number) => {
    const at = (i: number, j: number) => texels[(j * width + i) * 4 + c] ?? 0;
    return (at(x0, y0) * (1 - fx) + at(x1, y0) * fx) * (1 - fy) + (at(x0, y1) * (1 - fx) + at(x1, y1) * fx) * fy;
  };
  if (!msdf) return channel(0);
  const [r, g, b] = [channel(0), channel(1), channel(2)];
  return Math.max(Math.min(r, g), Math.min(Math.max(r, g), b));
}
