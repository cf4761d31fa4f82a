import { describe, expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { lutOfStrip } from './lut-of-strip.js';

/** Each texel holds its own red, green and blue index. */
function neutral(size: number) {
  const width = size * size;
  const pixels = new Uint8Array(width * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < width; x++) pixels.set([x % size, y, Math.floor(x / size), 255], (y * width + x) * 4);
  return { width, height: size, pixels, hasAlpha: false };
}

describe('lutOfStrip', () => {
  it.each([16, 32])('takes red fastest, then green, then blue, of a strip of %i slices', (size) => {
    const lut = lutOfStrip(neutral(size), 'a.lut.png');
    expect(lut.size).toBe(size);
    const indices = Array.from(lut.values, (v) => Math.round(v * 255));
    expect(indices).toEqual(
      Array.from({ length: size ** 3 }, (_, i) => [
        i % size,
        Math.floor(i / size) % size,
        Math.floor(i / size ** 2),
      ]).flat(),
    );
  });

  it('keeps 16 bits', () => {
    const pixels = new Uint16Array(4 * 2 * 4).fill(32768);
    expect(lutOfStrip({ width: 4, height: 2, pixels, hasAlpha: false }, 'a').values[0]).toBe(
      Math.fround(32768 / 65535),
    );
  });

  it('refuses every other shape with its size', () => {
    for (const [width, height] of [
      [16, 16],
      [256, 17],
      [1, 1],
      [16, 256],
    ] as const) {
      const image = { width, height, pixels: new Uint8Array(width * height * 4), hasAlpha: false };
      expect(() => lutOfStrip(image, 'a.lut.png')).toThrow(AssetError);
      expect(() => lutOfStrip(image, 'a.lut.png')).toThrow(
        expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'lut/bad-strip' }) }),
      );
      expect(() => lutOfStrip(image, 'a.lut.png')).toThrow(`${width}×${height}`);
    }
  });
});
