import { describe, expect, it } from 'vitest';
import type { Image } from '../../model/image/image.js';
import type { Parallel } from '../parallel.js';
import { packColorOpacity, packRoughnessMetallic } from './pack-channels.js';

/** Small levels must not be split over threads. */
const noThreads: Parallel = () => Promise.reject(new Error('a small level was handed out'));

const image = (width: number, height: number, texels: readonly (readonly number[])[]): Image => ({
  width,
  height,
  pixels: Uint8Array.from(texels.flat()),
  hasAlpha: texels.some(([, , , alpha]) => alpha !== 255),
});

describe('packRoughnessMetallic', () => {
  it('inverts glossiness, and only that', async () => {
    const gloss = image(1, 1, [[200, 0, 0, 255]]);
    const metal = image(1, 1, [[30, 0, 0, 255]]);
    expect([...(await packRoughnessMetallic(gloss, metal, noThreads)).pixels]).toEqual([255, 200, 30, 255]);
    expect([...(await packRoughnessMetallic(gloss, metal, noThreads, true)).pixels]).toEqual([255, 55, 30, 255]);
  });
});

describe('packColorOpacity', () => {
  it('takes the brightness of a map without alpha, and ignores the alpha of the color image', async () => {
    const color = image(2, 1, [
      [10, 20, 30, 7],
      [40, 50, 60, 255],
    ]);
    const mask = image(2, 1, [
      [0, 0, 0, 255],
      [200, 200, 200, 255],
    ]);
    const packed = await packColorOpacity(color, mask, noThreads);
    expect(Array.from(packed.pixels)).toEqual([10, 20, 30, 0, 40, 50, 60, 200]);
    expect(packed.hasAlpha).toBe(true);
  });

  it('takes the alpha of a map that has any', async () => {
    const mask = image(2, 1, [
      [255, 255, 255, 99],
      [0, 0, 0, 255],
    ]);
    const packed = await packColorOpacity(undefined, mask, noThreads);
    expect(Array.from(packed.pixels)).toEqual([255, 255, 255, 99, 255, 255, 255, 255]);
  });

  it('has the size of the larger one', async () => {
    const packed = await packColorOpacity(
      image(1, 1, [[9, 8, 7, 255]]),
      image(2, 2, Array(4).fill([255, 255, 255, 255])),
      noThreads,
    );
    expect([packed.width, packed.height, packed.hasAlpha]).toEqual([2, 2, false]);
    expect(Array.from(packed.pixels)).toEqual([9, 8, 7, 255, 9, 8, 7, 255, 9, 8, 7, 255, 9, 8, 7, 255]);
  });
});
