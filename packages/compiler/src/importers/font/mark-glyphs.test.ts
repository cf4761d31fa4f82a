import { describe, expect, it } from 'vitest';
import { markGlyphs } from './mark-glyphs.js';

const u16 = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 255]);
const gdef = (...classes: number[]) => Uint8Array.from([...u16(1, 0, 12, 0, 0, 0), ...u16(...classes)]);

describe('marks', () => {
  it('are the glyphs that GDEF classifies as marks, independent of the character', () => {
    const isMark = markGlyphs(gdef(1, 40, 3, 1, 3, 2));
    expect([39, 40, 41, 42, 43].map((glyph) => isMark(glyph, 0x104))).toEqual([false, false, true, false, false]);
    expect(isMark(7, 0x301)).toBe(false);
  });

  it('are found in ranges of classes', () => {
    const isMark = markGlyphs(gdef(2, 3, 5, 9, 1, 20, 22, 3, 30, 30, 3));
    expect([4, 5, 9, 19, 20, 22, 23, 30, 31].map((glyph) => isMark(glyph, 65))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('are the non-spacing marks of Unicode if GDEF has no classes', () => {
    for (const table of [undefined, Uint8Array.from(u16(1, 0, 0, 0, 0, 0))]) {
      const isMark = markGlyphs(table);
      expect(isMark(5, 0x301)).toBe(true);
      expect(isMark(5, 0x903)).toBe(false);
      expect(isMark(5, 0x41)).toBe(false);
    }
  });
});
