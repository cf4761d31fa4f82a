import { describe, expect, it } from 'vitest';
import { sourceOfBytes } from '../../model/byte-source.js';
import { decodePng, openPngRows } from './png/png.js';
import { noise } from './testing/load-image.js';
import { writePng } from './testing/write-png.js';

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

const input = (bytes: Uint8Array) => ({
  file: 'a.png',
  bytes,
  source: sourceOfBytes(bytes),
  limit: 64,
  warn: () => {},
});

const sample = (colorType: number, depth: number, interlaced = false) => {
  const [width, height] = [23, 17];
  const samples = noise(width * height * (CHANNELS[colorType] ?? 1), 2 ** depth, 1);
  return writePng({ width, height, depth, colorType, samples, filter: (row) => row % 5, idatParts: 9, interlaced });
};

describe('a PNG read by rows', () => {
  it.each([
    [0, 1],
    [0, 16],
    [2, 8],
    [2, 16],
    [4, 8],
    [6, 8],
    [6, 16],
  ])('gives the pixels of the whole image: color type %i, %i bits', async (colorType, depth) => {
    const bytes = sample(colorType, depth);
    const image = await decodePng(input(bytes));
    const rows = openPngRows(input(bytes));
    expect(rows).toMatchObject({ width: 23, height: 17, isWide: depth === 16, mayBeTransparent: colorType >= 4 });
    for (let time = 0; time < 2; time++) {
      const parts: Uint8Array[] = [];
      let next = 0;
      const done = await rows?.read((pixels, firstRow, count) => {
        expect(firstRow).toBe(next);
        next += count;
        parts.push(pixels.slice());
        return true;
      });
      expect(done).toBe(true);
      const { buffer, byteOffset, byteLength } = image.pixels;
      expect(Buffer.concat(parts).equals(new Uint8Array(buffer, byteOffset, byteLength))).toBe(true);
    }
  });

  it('stops when no more rows are wanted', async () => {
    expect(await openPngRows(input(sample(2, 8)))?.read(() => false)).toBe(false);
  });

  it('is not available if rows are not stored in order', () => {
    expect(openPngRows(input(sample(2, 8, true)))).toBeUndefined();
  });
});
