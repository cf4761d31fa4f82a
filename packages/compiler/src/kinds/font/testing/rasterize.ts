// Test oracles for fonts: draws text straight from HarfBuzz's outlines, and from a compiled font with its atlas as a shader would. The two
// share only the string.

import { decodeHfont, findGlyph, findKerning, type Hfont } from '@assetc/formats';
import * as hb from 'harfbuzzjs';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Coverage, 0 to 1. */
  readonly coverage: Float64Array;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Pixels per em. */
  readonly size: number;
  /** Where the text begins on its baseline, pixels from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

const SUBROWS = 16;

/** Draws by shaping with HarfBuzz, non-zero winding, exact in x and with sixteen lines per pixel in y. */
export function drawDirectly(
  fontBytes: Uint8Array,
  text: string,
  frame: Frame,
  variations: { readonly [axis: string]: number } = {},
): Picture {
  const face = new hb.Face(new hb.Blob(fontBytes));
  const font = new hb.Font(face);
  font.setVariations(Object.entries(variations).map(([tag, value]) => new hb.Variation(tag, value)));
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(
    font,
    buffer,
    ['liga', 'clig', 'calt'].map((tag) => new hb.Feature(tag, 0)),
  );
  const positions = buffer.getGlyphPositions();
  const scale = frame.size / face.upem;
  const lines: [number, number, number, number][] = [];
  let penX = frame.x;
  const infos = buffer.getGlyphInfos();
  const older = kernPairs(face);
  for (const [i, { codepoint: glyph }] of infos.entries()) {
    const position = positions[i];
    if (position === undefined) continue;
    outline(
      font,
      glyph,
      (x, y) => [penX + (x + position.xOffset) * scale, frame.y - (y + position.yOffset) * scale],
      lines,
    );
    const next = infos[i + 1]?.codepoint ?? -1;
    penX += (position.xAdvance + (older.get(`${glyph} ${next}`) ?? 0)) * scale;
  }
  return fill(lines, frame.width, frame.height);
}

/**
 * `left right` glyphs → units, of a kern table with one subtable of pairs, for fonts whose GPOS does not kern: HarfBuzz's wasm build
 * leaves that table out. (hb-shape, which has it, agreed with the compiler on all 35,344 pairs of Righteous.)
 */
export function kernPairs(face: hb.Face): ReadonlyMap<string, number> {
  const table = face.referenceTable('kern');
  const pairs = new Map<string, number>();
  if (table === undefined || face.getTableFeatureTags('GPOS').includes('kern')) return pairs;
  const words = Array.from(
    { length: table.length >> 1 },
    (_, i) => ((table[2 * i] ?? 0) << 8) | (table[2 * i + 1] ?? 0),
  );
  for (let i = 0; i < (words[5] ?? 0); i++) {
    const [left = 0, right = 0, value = 0] = words.slice(9 + i * 3, 12 + i * 3);
    pairs.set(`${left} ${right}`, (value << 16) >> 16);
  }
  return pairs;
}

type Transform = (x: number, y: number) => readonly [number, number];

function outline(font: hb.Font, glyph: number, place: Transform, lines: [number, number, number, number][]): void {
  let [sx, sy, px, py] = [0, 0, 0, 0];
  const to = (x: number, y: number): void => {
    const a = place(px, py);
    const b = place(x, y);
    lines.push([a[0], a[1], b[0], b[1]]);
    [px, py] = [x, y];
  };
  const curve = (at: (t: number) => readonly [number, number]): void => {
    for (let i = 1; i <= 32; i++) to(...at(i / 32));
  };
  for (const { type, values } of font.glyphToJson(glyph)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    const [ox, oy] = [px, py];
    if (type === 'M') [sx, sy, px, py] = [a, b, a, b];
    else if (type === 'L') to(a, b);
    else if (type === 'Q')
      curve((t) => {
        const s = 1 - t;
        return [s * s * ox + 2 * s * t * a + t * t * c, s * s * oy + 2 * s * t * b + t * t * d];
      });
    else if (type === 'C')
      curve((t) => {
        const s = 1 - t;
        const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
        return [w0 * ox + w1 * a + w2 * c + w3 * e, w0 * oy + w1 * b + w2 * d + w3 * f];
      });
    else if (type === 'Z' && (px !== sx || py !== sy)) to(sx, sy);
  }
}

function fill(lines: readonly (readonly [number, number, number, number])[], width: number, height: number): Picture {
  const coverage = new Float64Array(width * height);
  for (let row = 0; row < height * SUBROWS; row++) {
    const y = (row + 0.5) / SUBROWS;
    const crossings: { x: number; turn: number }[] = [];
    for (const [ax, ay, bx, by] of lines) {
      if (ay <= y === by <= y) continue;
      crossings.push({ x: ax + ((y - ay) / (by - ay)) * (bx - ax), turn: by > ay ? 1 : -1 });
    }
    crossings.sort((p, q) => p.x - q.x);
    let winding = 0;
    for (const [i, { x, turn }] of crossings.entries()) {
      winding += turn;
      const end = crossings[i + 1]?.x;
      if (winding === 0 || end === undefined) continue;
      const base = Math.floor(row / SUBROWS) * width;
      for (let column = Math.max(0, Math.floor(x)); column < Math.min(width, Math.ceil(end)); column++) {
        const part = Math.min(end, column + 1) - Math.max(x, column);
        coverage[base + column] = (coverage[base + column] ?? 0) + part / SUBROWS;
      }
    }
  }
  return { width, height, coverage };
}

export interface Atlas {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly pixels: Uint8Array;
}

/** Draws as a fragment shader would: bilinear samples, the median of three channels, an edge one pixel wide. */
export function drawCompiled(hfont: Uint8Array, atlas: Atlas, text: string, frame: Frame): Picture {
  const font = decodeHfont(hfont);
  const coverage = new Float64Array(frame.width * frame.height);
  let penX = frame.x;
  let previous: number | undefined;
  for (const character of text) {
    const codepoint = character.codePointAt(0) ?? 0;
    if (previous !== undefined) penX += findKerning(font, previous, codepoint) * frame.size;
    drawGlyph(font, atlas, codepoint, penX, frame, coverage);
    penX += findGlyph(font, codepoint).advance * frame.size;
    previous = codepoint;
  }
  return { width: frame.width, height: frame.height, coverage };
}

function drawGlyph(
  font: Hfont,
  atlas: Atlas,
  codepoint: number,
  penX: number,
  frame: Frame,
  coverage: Float64Array,
): void {
  const { plane, uv } = findGlyph(font, codepoint);
  const [left = 0, bottom = 0, right = 0, top = 0] = plane;
  const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] = uv;
  if (right <= left) return;
  const texelsPerPixel = ((u1 - u0) * font.atlasWidth) / ((right - left) * frame.size);
  const range = font.distanceRange / texelsPerPixel;
  const x0 = penX + left * frame.size;
  const y0 = frame.y - top * frame.size;
  const w = (right - left) * frame.size;
  const h = (top - bottom) * frame.size;
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(frame.height, Math.ceil(y0 + h)); y++) {
    for (let x = Math.max(0, Math.floor(x0)); x < Math.min(frame.width, Math.ceil(x0 + w)); x++) {
      const s = (x + 0.5 - x0) / w;
      const t = (y + 0.5 - y0) / h;
      if (s < 0 || s > 1 || t < 0 || t > 1) continue;
      const value = sample(atlas, (u0 + s * (u1 - u0)) * atlas.width, (v0 + t * (v1 - v0)) * atlas.height);
      const alpha = Math.min(1, Math.max(0, (value - font.edgeValue) * range + 0.5));
      const at = y * frame.width + x;
      coverage[at] = Math.max(coverage[at] ?? 0, alpha);
    }
  }
}

function sample({ width, height, pixels }: Atlas, x: number, y: number): number {
  const channel = (c: number): number => {
    const [fx, fy] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    const at = (i: number, j: number): number =>
      pixels[(Math.min(Math.max(fy + j, 0), height - 1) * width + Math.min(Math.max(fx + i, 0), width - 1)) * 4 + c] ??
      0;
    const [s, t] = [x - 0.5 - fx, y - 0.5 - fy];
    return ((at(0, 0) * (1 - s) + at(1, 0) * s) * (1 - t) + (at(0, 1) * (1 - s) + at(1, 1) * s) * t) / 255;
  };
  const [r, g, b] = [channel(0), channel(1), channel(2)];
  return Math.max(Math.min(r, g), Math.min(Math.max(r, g), b));
}

/** The mean difference over the bounding box of the direct drawing. */
export function meanError(direct: Picture, compiled: Picture): number {
  let [x0, y0, x1, y1] = [direct.width, direct.height, -1, -1];
  for (let at = 0; at < direct.coverage.length; at++) {
    if ((direct.coverage[at] ?? 0) === 0) continue;
    const [x, y] = [at % direct.width, Math.floor(at / direct.width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  let sum = 0;
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const at = y * direct.width + x;
      sum += Math.abs((direct.coverage[at] ?? 0) - (compiled.coverage[at] ?? 0));
    }
  return sum / ((x1 - x0 + 1) * (y1 - y0 + 1));
}
