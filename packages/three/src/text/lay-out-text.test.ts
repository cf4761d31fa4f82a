// Where glyphs go: kerning, lines, alignment.

import { decodeHfont, encodeHfont, type Hfont } from '@assetc/formats';
import { expect, it } from 'vitest';
import { layOutText } from './lay-out-text.js';

const glyph = (letter: string, advance: number, hasOutline = true) => ({
  codepoint: letter === '' ? 0 : (letter.codePointAt(0) ?? 0),
  advance,
  plane: hasOutline ? [0, 0, advance, 1] : [0, 0, 0, 0],
  uv: hasOutline ? [0, 0, 0.5, 0.5] : [0, 0, 0, 0],
});

const font: Hfont = decodeHfont(
  encodeHfont({
    atlasTex: 1n,
    ascent: 1,
    descent: -0.25,
    lineGap: 0.25,
    distanceRange: 12,
    edgeValue: 0.5,
    atlasWidth: 64,
    atlasHeight: 64,
    msdf: false,
    glyphs: [glyph('', 0.5), glyph(' ', 0.25, false), glyph('A', 1), glyph('V', 1)],
    kerning: [{ left: 65, right: 86, advance: -0.25 }],
  }),
);

const lefts = (text: string, options = {}): number[] =>
  [...layOutText(font, text, options).planes].filter((_, i) => i % 4 === 0);
const bottoms = (text: string, options = {}): number[] =>
  [...layOutText(font, text, options).planes].filter((_, i) => i % 4 === 1);

it('kerns pairs, makes no rectangles for spaces, and shows .notdef for missing characters', () => {
  expect(lefts('AV')).toEqual([0, 0.75]);
  expect(lefts('VA')).toEqual([0, 1]);
  expect(lefts('A V')).toEqual([0, 1.25]);
  expect(layOutText(font, 'Q').width).toBe(0.5);
});

it('scales, spaces and aligns lines against each other', () => {
  expect(lefts('AA', { size: 2, letterSpacing: 0.5 })).toEqual([0, 3]);
  expect(lefts('AA\nA', { align: 'right' })).toEqual([-2, -1, -1]);
  expect(lefts('AA\nA', { align: 'center' })).toEqual([-1, 0, -0.5]);
});

it('spaces lines by ascent, descent and gap, from the baseline, top, middle or bottom', () => {
  expect(bottoms('A\nA')).toEqual([0, -1.5]);
  expect(bottoms('A\r\nA', { lineHeight: 2 })).toEqual([0, -3]);
  expect(bottoms('A\nA', { baseline: 'top' })).toEqual([-1, -2.5]);
  expect(bottoms('A\nA', { baseline: 'bottom' })).toEqual([1.75, 0.25]);
  expect(bottoms('A\nA', { baseline: 'middle' })).toEqual([0.375, -1.125]);
});

it('breaks lines at spaces, and never within a word', () => {
  expect(bottoms('A A A', { maxWidth: 2.5 })).toEqual([0, 0, -1.5]);
  expect(bottoms('AAAA A', { maxWidth: 2 })).toEqual([0, 0, 0, 0, -1.5]);
});
