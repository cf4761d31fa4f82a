// The HDR encoders, decoded: solid blocks are exact, others are close, and strips do not matter.

import { decodeTexelsHalf } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { BlockLevel } from '../blocks/block-options.js';
import { type HdrImage, hdrImages, meanDifference } from '../testing/hdr-images.js';
import { type HdrBlockFormat, HdrEncoder } from './hdr.js';

const LEVELS: readonly BlockLevel[] = ['fast', 'normal', 'high', 'max'];
const encoder = new HdrEncoder();

function encode(format: HdrBlockFormat, { halfs, width, height }: HdrImage, level: BlockLevel): Uint8Array {
  const blockRows = Math.ceil(height / 4);
  const out = new Uint8Array(Math.ceil(width / 4) * blockRows * 16);
  encoder.encode(format, halfs, width, height, 0, blockRows, out, { level });
  return out;
}

const decode = (format: HdrBlockFormat, blocks: Uint8Array, width: number, height: number): Uint16Array =>
  decodeTexelsHalf(format === 'bc6h' ? 'bc6h' : 'astc-4x4-hdr', blocks, width, height);

describe.each(['uastc-hdr', 'bc6h'] as const)('%s', (format) => {
  it('keeps any single color exactly', () => {
    for (let half = 0; half < 0x7c00; half += 7) {
      const color = [half, (half * 5) % 0x7c00, 0x7bff - half, 0x3c00];
      const halfs = Uint16Array.from({ length: 64 }, (_, i) => color[i & 3] ?? 0);
      const image = { name: 'solid', width: 4, height: 4, halfs };
      const shown = decode(format, encode(format, image, 'fast'), 4, 4);
      expect([...shown.subarray(0, 4)]).toEqual(color);
      expect(new Set(Array.from({ length: 16 }, (_, i) => shown.subarray(i * 4, i * 4 + 4).join())).size).toBe(1);
    }
  });

  it.each(LEVELS)('is close to its input at level %s', (level) => {
    const maximum: Record<string, number> = { 'smooth sky': 6, 'gray light': 140, 'soft edges': 200 };
    for (const image of hdrImages(16, 16)) {
      const shown = decode(format, encode(format, image, level), 16, 16);
      expect(meanDifference(image.halfs, shown), image.name).toBeLessThan(maximum[image.name] ?? 9000);
    }
  });

  it('does not depend on strips, and repeats the last column and row', () => {
    for (const image of hdrImages(13, 22)) {
      const whole = encode(format, image, 'normal');
      const parts = new Uint8Array(whole.length);
      for (const [first, count] of [
        [0, 1],
        [1, 3],
        [4, 2],
      ] as const)
        encoder.encode(format, image.halfs, 13, 22, first, count, parts.subarray(first * 64), { level: 'normal' });
      expect(Buffer.compare(whole, parts), image.name).toBe(0);
      const shown = decode(format, whole, 13, 22);
      expect(shown.length).toBe(13 * 22 * 4);
    }
  });

  it('accepts any bits: no negative, infinite or NaN texel comes out', () => {
    const halfs = Uint16Array.from({ length: 64 * 64 * 4 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 16);
    for (const level of LEVELS) {
      const shown = decode(format, encode(format, { name: 'bits', width: 64, height: 64, halfs }, level), 64, 64);
      expect(shown.every((half) => half < 0x7c00)).toBe(true);
    }
    const odd = Uint16Array.from({ length: 64 }, (_, i) => [0xbc00, 0x7c00, 0x7e00, 0xfe00][i & 3] ?? 0);
    const shown = decode(format, encode(format, { name: 'odd', width: 4, height: 4, halfs: odd }, 'fast'), 4, 4);
    expect([...shown.subarray(0, 3)]).toEqual([0, 0x7bff, 0x7bff]);
  });
});
