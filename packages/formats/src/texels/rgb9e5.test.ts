import { describe, expect, it } from 'vitest';
import { fromHalf, toHalf } from '../codec/half-float.js';
import { encodeKtx2 } from '../ktx2/encode.js';
import { hdrFormat } from '../ktx2/hdr-formats.js';
import { decodeKtx2 } from '../ktx2/read.js';
import { decodeHdrLevel, decodeTextureLevel } from './decode-level.js';
import { decodeTexelsHalf } from './decode-texels.js';
import { encodeRgb9e5, packRgb9e5, RGB9E5_MAX } from './rgb9e5.js';

const word = (exponent: number, r: number, g: number, b: number): number =>
  ((exponent << 27) | (b << 18) | (g << 9) | r) >>> 0;

describe('packRgb9e5', () => {
  it.each([
    ['black', [0, 0, 0], word(0, 0, 0, 0)],
    ['white', [1, 1, 1], word(16, 256, 256, 256)],
    ['an exponent that the greatest channel sets', [1, 0.5, 0.001953125], word(16, 256, 128, 1)],
    ['a mantissa that rounds up to the next exponent', [0.9999, 0, 0], word(16, 256, 0, 0)],
    ['the greatest value', [65408, 65408, 65408], word(31, 511, 511, 511)],
    ['more than that, what is negative and what is no number', [1e9, -1, Number.NaN], word(31, 511, 0, 0)],
    ['the least value', [1 / 2 ** 24, 0, 0], word(0, 1, 0, 0)],
  ])('packs %s', (_name, [r = 0, g = 0, b = 0], wanted) => {
    expect(packRgb9e5(r, g, b)).toBe(wanted);
  });

  it('is at most half a step of the shared exponent away', () => {
    let state = 5;
    const random = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return fromHalf((state >>> 8) % toHalf(RGB9E5_MAX));
    };
    for (let i = 0; i < 5000; i++) {
      const color = [random(), random(), random()];
      const [r = 0, g = 0, b = 0] = color;
      const bytes = encodeRgb9e5(Uint16Array.from([...color.map(toHalf), 0x3c00]));
      const halfs = decodeTexelsHalf('rgb9e5', bytes, 1, 1);
      const step = Math.max(r, g, b, 1 / 65536) / 256;
      expect(halfs[3]).toBe(0x3c00);
      for (const [c, value] of color.entries())
        expect(Math.abs(fromHalf(halfs[c] ?? 0) - value)).toBeLessThanOrEqual(step / 2);
    }
  });
});

describe('decodeHdrLevel', () => {
  const halfs = Uint16Array.from({ length: 4 * 2 * 4 }, (_, i) => ((i & 3) === 3 ? 0x3c00 : toHalf(i * 3)));

  it.each([
    ['rgba16f', new Uint8Array(halfs.buffer)],
    ['rgb9e5', encodeRgb9e5(halfs)],
  ] as const)('gives what %s holds beyond 1, which decodeTextureLevel cuts off', (name, bytes) => {
    const file = encodeKtx2({ format: hdrFormat(name), pixelWidth: 4, pixelHeight: 2, levels: [{ bytes }] });
    const ktx = decodeKtx2(file);
    const image = decodeHdrLevel(ktx, ktx.levels[0]?.bytes ?? new Uint8Array());
    expect(image).toEqual({ width: 4, height: 2, halfs });
    const { rgba } = decodeTextureLevel(ktx, ktx.levels[0]?.bytes ?? new Uint8Array());
    expect([...rgba]).toEqual(Array.from(halfs, (half) => Math.min(1, fromHalf(half)) * 255));
  });

  it('reads codes of low dynamic range as 0 to 1', () => {
    expect([...decodeTexelsHalf('rgba8', Uint8Array.from([0, 255, 51, 255]), 1, 1)].map(fromHalf)).toEqual([
      0,
      1,
      fromHalf(toHalf(0.2)),
      1,
    ]);
  });
});
