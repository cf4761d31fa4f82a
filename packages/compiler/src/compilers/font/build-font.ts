// Builds the runtime table and the atlas of a font: the distance fields of all glyphs, packed.

import { encodeHfont, hashRef, type Kerning } from '@assetc/formats';
import { AssetError } from '../../diagnostics/diagnostic.js';
import type { FontModel } from '../../model/font.js';
import { type Image, sharedBytes } from '../../model/image/image.js';
import { computeField, type GlyphShape, MAX_EDGES, shapeGlyph } from './field-glyph.js';
import { packSkyline } from './pack-skyline.js';
import type { FontSettings } from './settings.js';

const MAX_ATLAS_SIZE = 16384;
/** The value at the edge: 128 of 255. */
const EDGE_VALUE = 128 / 255;

interface BuiltFont {
  readonly hfont: Uint8Array;
  readonly atlas: Image;
  /** Whether a glyph has an area in the atlas. */
  readonly hasShape: (glyph: number) => boolean;
}

interface FontIdentity {
  /** The source, for diagnostics. */
  readonly path: string;
  /** The reference to the atlas. */
  readonly sourceRef: string;
}

export function buildFont(
  font: FontModel,
  settings: Pick<FontSettings, 'size' | 'spread' | 'field'>,
  { path, sourceRef }: FontIdentity,
): BuiltFont {
  const { size, spread, field } = settings;
  const shapes = shapeGlyphs(font, settings, path);
  const packed = packSkyline(
    shapes.map((entry) => entry.shape),
    MAX_ATLAS_SIZE,
  );
  if (packed === undefined)
    throw new AssetError({
      code: 'font/atlas-too-large',
      file: path,
      message: `${shapes.length} glyphs of ${size} texels per em do not fit into ${MAX_ATLAS_SIZE} × ${MAX_ATLAS_SIZE} texels`,
      hint: 'Lower font.size or font.spread, or narrow font.charset.',
    });
  const { width, height } = packed;
  const atlas = blankAtlas(width, height);
  const placements = new Map<number, { readonly plane: number[]; readonly uv: number[] }>();
  for (const [index, { glyph, shape }] of shapes.entries()) {
    const at = packed.positions[index];
    if (at === undefined) throw new Error(`glyph ${glyph} was not packed`);
    drawField(atlas, shape, computeField(shape, spread, field), at.x, at.y);
    const { left, top } = shape;
    placements.set(glyph, {
      plane: [left / size, (top - shape.height) / size, (left + shape.width) / size, top / size],
      uv: [at.x / width, at.y / height, (at.x + shape.width) / width, (at.y + shape.height) / height],
    });
  }
  const em = font.unitsPerEm;
  const glyphs = font.characters.map(({ codepoint, glyph }) => ({
    codepoint,
    advance: (font.glyphs.get(glyph)?.advance ?? 0) / em,
    ...(placements.get(glyph) ?? { plane: [0, 0, 0, 0], uv: [0, 0, 0, 0] }),
  }));
  const kerning = font.kerning.map(({ left, right, advance }): Kerning => ({ left, right, advance: advance / em }));
  const hfont = encodeHfont({
    atlasTex: hashRef(sourceRef),
    ascent: font.ascent / em,
    descent: font.descent / em,
    lineGap: font.lineGap / em,
    distanceRange: (255 * spread) / 128,
    edgeValue: EDGE_VALUE,
    atlasWidth: width,
    atlasHeight: height,
    msdf: field === 'msdf',
    glyphs,
    kerning,
  });
  return { hfont, atlas, hasShape: (glyph) => placements.has(glyph) };
}

/** The shapes of all glyphs that have one. */
function shapeGlyphs(
  font: FontModel,
  { size, spread }: Pick<FontSettings, 'size' | 'spread'>,
  path: string,
): readonly { readonly glyph: number; readonly shape: GlyphShape }[] {
  return [...font.glyphs.values()].flatMap(({ id, outline }) => {
    const shape = shapeGlyph(outline, size / font.unitsPerEm, spread);
    if (shape === 'too-complex')
      throw new AssetError({
        code: 'font/too-complex',
        file: path,
        message: `glyph ${id} has more than ${MAX_EDGES} edges`,
        hint: 'Simplify its outline, or remove its character from font.charset.',
      });
    return shape === undefined ? [] : [{ glyph: id, shape }];
  });
}

/** Far outside everywhere; alpha is opaque. */
function blankAtlas(width: number, height: number): Image & { readonly pixels: Uint8Array } {
  const pixels = sharedBytes(width * height * 4);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return { width, height, pixels, hasAlpha: false };
}

function drawField(
  atlas: { readonly width: number; readonly pixels: Uint8Array },
  { width, height }: GlyphShape,
  texels: Uint8Array,
  x: number,
  y: number,
): void {
  const channels = texels.length / (width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const from = (j * width + i) * channels;
      const to = ((y + j) * atlas.width + x + i) * 4;
      for (let channel = 0; channel < 3; channel++)
        atlas.pixels[to + channel] = texels[from + (channels === 3 ? channel : 0)] ?? 0;
    }
  }
}
