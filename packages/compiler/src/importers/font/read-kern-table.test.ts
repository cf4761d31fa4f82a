import { describe, expect, it } from 'vitest';
import { readKernTable } from './read-kern-table.js';

const words = (...values: number[]): Uint8Array => Uint8Array.from(values.flatMap((v) => [(v >> 8) & 0xff, v & 0xff]));
const CHARACTERS = [
  { codepoint: 0, glyph: 0 },
  { codepoint: 0x41, glyph: 5 },
  { codepoint: 0x56, glyph: 9 },
  { codepoint: 0x391, glyph: 5 },
];
const HORIZONTAL = 1;

describe('the kern table', () => {
  it('returns pairs by character, also for characters that share a glyph', () => {
    const table = words(0, 1, 0, 14 + 12, HORIZONTAL, 2, 0, 0, 0, 5, 9, -80, 7, 9, -10);
    expect(readKernTable(table, CHARACTERS)).toEqual([
      { left: 0x41, right: 0x56, advance: -80 },
      { left: 0x391, right: 0x56, advance: -80 },
    ]);
  });

  it('adds up subtables, lets one override, and skips vertical ones', () => {
    const pair = (coverage: number, value: number): number[] => [0, 20, coverage, 1, 0, 0, 0, 5, 9, value];
    const table = (...subtables: number[][]): Uint8Array => words(0, subtables.length, ...subtables.flat());
    const advance = (bytes: Uint8Array): number | undefined => readKernTable(bytes, CHARACTERS)[0]?.advance;
    expect(advance(table(pair(HORIZONTAL, -80), pair(HORIZONTAL, 30)))).toBe(-50);
    expect(advance(table(pair(HORIZONTAL, -80), pair(HORIZONTAL | 8, 30)))).toBe(30);
    expect(advance(table(pair(0, -80)))).toBeUndefined();
    expect(advance(table(pair(HORIZONTAL | 4, -80)))).toBeUndefined();
  });

  it("can have Apple's header", () => {
    const table = words(1, 0, 0, 1, 0, 22, 0, 0, 1, 0, 0, 0, 5, 9, -33);
    expect(readKernTable(table, CHARACTERS)[0]).toEqual({ left: 0x41, right: 0x56, advance: -33 });
  });

  it('can be class-based', () => {
    // Subtable: header 6, row width, left table, right table, array; classes are byte offsets from the subtable's start.
    const subtable = [0, 32, 0x0200 | HORIZONTAL, 4, 14, 20, 26, 5, 1, 28, 9, 1, 2, 0, 0, -45];
    const table = words(0, 1, ...subtable);
    expect(readKernTable(table, CHARACTERS)).toEqual([
      { left: 0x41, right: 0x56, advance: -45 },
      { left: 0x391, right: 0x56, advance: -45 },
    ]);
  });

  it('returns fewer pairs and does not throw if truncated at any byte', () => {
    const table = words(0, 1, 0, 14 + 12, HORIZONTAL, 2, 0, 0, 0, 5, 9, -80, 9, 5, -10);
    for (let length = 0; length < table.length; length++)
      expect(readKernTable(table.subarray(0, length), CHARACTERS).length).toBeLessThanOrEqual(4);
    for (let at = 0; at < table.length; at++)
      readKernTable(
        table.map((byte, i) => (i === at ? byte ^ 0xff : byte)),
        CHARACTERS,
      );
  });
});
