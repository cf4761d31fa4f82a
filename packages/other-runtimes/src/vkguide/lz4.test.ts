import { FormatError } from '@assetc/formats';
import fc from 'fast-check';
import { compressBlock, decompressBlock } from 'lz4js';
import { describe, expect, it } from 'vitest';
import { compressLz4 } from './compress-lz4.js';
import { decompressLz4 } from './decompress-lz4.js';

/** Bytes that repeat: runs and copies from before, which random bytes never have. */
const repetitive = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 30 }), fc.nat(400), fc.nat(60)), { maxLength: 60 })
  .map((steps) => {
    const out: number[] = [];
    for (const [literals, back, length] of steps) {
      out.push(...literals);
      const from = Math.max(0, out.length - back);
      for (let i = 0; i < length && out.length > 0; i++) out.push(out[from + i] ?? 0);
    }
    return Uint8Array.from(out);
  });
const anything = fc.oneof(repetitive, fc.uint8Array({ maxLength: 500 }));

function theirsDecode(block: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  expect(decompressBlock(block, out, 0, block.length, 0)).toBe(size);
  return out;
}

function noise(size: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

describe('LZ4 blocks', () => {
  it('decode to what was compressed, here and in lz4js', () => {
    fc.assert(
      fc.property(anything, (bytes) => {
        const block = compressLz4(bytes);
        expect(decompressLz4(block, bytes.length)).toEqual(bytes);
        expect(theirsDecode(block, bytes.length)).toEqual(bytes);
        expect(compressLz4(bytes)).toEqual(block);
      }),
      { numRuns: 300 },
    );
  });

  it('of lz4js decode here', () => {
    fc.assert(
      fc.property(repetitive, (bytes) => {
        const out = new Uint8Array(bytes.length * 2 + 64);
        const size = compressBlock(bytes, out, 0, bytes.length, new Uint32Array(65536));
        // It says 0 when it found nothing to compress.
        if (size > 0) expect(decompressLz4(out.slice(0, size), bytes.length)).toEqual(bytes);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['one byte', Uint8Array.of(7)],
    ['twelve equal bytes', new Uint8Array(12).fill(1)],
    ['thirteen equal bytes', new Uint8Array(13).fill(1)],
    ['300,000 equal bytes', new Uint8Array(300_000).fill(9)],
    ['200,000 bytes of noise', noise(200_000)],
    ['noise repeated at 65,535', Uint8Array.from([...noise(65_535), ...noise(65_535)])],
    ['noise repeated at 65,536, out of reach', Uint8Array.from([...noise(65_536), ...noise(65_536)])],
  ])('round-trip %s', (_, bytes) => {
    const block = compressLz4(bytes);
    // Compared as buffers: toEqual takes a second for so many bytes.
    expect(Buffer.compare(decompressLz4(block, bytes.length), bytes)).toBe(0);
    expect(Buffer.compare(theirsDecode(block, bytes.length), bytes)).toBe(0);
    expect(block.length).toBeLessThanOrEqual(bytes.length + Math.floor(bytes.length / 255) + 16);
  });

  it('compress repetition well and reach back 65,535 bytes', () => {
    expect(compressLz4(new Uint8Array(300_000)).length).toBeLessThan(1200);
    expect(compressLz4(Uint8Array.from([...noise(65_535), ...noise(65_535)])).length).toBeLessThan(67_000);
  });

  it('end as the format asks: five literals, no match in the last twelve bytes', () => {
    const block = compressLz4(new Uint8Array(64).fill(3));
    expect([...block.subarray(-5)]).toEqual([3, 3, 3, 3, 3]);
    expect((block[block.length - 6] ?? 0) >> 4).toBe(5);
  });

  it.each<[string, number[], number]>([
    ['an empty block', [], 0],
    ['literals beyond the block', [0x50, 1, 2], 5],
    ['an offset of 0', [0x10, 1, 0, 0, 0x50, 1, 2, 3, 4, 5], 10],
    ['an offset before the start', [0x10, 1, 2, 0, 0x50, 1, 2, 3, 4, 5], 10],
    ['a match beyond the size', [0x1f, 1, 1, 0, 200, 0x00], 10],
    ['literals beyond the size', [0x50, 1, 2, 3, 4, 5], 4],
    ['fewer bytes than announced', [0x50, 1, 2, 3, 4, 5], 6],
    ['a length without an end', [0xf0, 255, 255], 500],
    ['half an offset', [0x10, 1, 1], 5],
    ['a size that no block of this length can have', [0x00], 1_000_000_000],
  ])('refuse %s', (_, block, size) => {
    expect(() => decompressLz4(Uint8Array.from(block), size)).toThrow(FormatError);
  });

  it('with a flipped bit or cut short give bytes or a FormatError', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i % 40) * (i % 3));
    const block = compressLz4(bytes);
    for (let bit = 0; bit < block.length * 8; bit++) {
      const damaged = block.slice();
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      try {
        expect(decompressLz4(damaged, bytes.length).length).toBe(bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
    for (let size = 0; size < block.length; size++) {
      expect(() => decompressLz4(block.subarray(0, size), bytes.length)).toThrow(FormatError);
    }
  });
});
