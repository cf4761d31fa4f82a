import { describe, expect, it } from 'vitest';
import { decibels } from './decibels.js';
import { measure, type Picture, premultiplied } from './measure.js';

function picture(width: number, height: number, value: (i: number) => number): Picture {
  return { width, height, pixels: Uint8Array.from({ length: width * height * 4 }, (_, i) => value(i)) };
}

describe('decibels', () => {
  it('is ten times the logarithm', () => {
    for (let ratio = 1e-6; ratio < 1e9; ratio *= 1.37) expect(decibels(ratio)).toBeCloseTo(10 * Math.log10(ratio), 10);
    expect(decibels(1)).toBe(0);
  });
});

describe('PSNR', () => {
  const a = picture(5, 3, (i) => (i * 37) & 127);

  it('is that of the channels that count', () => {
    // Red differs by 2, blue by 4, alpha by 100.
    const b = { ...a, pixels: a.pixels.map((v, i) => v + ([2, 0, 4, 100][i & 3] ?? 0)) };
    const of = [[a, b]] as const;
    expect(measure('psnr', of, [0])).toBeCloseTo(10 * Math.log10(255 ** 2 / 4), 9);
    expect(measure('psnr', of, [0, 1, 2])).toBeCloseTo(10 * Math.log10(255 ** 2 / (20 / 3)), 9);
    expect(measure('psnr', of, [1])).toBe(100);
  });

  it('counts all texels of several pictures alike', () => {
    const b = { ...a, pixels: a.pixels.map((v) => v + 3) };
    const small = picture(1, 1, () => 0);
    const off = picture(1, 1, () => 15);
    const mean = (15 * 9 + 225) / 16;
    expect(
      measure(
        'psnr',
        [
          [a, b],
          [small, off],
        ] as const,
        [0, 1],
      ),
    ).toBeCloseTo(10 * Math.log10(255 ** 2 / mean), 9);
  });
});

describe('SSIM', () => {
  it('is 1 for equal pictures of any size, and falls with noise', () => {
    for (const [width, height] of [
      [1, 1],
      [3, 9],
      [8, 8],
      [17, 12],
    ] as const) {
      const a = picture(width, height, (i) => (i * 91) & 255);
      expect(measure('ssim', [[a, a]], [0, 1, 2])).toBeCloseTo(1, 12);
    }
    const a = picture(32, 32, (i) => (i >> 3) & 255);
    const little = { ...a, pixels: a.pixels.map((v, i) => v ^ (i % 7 === 0 ? 4 : 0)) };
    const much = { ...a, pixels: a.pixels.map((v, i) => v ^ (i % 7 === 0 ? 64 : 0)) };
    expect(measure('ssim', [[a, little]], [0])).toBeGreaterThan(measure('ssim', [[a, much]], [0]));
  });
});

it('multiplies colors by alpha', () => {
  expect([...premultiplied(Uint8Array.of(200, 100, 51, 128, 9, 9, 9, 0, 1, 2, 3, 255))]).toEqual([
    ...[100, 50, 26, 128],
    ...[0, 0, 0, 0],
    ...[1, 2, 3, 255],
  ]);
});
