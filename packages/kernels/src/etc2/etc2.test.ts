// The encoder's output, decoded by the formats package: every mode, and how close it is to exhaustive search.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel, BlockOptions } from '../blocks/block-options.js';
import { psnr } from '../testing/decode-image.js';
import { minEacError } from '../testing/exhaustive-eac.js';
import { byteSource, paint, sampleImages } from '../testing/sample-images.js';
import { Etc2Encoder, type Etc2Format } from './etc2.js';

const encoder = new Etc2Encoder();
const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];
const BYTES = { 'etc2-rgb': 8, 'etc2-rgba': 16, 'eac-r11': 8, 'eac-rg11': 16 } as const;
const FORMATS = ['etc2-rgb', 'etc2-rgba', 'eac-r11', 'eac-rg11'] as const;

function encode(
  format: Etc2Format,
  rgba: Uint8Array,
  width: number,
  height: number,
  options: Partial<BlockOptions> = {},
): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * BYTES[format]);
  encoder.encode(format, rgba, width, height, 0, rows, out, { level: 'normal', metric: 'rgb', ...options });
  return out;
}

const errorOf = (a: Uint8Array, b: Uint8Array, weights: readonly number[]): number =>
  a.reduce((sum, v, i) => sum + (weights[i % 4] ?? 0) * (v - (b[i] ?? 0)) ** 2, 0);

/** The mode of a block of colors, by the rules of the format. */
function modeOf(block: Uint8Array): string {
  const leaves = (c: number): boolean => {
    const byte = block[c] ?? 0;
    return ((byte >> 3) + (((byte & 7) ^ 4) - 4)) >> 5 !== 0;
  };
  if (((block[3] ?? 0) & 2) === 0) return 'individual';
  return leaves(0) ? 'T' : leaves(1) ? 'H' : leaves(2) ? 'planar' : 'differential';
}

describe('colors', () => {
  it('use every mode of the format', () => {
    const modes = new Set<string>();
    for (const { rgba } of sampleImages(64, 64)) {
      const blocks = encode('etc2-rgb', rgba, 64, 64, { level: 'high' });
      for (let at = 0; at < blocks.length; at += 8) modes.add(modeOf(blocks.subarray(at, at + 8)));
    }
    expect([...modes].sort()).toEqual(['H', 'T', 'differential', 'individual', 'planar']);
  });

  it('get better with every level', () => {
    for (const { rgba, name, hasAlpha } of sampleImages(64, 64)) {
      if (hasAlpha) continue;
      const [fast = 0, normal = 0, high = 0, max = 0] = LEVELS.map((level) =>
        errorOf(rgba, decodeTexels('etc2-rgb', encode('etc2-rgb', rgba, 64, 64, { level }), 64, 64), [1, 1, 1]),
      );
      expect(normal, name).toBeLessThanOrEqual(fast * 1.01);
      expect(high, name).toBeLessThanOrEqual(normal);
      expect(max, name).toBeLessThanOrEqual(high * 1.001);
    }
  });

  it('of a slope are a plane, nearly exact', () => {
    const rgba = paint(32, 32, 1, (x, y) => [20 + 4 * x, 200 - 3 * y, 60 + 2 * x + 2 * y, 255]);
    const blocks = encode('etc2-rgb', rgba, 32, 32);
    for (let at = 0; at < blocks.length; at += 8) expect(modeOf(blocks.subarray(at, at + 8))).toBe('planar');
    expect(psnr(rgba, decodeTexels('etc2-rgb', blocks, 32, 32), 7)).toBeGreaterThan(48);
  });

  it('of two clusters are both kept, however far apart they are', () => {
    const rgba = paint(32, 32, 1, (x, y) => ((x * 7 + y * 3) % 5 < 2 ? [250, 20, 30, 255] : [20, 60, 220, 255]));
    expect(psnr(rgba, decodeTexels('etc2-rgb', encode('etc2-rgb', rgba, 32, 32), 32, 32), 7)).toBeGreaterThan(35);
  });

  it('of solid blocks are off by no more than the distance of bases', () => {
    for (let v = 0; v < 256; v += 5) {
      const rgba = paint(4, 4, 1, () => [v, 255 - v, (v * 7) & 255, 255]);
      const shown = decodeTexels('etc2-rgb', encode('etc2-rgb', rgba, 4, 4), 4, 4);
      for (let i = 0; i < 64; i++) expect(Math.abs((shown[i] ?? 0) - (rgba[i] ?? 0))).toBeLessThanOrEqual(4);
    }
  });

  it('are weighed by the metric', () => {
    const [photo] = sampleImages(64, 64);
    if (photo === undefined) throw new Error('no photo');
    const [plain = 0, perceptual = 0] = (['rgb', 'perceptual'] as const).map((metric) =>
      errorOf(
        photo.rgba,
        decodeTexels('etc2-rgb', encode('etc2-rgb', photo.rgba, 64, 64, { metric }), 64, 64),
        [2, 4, 1],
      ),
    );
    expect(perceptual).toBeLessThan(plain);
  });

  it('are fitted to visible texels if alpha blends', () => {
    const next = byteSource(5);
    const rgba = paint(4, 4, 1, (_, y) =>
      y < 2 ? [200 + (next() >> 4), 30 + (next() >> 4), 90, 255] : [next(), next(), next(), 0],
    );
    const seen = (alphaWeighted: boolean): number =>
      errorOf(
        rgba.subarray(0, 32),
        decodeTexels('etc2-rgba', encode('etc2-rgba', rgba, 4, 4, { alphaWeighted }), 4, 4).subarray(0, 32),
        [1, 1, 1],
      );
    expect(seen(true)).toBeLessThanOrEqual(seen(false));
    const opaque = paint(4, 4, 2, (_x, _y, draw) => [draw(), draw(), draw(), 255]);
    expect(encode('etc2-rgba', opaque, 4, 4, { alphaWeighted: true })).toEqual(encode('etc2-rgba', opaque, 4, 4));
  });
});

describe('one channel', () => {
  const next = byteSource(11);
  const blocks = Array.from({ length: 24 }, (_, i) => {
    const span = 4 + ((i * 37) % 200);
    const base = Math.floor((next() * (255 - span)) / 255);
    return paint(4, 4, i, (_x, _y, draw) => [base + ((draw() * span) >> 8), 0, 0, base + ((draw() * span) >> 8)]);
  });
  const minimum = (channel: number, isWide: boolean): number =>
    blocks.reduce(
      (sum, rgba) =>
        sum +
        minEacError(
          Array.from({ length: 16 }, (_, i) => rgba[i * 4 + channel] ?? 0),
          isWide,
        ),
      0,
    );
  const found = (format: Etc2Format, level: BlockLevel, weights: readonly number[]): number =>
    blocks.reduce(
      (sum, rgba) => sum + errorOf(rgba, decodeTexels(format, encode(format, rgba, 4, 4, { level }), 4, 4), weights),
      0,
    );

  it.each([
    ['eac-r11', 0],
    ['etc2-rgba', 3],
  ] as const)('of %s comes near to exhaustive search, and nearer with every level', (format, channel) => {
    const best = minimum(channel, format === 'eac-r11');
    const weights = [0, 0, 0, 0].map((_, i) => (i === channel ? 1 : 0));
    const [fast = 0, normal = 0, high = 0, max = 0] = LEVELS.map((level) => found(format, level, weights) / best);
    expect(max).toBeGreaterThanOrEqual(1);
    expect(max).toBeLessThan(1.02);
    expect(high).toBeLessThan(1.05);
    expect(normal).toBeLessThan(1.1);
    expect(fast).toBeLessThan(1.5);
  });

  it.each(LEVELS)('of one value is exact at level %s', (level) => {
    for (let v = 0; v < 256; v++) {
      const rgba = paint(4, 4, 1, () => [v, 0, 0, v]);
      for (const [format, channel] of [
        ['eac-r11', 0],
        ['etc2-rgba', 3],
      ] as const) {
        const shown = decodeTexels(format, encode(format, rgba, 4, 4, { level }), 4, 4);
        for (let i = channel; i < 64; i += 4) expect(shown[i]).toBe(v);
      }
    }
  });
});

describe('images', () => {
  it.each(FORMATS)('of %s are the same bytes however they are cut into strips', (format) => {
    for (const { rgba } of sampleImages(37, 29)) {
      const whole = encode(format, rgba, 37, 29);
      const rowBytes = 10 * BYTES[format];
      for (let row = 0; row < 8; row++) {
        const strip = new Uint8Array(rowBytes);
        new Etc2Encoder().encode(format, rgba, 37, 29, row, 1, strip, { level: 'normal', metric: 'rgb' });
        expect(Buffer.compare(strip, whole.subarray(row * rowBytes, (row + 1) * rowBytes))).toBe(0);
      }
    }
  });

  it('of two channels have each as in one channel', () => {
    for (const { rgba } of sampleImages(16, 16)) {
      const both = encode('eac-rg11', rgba, 16, 16);
      const reds = encode('eac-r11', rgba, 16, 16);
      const greens = encode(
        'eac-r11',
        rgba.map((_, i) => (i % 4 === 0 ? (rgba[i + 1] ?? 0) : 0)),
        16,
        16,
      );
      for (let i = 0; i < 16; i++) {
        expect(both.subarray(i * 16, i * 16 + 8)).toEqual(reds.subarray(i * 8, i * 8 + 8));
        expect(both.subarray(i * 16 + 8, i * 16 + 16)).toEqual(greens.subarray(i * 8, i * 8 + 8));
      }
    }
  });
});
