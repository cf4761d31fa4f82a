// What the encoder writes, decoded by the formats package and held against exhaustive search.

import { decodeTexels } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { BcEncoder, type BcFormat, type BcLevel } from './bc.js';
import { leastChannelError } from './testing/exhaustive-channel.js';
import { byteSource, sampleImages } from './testing/sample-images.js';

const encoder = new BcEncoder();
const LEVELS: readonly BcLevel[] = ['fast', 'normal', 'high', 'max'];
const BYTES = { bc4: 8, bc5: 16 } as const;

function encode(format: BcFormat, rgba: Uint8Array, width: number, height: number, level: BcLevel): Uint8Array {
  const rows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * rows * BYTES[format]);
  encoder.encode(format, rgba, width, height, 0, rows, out, { level, metric: 'rgb' });
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
  it.each(LEVELS)('holds one value, and eight that follow each other, exactly at level %s', (level) => {
    const next = byteSource(3);
    for (let base = 0; base < 256; base += 5) {
      const values = Array.from({ length: 16 }, () => Math.min(255, base + (next() & 7)));
      for (const each of [values, values.map(() => base)])
        expect(errorOf(block(each), decodeTexels('bc4', encode('bc4', block(each), 4, 4, level), 4, 4), 0)).toBe(0);
    }
  });

  it('comes near to exhaustive search, and nearer with every level', () => {
    const next = byteSource(9);
    // Spans from a few codes to all of them; a third with texels at 0 and 255, where the other kind of block pays.
    const blocks = Array.from({ length: 60 }, (_, i) => {
      const span = 8 + ((i * 37) % 247);
      const base = i % 3 === 0 ? 0 : Math.floor((next() * (255 - span)) / 255);
      return Array.from({ length: 16 }, () =>
        i % 3 === 0 && next() < 60 ? 255 * (next() & 1) : base + ((next() * span) >> 8),
      );
    });
    const least = blocks.reduce((sum, values) => sum + leastChannelError(values), 0);
    const ratios = LEVELS.map((level) => {
      const errors = blocks.map((values) =>
        errorOf(block(values), decodeTexels('bc4', encode('bc4', block(values), 4, 4, level), 4, 4), 0),
      );
      return errors.reduce((sum, error) => sum + error, 0) / least;
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

describe('images', () => {
  it.each(['bc4', 'bc5'] as const)('of %s are the same bytes however they are cut into strips', (format) => {
    for (const { rgba } of sampleImages(37, 29)) {
      const whole = encode(format, rgba, 37, 29, 'normal');
      const rowBytes = 10 * BYTES[format];
      for (let row = 0; row < 8; row++) {
        const strip = new Uint8Array(rowBytes);
        new BcEncoder().encode(format, rgba, 37, 29, row, 1, strip, { level: 'normal', metric: 'rgb' });
        expect(Buffer.compare(strip, whole.subarray(row * rowBytes, (row + 1) * rowBytes))).toBe(0);
      }
    }
  });

  it('of bc5 hold red and green, each as bc4 would', () => {
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

  it('are refused where they are too short, and so are rows that they do not have', () => {
    const options = { level: 'normal', metric: 'rgb' } as const;
    const out = new Uint8Array(64);
    expect(() => encoder.encode('bc4', new Uint8Array(63), 4, 4, 0, 1, out, options)).toThrow(RangeError);
    expect(() => encoder.encode('bc4', new Uint8Array(64), 4, 4, 1, 1, out, options)).toThrow(RangeError);
    expect(() => encoder.encode('bc5', new Uint8Array(64), 4, 4, 0, 1, new Uint8Array(15), options)).toThrow(
      RangeError,
    );
  });
});
