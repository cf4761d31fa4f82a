import { describe, expect, it } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { imageToLut } from './image-to-lut.js';

/** Each texel contains its own red, green and blue index. */
function neutral(size: number) {
  const width = size * size;
  const pixels = new Uint8Array(width * size * 4);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < width; x++) pixels.set([x % size, y, Math.floor(x / size), 255], (y * width + x) * 4);
  return { width, height: size, pixels, hasAlpha: false };
}

describe('lutOfImage', () => {
  it.each([16, 32])('reads red fastest, then green, then blue, from a strip of %i slices', (size) => {
    const lut = imageToLut(neutral(size), 'a.lut.png');
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

  /** Written by the entry of each texel: a graded table that mixes the channels and is nowhere uniform. */
  const graded = (red: number, green: number, blue: number) => [red * 3 + green, green * 2 + blue, blue * 3, 255];
  function picture(size: number, width: number, entryAt: (x: number, y: number) => readonly [number, number, number]) {
    const height = size ** 3 / width;
    const pixels = new Uint8Array(size ** 3 * 4);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) pixels.set(graded(...entryAt(x, y)), (y * width + x) * 4);
    return { width, height, pixels, hasAlpha: false };
  }

  it.each([
    ['slices in a column', 16, 16, (x: number, y: number) => [x, y % 16, Math.floor(y / 16)]],
    [
      'a square of slices, four per row',
      16,
      64,
      (x: number, y: number) => [x % 16, y % 16, Math.floor(y / 16) * 4 + Math.floor(x / 16)],
    ],
    [
      'a Hald image of level 4',
      16,
      64,
      (x: number, y: number) => [x % 16, (Math.floor(x / 16) + y * 4) % 16, Math.floor(y / 4)],
    ],
    [
      'a Hald image of level 5',
      25,
      125,
      (x: number, y: number) => [x % 25, (Math.floor(x / 25) + y * 5) % 25, Math.floor(y / 5)],
    ],
  ] as const)('reads %s', (_, size, width, entryAt) => {
    const image = picture(size, width, (x, y) => {
      const [red = 0, green = 0, blue = 0] = entryAt(x, y);
      return [red, green, blue];
    });
    const lut = imageToLut(image, 'a.lut.png');
    expect(lut.size).toBe(size);
    const wanted = Array.from({ length: size ** 3 }, (_, i) =>
      graded(i % size, Math.floor(i / size) % size, Math.floor(i / size ** 2)).slice(0, 3),
    ).flat();
    expect(Array.from(lut.values, (v) => Math.round(v * 255))).toEqual(wanted);
  });

  it('keeps 16 bits', () => {
    const pixels = new Uint16Array(4 * 2 * 4).fill(32768);
    expect(imageToLut({ width: 4, height: 2, pixels, hasAlpha: false }, 'a').values[0]).toBe(
      Math.fround(32768 / 65535),
    );
  });

  it('rejects every other shape with its size', () => {
    for (const [width, height] of [
      [16, 16],
      [256, 17],
      [1, 1],
      [16, 255],
      [512, 511],
    ] as const) {
      const image = { width, height, pixels: new Uint8Array(width * height * 4), hasAlpha: false };
      expect(() => imageToLut(image, 'a.lut.png')).toThrow(AssetError);
      expect(() => imageToLut(image, 'a.lut.png')).toThrow(
        expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'lut/bad-strip' }) }),
      );
      expect(() => imageToLut(image, 'a.lut.png')).toThrow(`${width}×${height}`);
    }
  });
});
