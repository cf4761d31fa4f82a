// The encoder's output, decoded by the formats package and compared with exhaustive search.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel, BlockOptions } from '../blocks/block-options.js';
import { minChannelError } from '../testing/exhaustive-channel.js';
import { byteSource, sampleImages } from '../testing/sample-images.js';
import { BcEncoder, type BcFormat } from './bc.js';

const encoder = new BcEncoder();
const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];
const BYTES = { bc1: 8, bc3: 16, bc4: 8, bc5: 16 } as const;

function encode(
  format: BcFormat,
  rgba: Uint8Array,
  width: number,
  height: number,
  level: BlockLevel,
  options: Partial<BlockOptions> = {},
): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * BYTES[format]);
  encoder.encode(format, rgba, width, height, 0, rows, out, { level, metric: 'rgb', ...options });
  return out;
}

const errorOf = (a: Uint8Array, b: Uint8Array, channel: number): number => {
  let sum = 0;
  for (let i = channel; i < a.length; i += 4) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return sum;
};

/** A block of sixteen reds. */
const block = (values: readonly number[]): Uint8Array => Uint8Array.from(values.flatMap((v) => [v, 255 - v, 7, 99]));

describe('one channel', () => {
  it.each(LEVELS)('encodes one value, and eight consecutive ones, exactly at level %s', (level) => {
    const next = byteSource(3);
    for (let base = 0; base < 256; base += 5) {
      const values = Array.from({ length: 16 }, () => Math.min(255, base + (next() & 7)));
      for (const each of [values, values.map(() => base)])
        expect(errorOf(block(each), decodeTexels('bc4', encode('bc4', block(each), 4, 4, level), 4, 4), 0)).toBe(0);
    }
  });

  it('of few values is nearly as good as exhaustive search at high', () => {
    const next = byteSource(21);
    let [found, minimum] = [0, 0];
    for (let i = 0; i < 60; i++) {
      const values = Array.from({ length: 3 + (i % 3) }, () =>
        i % 4 === 0 && next() < 90 ? 255 * (next() & 1) : next(),
      );
      const texels = Array.from({ length: 16 }, () => values[next() % values.length] ?? 0);
      const shown = decodeTexels('bc4', encode('bc4', block(texels), 4, 4, 'high'), 4, 4);
      found += errorOf(block(texels), shown, 0);
      minimum += minChannelError(texels);
    }
    expect(found / minimum).toBeLessThan(1.02);
  });

  it('is close to exhaustive search, and closer with every level', () => {
    const next = byteSource(9);
    // Spans from a few codes to all of them; a third with texels at 0 and 255, for which capped blocks are better.
    const blocks = Array.from({ length: 60 }, (_, i) => {
      const span = 8 + ((i * 37) % 247);
      const base = i % 3 === 0 ? 0 : Math.floor((next() * (255 - span)) / 255);
      return Array.from({ length: 16 }, () =>
        i % 3 === 0 && next() < 60 ? 255 * (next() & 1) : base + ((next() * span) >> 8),
      );
    });
    const minimum = blocks.reduce((sum, values) => sum + minChannelError(values), 0);
    const ratios = LEVELS.map((level) => {
      const errors = blocks.map((values) =>
        errorOf(block(values), decodeTexels('bc4', encode('bc4', block(values), 4, 4, level), 4, 4), 0),
      );
      return errors.reduce((sum, error) => sum + error, 0) / minimum;
    });
    const [fast = 0, normal = 0, high = 0, max = 0] = ratios;
    expect(max).toBeGreaterThanOrEqual(1);
    expect(max).toBeLessThan(1.005);
    expect(high).toBeLessThan(1.02);
    expect(normal).toBeLessThan(1.03);
    expect(fast).toBeLessThan(1.1);
    expect([max, high, normal, fast]).toEqual([max, high, normal, fast].sort((a, b) => a - b));
  });
});

/** R, G and B of sixteen texels, alpha 255 unless given. */
const colors = (rgb: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from(rgb.flatMap(([r = 0, g = 0, b = 0, a = 255]) => [r, g, b, a]));
const colorError = (a: Uint8Array, b: Uint8Array, weights: readonly number[] = [1, 1, 1]): number =>
  weights.reduce((sum, weight, channel) => sum + weight * errorOf(a, b, channel), 0);

/** The smallest error of all blocks whose endpoints are the colors of two texels. */
function searchTexelPairs(rgba: Uint8Array): number {
  let minimum = Number.POSITIVE_INFINITY;
  const ends = new Set(Array.from({ length: 16 }, (_, i) => [...rgba.subarray(i * 4, i * 4 + 3)].join()));
  const packed = [...ends].map((text) => {
    const [r = 0, g = 0, b = 0] = text.split(',').map(Number);
    return (Math.round((r * 31) / 255) << 11) | (Math.round((g * 63) / 255) << 5) | Math.round((b * 31) / 255);
  });
  for (const first of packed)
    for (const second of packed) {
      if (first <= second) continue;
      const palette = decodeTexels(
        'bc1',
        Uint8Array.of(first & 255, first >> 8, second & 255, second >> 8, 0xe4, 0, 0, 0),
        4,
        1,
      );
      let error = 0;
      for (let t = 0; t < 16; t++) {
        const distance = (c: number): number =>
          [0, 1, 2].reduce((sum, i) => sum + ((rgba[t * 4 + i] ?? 0) - (palette[c * 4 + i] ?? 0)) ** 2, 0);
        error += Math.min(distance(0), distance(1), distance(2), distance(3));
      }
      minimum = Math.min(minimum, error);
    }
  return minimum;
}

describe('colors', () => {
  it.each(LEVELS)('of solid blocks are as near as thirds of 5 and 6 bits allow at level %s', (level) => {
    for (let v = 0; v < 256; v += 3) {
      const rgba = colors(Array.from({ length: 16 }, () => [v, 255 - v, (v * 7) & 255]));
      const shown = decodeTexels('bc1', encode('bc1', rgba, 4, 4, level), 4, 4);
      for (let i = 0; i < 64; i++)
        expect(Math.abs((shown[i] ?? 0) - (rgba[i] ?? 0))).toBeLessThanOrEqual(i % 4 === 1 ? 1 : 2);
    }
  });

  it('are better than the best pair of texels as endpoints, and better with every level', () => {
    const images = sampleImages(16, 16).filter(
      ({ hasAlpha, name }) => !hasAlpha && !['solid', 'black', 'white'].includes(name),
    );
    const totals = LEVELS.map(() => 0);
    let plain = 0;
    for (const { rgba } of images)
      for (let i = 0; i < 16; i++) {
        const at = (row: number): number => (((i >> 2) * 4 + row) * 16 + (i & 3) * 4) * 4;
        const texels = Uint8Array.from([0, 1, 2, 3].flatMap((row) => [...rgba.subarray(at(row), at(row) + 16)]));
        const minimum = searchTexelPairs(texels);
        plain += Number.isFinite(minimum) ? minimum : 0;
        LEVELS.forEach((level, n) => {
          totals[n] =
            (totals[n] ?? 0) + colorError(texels, decodeTexels('bc1', encode('bc1', texels, 4, 4, level), 4, 4));
        });
      }
    const [fast = 0, normal = 0, high = 0, max = 0] = totals;
    expect(fast).toBeLessThan(plain);
    expect(normal).toBeLessThan(fast);
    expect(high).toBeLessThan(normal);
    expect(max).toBeLessThanOrEqual(high);
  });

  it('are weighed by the metric', () => {
    for (const { rgba, hasAlpha } of sampleImages(32, 32)) {
      if (hasAlpha) continue;
      const [plain = 0, perceptual = 0] = (['rgb', 'perceptual'] as const).map((metric) =>
        colorError(rgba, decodeTexels('bc1', encode('bc1', rgba, 32, 32, 'high', { metric }), 32, 32), [2, 4, 1]),
      );
      expect(perceptual).toBeLessThanOrEqual(plain * 1.001);
    }
  });

  it('of bc3 are fitted to visible texels if alpha blends', () => {
    const next = byteSource(5);
    const seen = Array.from({ length: 8 }, () => [200 + (next() >> 4), 30 + (next() >> 4), 90, 255]);
    const unseen = Array.from({ length: 8 }, () => [next(), next(), next(), 0]);
    const rgba = colors([...seen, ...unseen]);
    const shown = (alphaWeighted: boolean): Uint8Array =>
      decodeTexels('bc3', encode('bc3', rgba, 4, 4, 'normal', { alphaWeighted }), 4, 4).subarray(0, 32);
    expect(colorError(rgba.subarray(0, 32), shown(true))).toBeLessThan(
      colorError(rgba.subarray(0, 32), shown(false)) / 4,
    );
    // If all texels are invisible, they are weighed equally.
    const hidden = colors(seen.map(([r = 0, g = 0, b = 0]) => [r, g, b, 0]).flatMap((texel) => [texel, texel]));
    expect(encode('bc3', hidden, 4, 4, 'normal', { alphaWeighted: true })).toEqual(
      encode('bc3', hidden, 4, 4, 'normal'),
    );
  });

  it('of bc1 are opaque, and alpha of bc3 equals that of bc4', () => {
    for (const { rgba } of sampleImages(16, 16)) {
      const opaque = decodeTexels('bc1-cut-out', encode('bc1', rgba, 16, 16, 'normal'), 16, 16);
      for (let i = 3; i < opaque.length; i += 4) expect(opaque[i]).toBe(255);
      const alpha = rgba.map((_, i) => (i % 4 === 0 ? (rgba[i + 3] ?? 0) : 0));
      const alone = encode('bc4', alpha, 16, 16, 'normal');
      const both = encode('bc3', rgba, 16, 16, 'normal');
      const colorsAlone = encode('bc1', rgba, 16, 16, 'normal');
      for (let i = 0; i < 16; i++) {
        expect(both.subarray(i * 16, i * 16 + 8)).toEqual(alone.subarray(i * 8, i * 8 + 8));
        expect(both.subarray(i * 16 + 8, i * 16 + 16)).toEqual(colorsAlone.subarray(i * 8, i * 8 + 8));
      }
    }
  });
});

describe('images', () => {
  it.each(['bc1', 'bc3', 'bc4', 'bc5'] as const)(
    'of %s are the same bytes however they are cut into strips',
    (format) => {
      for (const { rgba } of sampleImages(37, 29)) {
        const whole = encode(format, rgba, 37, 29, 'normal');
        const rowBytes = 10 * BYTES[format];
        for (let row = 0; row < 8; row++) {
          const strip = new Uint8Array(rowBytes);
          new BcEncoder().encode(format, rgba, 37, 29, row, 1, strip, { level: 'normal', metric: 'rgb' });
          expect(Buffer.compare(strip, whole.subarray(row * rowBytes, (row + 1) * rowBytes))).toBe(0);
        }
      }
    },
  );

  it('of bc5 have red and green, each as in bc4', () => {
    for (const { rgba } of sampleImages(16, 16)) {
      const both = encode('bc5', rgba, 16, 16, 'normal');
      const green = rgba.map((_, i) => (i % 4 === 0 ? (rgba[i + 1] ?? 0) : 0));
      const reds = encode('bc4', rgba, 16, 16, 'normal');
      const greens = encode('bc4', green, 16, 16, 'normal');
      for (let i = 0; i < 16; i++) {
        expect(both.subarray(i * 16, i * 16 + 8)).toEqual(reds.subarray(i * 8, i * 8 + 8));
        expect(both.subarray(i * 16 + 8, i * 16 + 16)).toEqual(greens.subarray(i * 8, i * 8 + 8));
      }
    }
  });

  it('are rejected if they are too short, and so are rows that they do not have', () => {
    const options = { level: 'normal', metric: 'rgb' } as const;
    const out = new Uint8Array(64);
    expect(() => encoder.encode('bc4', new Uint8Array(63), 4, 4, 0, 1, out, options)).toThrow(RangeError);
    expect(() => encoder.encode('bc4', new Uint8Array(64), 4, 4, 1, 1, out, options)).toThrow(RangeError);
    expect(() => encoder.encode('bc5', new Uint8Array(64), 4, 4, 0, 1, new Uint8Array(15), options)).toThrow(
      RangeError,
    );
  });
});

describe('three colors of BC1', () => {
  // Black, white and the gray between them. Thirds cannot be gray: the ends cannot be further apart.
  const shades = [
    [0, 0, 0],
    [255, 255, 255],
    [128, 128, 128],
  ];
  const rgba = colors(Array.from({ length: 16 }, (_, i) => shades[(i * 7) % 3] ?? []));
  const modeOf = (bytes: Uint8Array): 'four' | 'three' => {
    const [first, second] = new Uint16Array(bytes.slice(0, 4).buffer);
    return (first ?? 0) > (second ?? 0) ? 'four' : 'three';
  };

  it.each(['high', 'max'] as const)(
    'are exact at %s, and no texel has the color that is transparent elsewhere',
    (level) => {
      const bytes = encode('bc1', rgba, 4, 4, level);
      expect(modeOf(bytes)).toBe('three');
      expect(colorError(rgba, decodeTexels('bc1', bytes, 4, 4))).toBe(0);
      for (const { rgba: image } of sampleImages(16, 16)) {
        const blocks = encode('bc1', image, 16, 16, level);
        const shown = decodeTexels('bc1-cut-out', blocks, 16, 16);
        for (let i = 3; i < shown.length; i += 4) expect(shown[i]).toBe(255);
      }
    },
  );

  it('are not used for BC3, which reads every block as four colors', () => {
    const bytes = encode('bc3', rgba, 4, 4, 'high').subarray(8);
    expect(modeOf(bytes)).toBe('four');
  });
});
