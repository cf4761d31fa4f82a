// The wasm encoder compared with its readable twin, block by block.

import { describe, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { encodeUastcBlock } from '../reference/uastc/encode.js';
import { byteSource, paint, sampleImages } from '../testing/sample-images.js';
import { expectTwinBlocks } from '../testing/twin-blocks.js';
import { UastcEncoder, type UastcOptions } from './uastc.js';

/** Texels per side; the slow levels get fewer blocks. */
const SIZES: Readonly<Record<BlockLevel, number>> =
  process.env.ASSETC_LONG === '1'
    ? { draft: 24, fast: 24, normal: 16, high: 12, max: 8 }
    : { draft: 12, fast: 12, normal: 12, high: 8, max: 8 };
const METRICS: readonly UastcOptions['metric'][] = ['rgb', 'perceptual'];
const encoder = new UastcEncoder();

function compare(rgba: Uint8Array, size: number, options: UastcOptions, name: string): void {
  expectTwinBlocks(
    rgba,
    size,
    `${name}, ${options.metric}`,
    (image, side, out) => encoder.encode(image, side, side, 0, side / 4, out, options),
    (texels, out) => encodeUastcBlock(texels, out, 0, options),
  );
}

describe('the twin of the encoder', () => {
  for (const level of ['draft', 'fast', 'normal', 'high', 'max'] as const)
    it(`writes the bytes of the kernel at level ${level}`, () => {
      const size = SIZES[level];
      for (const { name, rgba } of sampleImages(size, size))
        for (const metric of METRICS) compare(rgba, size, { level, metric, channels: 'rgba' }, name);
    });

  it('encodes soft edges as the kernel does', () => {
    const parts = [0, 0, 3, 9, 15, 16, 16, 16];
    for (const [low, high] of [
      [
        [255, 255, 255, 255],
        [30, 90, 200, 255],
      ],
      [
        [0, 0, 0, 0],
        [30, 90, 200, 255],
      ],
      [
        [255, 255, 255, 0],
        [255, 255, 255, 255],
      ],
      [
        [40, 40, 40, 255],
        [241, 241, 241, 255],
      ],
    ] as const) {
      const rgba = Uint8Array.from({ length: 16 * 16 * 4 }, (_, i) => {
        const [x, y] = [(i >> 2) & 15, i >> 6];
        const part = parts[(x + (y >> 1)) & 7] ?? 0;
        return Math.round(((low[i & 3] ?? 0) * (16 - part) + (high[i & 3] ?? 0) * part) / 16);
      });
      for (const metric of METRICS)
        compare(rgba, 16, { level: 'normal', metric, channels: 'rgba' }, `${low} to ${high}`);
    }
  });

  it('encodes slopes of few shades, and blocks with alpha, as the kernel does', () => {
    const size = 16;
    for (const [name, alpha] of [
      ['slope', 0],
      ['slope with alpha', 1],
    ] as const) {
      const rgba = Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        const [x, y] = [(i >> 2) & 15, i >> 6];
        const d = (x * x + 3 * y * y) >> 4;
        return [60 + d, 90 + (d >> 1), 100 + ((x + y) >> 1), 255 - alpha * (d + x)][i & 3] ?? 0;
      });
      for (const metric of METRICS) compare(rgba, size, { level: 'normal', metric, channels: 'rgba' }, name);
    }
  });

  it('encodes two near shades as the kernel does, near black and white too', () => {
    const size = 32;
    const next = byteSource(5);
    const pairs = Array.from({ length: 64 }, (_, i) => {
      const start = i < 48 ? next() : i < 56 ? next() % 4 : 252 + (next() % 4);
      const first = [start, i & 1 ? start : next(), i & 1 ? start : next()];
      return [first, first.map((v) => Math.min(255, Math.max(0, v + (next() % 9) - 4)))] as const;
    });
    const rgba = paint(size, size, 7, (x, y) => {
      const shades = pairs[(y >> 2) * 8 + (x >> 2)]?.[(x ^ (y >> 1)) & 1] ?? [];
      return [shades[0] ?? 0, shades[1] ?? 0, shades[2] ?? 0, 255];
    });
    for (const metric of METRICS) compare(rgba, size, { level: 'normal', metric, channels: 'rgba' }, 'two shades');
  });

  it('encodes near levels as the kernel does', () => {
    const size = 16;
    for (const [name, channels] of [
      ['colors', [3, 2, 1, 0]],
      ['two colors that fall against each other', [3, -3, 0, 0]],
      ['grays', [1, 1, 1, 0]],
      ['alpha', [0, 0, 0, 1]],
    ] as const) {
      const rgba = Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        const [x, y] = [(i >> 2) & 15, i >> 6];
        const noise = Math.imul(i + 1, name === 'grays' ? 0 : 2654435761) >>> 30;
        const slope = (channels[i & 3] ?? 0) * ((x * 5 + y * 9) >> 4);
        if ((i & 3) === 3) return 255 - slope;
        return 40 + (y & 28) * 6 + slope + (channels[i & 3] === 0 ? 0 : noise);
      });
      for (const metric of METRICS) compare(rgba, size, { level: 'normal', metric, channels: 'rgba' }, name);
    }
  });

  it('encodes grays that equal their alpha as the kernel does', () => {
    const rgba = paint(16, 16, 3, (x, y, next) => {
      const v = 20 + x * 9 + ((x * 5 + y * 7) >> 3) + (next() & 3);
      return [v, v, v, v];
    });
    for (const metric of METRICS) compare(rgba, 16, { level: 'normal', metric, channels: 'rgba' }, 'gray and alpha');
  });

  it('splits texels of two groups as the kernel does', () => {
    for (const [name, alpha] of [
      ['edge', 255],
      ['edge of a cut-out', 0],
      ['edge of a veil', 140],
    ] as const) {
      const rgba = paint(16, 16, 11, (x, y, next) => {
        const d = next() >> 4;
        return x + 2 * y - (next() & 3) < 24 || (x & 7) < 2
          ? [180 + d, 70 + d, 40 + (d >> 1), 255]
          : [30, 90 + d, 120 + (d >> 1), alpha];
      });
      for (const metric of METRICS) compare(rgba, 16, { level: 'normal', metric, channels: 'rgba' }, name);
    }
  });

  it('splits drawings of two channels as the kernel does', () => {
    const rgba = paint(16, 16, 4, (x, y, next) => {
      const v = x & 2 ? 0 : next() & 31;
      return y & 2 ? [200 - v, 20 + 2 * v, 255, 255] : (x + y) & 4 ? [20, 230 - v, 255, 255] : [20, 20, 255, 255];
    });
    for (const metric of METRICS) compare(rgba, 16, { level: 'normal', metric, channels: 'rgba' }, 'drawing');
  });

  it('finds the ETC hints of green alone and of gray icons as the kernel does', () => {
    const green = paint(16, 16, 1, (x, y, next) => [0, 60 + x * 5 + y * 3 + (next() & 7), 0, 255]);
    const icon = paint(16, 16, 2, (x, y, next) => {
      const v = (x + (y >> 1)) & 4 ? 255 - (next() >> 5) : next() >> 4;
      return [v, v, v, (x & 8) === 0 ? 255 : next()];
    });
    for (const metric of METRICS) {
      compare(green, 16, { level: 'normal', metric, channels: 'rgba' }, 'green');
      compare(icon, 16, { level: 'normal', metric, channels: 'rgba' }, 'icon');
    }
  });

  it('reads two channels as the kernel does', () => {
    for (const { name, rgba } of sampleImages(16, 16))
      compare(rgba, 16, { level: 'normal', metric: 'rgb', channels: 'rg' }, name);
  });
});
