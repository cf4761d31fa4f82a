import { describe, expect, it } from 'vitest';
import { rebuildGlyf } from './woff2-glyf.js';

const INSTRUCTIONS = 60_000;

/** Triangles with instructions, and a table that declares short offsets. */
function packedTriangles(count: number): Uint8Array {
  const repeat = (...bytes: readonly number[]): Buffer =>
    Buffer.concat(Array.from({ length: count }, () => Buffer.from(bytes)));
  const streams = [
    repeat(0, 1),
    repeat(3),
    repeat(0, 0, 0),
    repeat(10, 20, 30, 253, INSTRUCTIONS >> 8, INSTRUCTIONS & 255),
    Buffer.alloc(0),
    Buffer.alloc(4 * Math.ceil(count / 32)),
    Buffer.alloc(count * INSTRUCTIONS, 7),
  ];
  const head = Buffer.alloc(8 + streams.length * 4);
  head.writeUInt16BE(count, 4);
  for (const [i, { length }] of streams.entries()) head.writeUInt32BE(length, 8 + i * 4);
  return new Uint8Array(Buffer.concat([head, ...streams]));
}

describe('rebuildGlyf', () => {
  it('writes long offsets for glyphs that outgrow short ones, as in large variable fonts', () => {
    const { glyf, loca, hasLongOffsets } = rebuildGlyf(packedTriangles(3), 'a.woff2');
    expect(hasLongOffsets).toBe(true);
    const offsets = Array.from({ length: 4 }, (_, i) => Buffer.from(loca).readUInt32BE(i * 4));
    expect(glyf.length).toBeGreaterThan(0x1fffe);
    expect(offsets).toEqual([0, 1, 2, 3].map((i) => (i * glyf.length) / 3));
    expect(glyf.subarray(offsets[1], offsets[2])).toEqual(glyf.subarray(0, offsets[1]));
  });

  it('keeps short offsets if they suffice', () => {
    const { glyf, loca, hasLongOffsets } = rebuildGlyf(packedTriangles(2), 'a.woff2');
    expect(hasLongOffsets).toBe(false);
    expect(Buffer.from(loca).readUInt16BE(2) * 2).toBe(glyf.length / 2);
  });
});
