import { decodeHfont, encodeHfont } from '@assetc/formats';
import { expect, it } from 'vitest';
import { codepointName, glyphQuad, layOutQuads, missingCharacters } from './text-quads.js';

const glyph = (codepoint: number, uv: number) => ({
  codepoint,
  advance: 1,
  plane: [0, -0.25, 1, 0.75],
  uv: [uv, 0, uv + 0.25, 0.25],
});
const font = decodeHfont(
  encodeHfont({
    ...{ atlasTex: 1n, ascent: 1, descent: -0.5, lineGap: 0, distanceRange: 8, edgeValue: 0.5 },
    ...{ atlasWidth: 64, atlasHeight: 64, msdf: false },
    glyphs: [glyph(0, 0), glyph(65, 0.25), glyph(86, 0.5)],
    kerning: [{ left: 65, right: 86, advance: -0.5 }],
  }),
);
const PLACE = { x: 10, y: 20, size: 100 };

it('lays text out downwards, kerned or not, and marks replacements of missing characters', () => {
  const kerned = layOutQuads(font, 'AVx', { ...PLACE, isKerned: true });
  const rows = (quads: Float32Array) =>
    Array.from({ length: quads.length / 9 }, (_, i) => [...quads.subarray(i * 9, i * 9 + 9)]);
  // The top of the plane is a quarter of an em below the ascent.
  expect(rows(kerned.quads)[0]).toEqual([10, 45, 100, 100, 0.25, 0, 0.5, 0.25, 0]);
  expect(rows(kerned.quads)[1]?.[0]).toBe(10 + 50);
  expect(rows(kerned.quads).map((row) => row[8])).toEqual([0, 0, 1]);
  expect(rows(layOutQuads(font, 'AVx', { ...PLACE, isKerned: false }).quads)[1]?.[0]).toBe(110);
});

it('lists each missing character once', () => {
  expect(missingCharacters(font, 'AxVx\nж')).toEqual(['x', 'ж']);
  expect(codepointName(0x416)).toBe('U+0416');
});

it('centers a glyph in its cell', () => {
  const [left = 0, top = 0, width = 0, height = 0] = glyphQuad(font, 1, { x: 0, y: 0, width: 80, height: 80 }, 40);
  expect([left + width / 2, width, height]).toEqual([40, 40, 40]);
  expect(top).toBe(40 + (0.25 - 0.75) * 40);
});
