// Decoded BC7: exact if it must be, close otherwise, and the same bytes for any division into strips.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel, BlockOptions } from '../blocks/block-options.js';
import { psnr } from '../testing/decode-image.js';
import { byteSource, paint, sampleImages } from '../testing/sample-images.js';
import { Bc7Encoder } from './bc7.js';

const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];
const encoder = new Bc7Encoder();

function encode(rgba: Uint8Array, width: number, height: number, options: Partial<BlockOptions> = {}): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * 16);
  encoder.encode(rgba, width, height, 0, rows, out, { level: 'normal', metric: 'rgb', ...options });
  return out;
}

const shown = (rgba: Uint8Array, width: number, height: number, options?: Partial<BlockOptions>): Uint8Array =>
  decodeTexels('bc7', encode(rgba, width, height, options), width, height);

describe('BC7 blocks', () => {
  it('keep every solid color exactly', () => {
    const next = byteSource(7);
    const colors = [
      ...Array.from({ length: 256 }, (_, v) => [v, 255 - v, v ^ 0x55, v]),
      [0, 0, 0, 0],
      [255, 255, 255, 0],
    ];
    for (let i = 0; i < 200; i++) colors.push([next(), next(), next(), next()]);
    const rgba = new Uint8Array(colors.length * 4 * 4 * 4);
    for (let y = 0; y < 4; y++)
      colors.forEach((color, i) => {
        for (let x = 0; x < 4; x++) rgba.set(color, ((y * colors.length + i) * 4 + x) * 4);
      });
    expect(Buffer.compare(shown(rgba, colors.length * 4, 4), rgba)).toBe(0);
  });

  it('of two independent channels are nearly as good at high as at max', () => {
    const wave = (v: number): number => ((v & 127) < 64 ? v & 127 : 127 - (v & 127));
    const rgba = paint(64, 64, 5, (x, y) => [96 + wave(x * 5 + y * 3), 96 + wave(y * 7 - x * 2 + 300), 0, 255]);
    const quality = (level: BlockLevel): number => psnr(rgba, shown(rgba, 64, 64, { level }), 3);
    expect(quality('high')).toBeGreaterThan(quality('max') - 0.4);
  });

  it('of opaque texels stay opaque', () => {
    for (const level of LEVELS)
      for (const image of sampleImages(24, 24)) {
        if (image.hasAlpha) continue;
        const decoded = shown(image.rgba, 24, 24, { level });
        for (let i = 3; i < decoded.length; i += 4) expect(decoded[i], `${image.name}, ${level}`).toBe(255);
      }
  });

  it('cover images of any size, repeating the last column and row', () => {
    for (const [width, height] of [
      [1, 1],
      [2, 3],
      [5, 1],
      [7, 9],
    ] as const) {
      const rgba = paint(width, height, 3, (x, y, next) => [x * 30, y * 20, next(), 255]);
      const padded = paint(Math.ceil(width / 4) * 4, Math.ceil(height / 4) * 4, 0, (x, y) => {
        const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4;
        return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, 255];
      });
      const wide = encode(padded, Math.ceil(width / 4) * 4, Math.ceil(height / 4) * 4);
      expect(encode(rgba, width, height)).toEqual(wide);
    }
  });

  it('are the same for any division into strips', () => {
    const rgba = paint(44, 52, 9, (x, y, next) => [x * 5, y * 4, next(), x > 20 ? 255 : next()]);
    const whole = encode(rgba, 44, 52);
    for (const count of [1, 3, 5]) {
      const out = new Uint8Array(whole.length);
      for (let row = 0; row < 13; row += count)
        new Bc7Encoder().encode(rgba, 44, 52, row, Math.min(count, 13 - row), out.subarray(row * 11 * 16), {
          level: 'normal',
          metric: 'rgb',
        });
      expect(Buffer.compare(out, whole)).toBe(0);
    }
  });

  it('get no worse from level to level', () => {
    for (const image of sampleImages(48, 48)) {
      let before = 0;
      for (const level of LEVELS) {
        const quality = Math.min(99, psnr(image.rgba, shown(image.rgba, 48, 48, { level })));
        expect(quality, `${image.name}, ${level}`).toBeGreaterThan(before - 0.1);
        before = quality;
      }
    }
  });

  it('ignore invisible colors if alpha blends', () => {
    const rgba = paint(64, 64, 5, (x, y, next) => {
      const hidden = (x * 7 + y * 3) % 11 < 5;
      return hidden ? [next(), next(), next(), 0] : [100 + (x & 15) * 4, 60 + y, 200 - (next() >> 4), 255];
    });
    const seen = (decoded: Uint8Array): number => {
      let sum = 0;
      for (let i = 0; i < rgba.length; i++)
        if (rgba[i | 3] !== 0 || (i & 3) === 3) sum += ((decoded[i] ?? 0) - (rgba[i] ?? 0)) ** 2;
      return sum;
    };
    for (const level of LEVELS) {
      const weighted = seen(shown(rgba, 64, 64, { level, alphaWeighted: true }));
      expect(weighted, level).toBeLessThan(seen(shown(rgba, 64, 64, { level })) / 4);
    }
  });

  it('do not change with alpha weighting if nothing is transparent', () => {
    for (const image of sampleImages(24, 24)) {
      if (image.hasAlpha) continue;
      const options = { level: 'high', metric: 'perceptual' } as const;
      expect(encode(image.rgba, 24, 24, { ...options, alphaWeighted: true })).toEqual(
        encode(image.rgba, 24, 24, options),
      );
    }
  });

  it('have a smaller error by the metric they are encoded for', () => {
    const rgba = paint(64, 64, 8, (_x, _y, next) => [next(), next(), next(), 255]);
    const error = (decoded: Uint8Array): number => {
      let sum = 0;
      for (let i = 0; i < rgba.length; i++)
        sum += ([2, 4, 1, 3][i & 3] ?? 0) * ((decoded[i] ?? 0) - (rgba[i] ?? 0)) ** 2;
      return sum;
    };
    for (const level of LEVELS)
      expect(error(shown(rgba, 64, 64, { level, metric: 'perceptual' })), level).toBeLessThan(
        error(shown(rgba, 64, 64, { level })),
      );
  });

  it('are rejected for images and strips that do not fit their buffers', () => {
    const options: BlockOptions = { level: 'normal', metric: 'rgb' };
    expect(() => encoder.encode(new Uint8Array(63), 4, 4, 0, 1, new Uint8Array(16), options)).toThrow(RangeError);
    expect(() => encoder.encode(new Uint8Array(64), 4, 4, 0, 1, new Uint8Array(15), options)).toThrow(RangeError);
    expect(() => encoder.encode(new Uint8Array(64), 4, 4, 1, 1, new Uint8Array(16), options)).toThrow(RangeError);
  });
});
