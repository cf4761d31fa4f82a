import { srgbToLinear } from '@assetc/kernels';
import { describe, expect, it } from 'vitest';
import type { Image } from '../image.js';
import { onThisThread } from '../on-this-thread.js';
import { alphaCoverage } from './alpha-coverage.js';
import { axisTaps } from './axis-taps.js';
import { filterLevelBand } from './filter-level.js';
import { buildMipChain, fitSize, type MipOptions } from './mip-chain.js';
import { srgbTable, srgbThresholds } from './srgb-tables.js';

const options: MipOptions = { mode: 'color', mips: true, filter: 'box', wrap: 'repeat', maxSize: 0, alphaCutoff: null };

function image(
  width: number,
  height: number,
  texel: (x: number, y: number) => readonly number[],
  bits: 8 | 16 = 8,
): Image {
  const pixels = bits === 8 ? new Uint8Array(width * height * 4) : new Uint16Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(texel(x, y), (y * width + x) * 4);
  const full = bits === 8 ? 255 : 65535;
  return { width, height, pixels, hasAlpha: pixels.some((v, i) => i % 4 === 3 && v !== full) };
}

const chain = (source: Image, changed: Partial<MipOptions> = {}) =>
  buildMipChain(source, { ...options, ...changed }, onThisThread);
const texels = (pixels: Uint8Array): number[][] =>
  Array.from({ length: pixels.length / 4 }, (_, i) => [...pixels.subarray(i * 4, i * 4 + 4)]);

describe('the sRGB tables', () => {
  it('follow the curve to the precision of f32', () => {
    for (let code = 0; code < 256; code++) {
      const c = code / 255;
      const want = c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      expect(Math.abs(srgbToLinear(c) - want)).toBeLessThan(1e-14);
    }
    const codes = [...srgbTable(256)].map((v) => srgbThresholds().findLastIndex((t) => v >= t));
    expect(codes).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });
});

describe('axisTaps', () => {
  it('gives every source texel the same weight with a box filter, for all sizes', () => {
    for (const [source, target] of [
      [8, 4],
      [7, 3],
      [5, 2],
      [3, 1],
      [1000, 37],
    ] as const) {
      const { taps, indices, weights } = axisTaps(source, target, 'box', 'clamp');
      const share = new Float64Array(source);
      indices.forEach((j, i) => {
        share[j] = (share[j] ?? 0) + (weights[i] ?? 0);
      });
      expect(taps * target).toBe(weights.length);
      for (const s of share) expect(s).toBeCloseTo(target / source, 5);
    }
  });

  it('has Kaiser weights that sum to one, wrap as configured and are symmetric', () => {
    for (const wrap of ['repeat', 'clamp'] as const) {
      const { taps, indices, weights } = axisTaps(16, 8, 'kaiser', wrap);
      for (let i = 0; i < 8; i++) {
        const w = weights.subarray(i * taps, (i + 1) * taps);
        expect(w.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 6);
      }
      const first = [...indices.subarray(0, taps)].filter((_, t) => (weights[t] ?? 0) !== 0);
      expect(first.slice(0, 5)).toEqual(wrap === 'repeat' ? [11, 12, 13, 14, 15] : [0, 0, 0, 0, 0]);
      const used = [...weights.subarray(0, taps)].filter((w) => w !== 0);
      expect(used).toHaveLength(12);
      for (let i = 0; i < 6; i++) expect(used[i]).toBeCloseTo(used[11 - i] ?? 9, 7);
    }
  });
});

describe('buildMipChain', () => {
  for (const filter of ['box', 'kaiser'] as const)
    it(`turns a black and white checkerboard into 188 at every level, in linear light (${filter})`, async () => {
      const levels = await chain(
        image(64, 64, (x, y) => ((x + y) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
        { filter },
      );
      expect(levels.map((l) => l.width)).toEqual([64, 32, 16, 8, 4, 2, 1]);
      for (const level of levels.slice(1))
        for (const texel of texels(level.pixels)) expect(texel).toEqual([188, 188, 188, 255]);
    });

  it('averages linear data without conversion', async () => {
    const levels = await chain(
      image(8, 8, (x, y) => ((x + y) % 2 ? [255, 100, 0, 255] : [0, 200, 255, 255])),
      { mode: 'linear' },
    );
    for (const level of levels.slice(1))
      for (const texel of texels(level.pixels)) expect(texel).toEqual([128, 150, 128, 255]);
  });

  it('shows no green fringe around a red cut-out on transparent green', async () => {
    const source = image(128, 96, (x, y) => ((x - 61) ** 2 + (y - 50) ** 2 < 900 ? [255, 0, 0, 255] : [0, 255, 0, 0]));
    for (const filter of ['box', 'kaiser'] as const) {
      const levels = await chain(source, { filter, wrap: 'clamp' });
      for (const level of levels.slice(1))
        for (const [r, g, b] of texels(level.pixels)) expect([r, g, b]).toEqual([255, 0, 0]);
      expect(levels[0]?.pixels).toBe(source.pixels);
    }
  });

  it('keeps the color of an image whose alpha is 0 everywhere', async () => {
    const levels = await chain(image(4, 4, () => [10, 20, 30, 0]));
    for (const level of levels) for (const texel of texels(level.pixels)) expect(texel).toEqual([10, 20, 30, 0]);
  });

  it('does not weight linear data by alpha', async () => {
    const levels = await chain(
      image(2, 2, (x) => (x ? [100, 0, 0, 0] : [200, 0, 0, 255])),
      { mode: 'linear' },
    );
    expect([...(levels[1]?.pixels ?? [])]).toEqual([150, 0, 0, 128]);
  });

  it('filters every channel independently if alpha is data', async () => {
    const source = image(8, 6, (x, y) => [
      (x * 37 + y * 11) % 256,
      (x * x * 5) % 256,
      255 - y * 40,
      (x + y) % 3 ? 0 : 90,
    ]);
    const linear = (code: number): number => {
      const c = code / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    };
    const srgb = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055) * 255;
    const wanted = Array.from({ length: 12 }, (_, at) => {
      const [x, y] = [at % 4, at >> 2];
      const four = [0, 1, 2, 3].map((i) => ((y * 2 + (i >> 1)) * 8 + x * 2 + (i & 1)) * 4);
      const mean = (c: number, of: (code: number) => number): number =>
        four.reduce((sum, first) => sum + of(source.pixels[first + c] ?? 0), 0) / 4;
      return [...[0, 1, 2].map((c) => Math.round(srgb(mean(c, linear)))), Math.round(mean(3, (code) => code))];
    });
    const [first, second] = await chain(source, { alphaHides: false });
    expect(first?.pixels).toBe(source.pixels);
    expect(texels(second?.pixels ?? new Uint8Array())).toEqual(wanted);
    const weighted = await chain(source, {});
    expect(texels(weighted[1]?.pixels ?? new Uint8Array())).not.toEqual(wanted);
  });

  it('keeps the color of texels with alpha 0 if alpha is data', async () => {
    const source = image(8, 8, (x) => (x < 4 ? [10, 20, 30, 0] : [200, 100, 50, 255]));
    const [, , quarter] = await chain(source, { alphaHides: false });
    expect(texels(quarter?.pixels ?? new Uint8Array())).toEqual([
      [10, 20, 30, 0],
      [200, 100, 50, 255],
      [10, 20, 30, 0],
      [200, 100, 50, 255],
    ]);
  });

  it('keeps normals at unit length down to one texel', async () => {
    const source = image(64, 32, (x, y) => {
      const n = [Math.sin(x * 0.9) * 0.7, Math.cos(y * 1.3) * 0.6];
      const z = Math.sqrt(Math.max(0, 1 - (n[0] ?? 0) ** 2 - (n[1] ?? 0) ** 2));
      return [...n, z].map((v) => Math.round(v * 127.5 + 127.5)).concat(255);
    });
    for (const level of (await chain(source, { mode: 'normal' })).slice(1))
      for (const [r = 0, g = 0, b = 0] of texels(level.pixels)) {
        const length = Math.hypot(...[r, g, b].map((v) => v / 127.5 - 1));
        expect(Math.abs(length - 1)).toBeLessThan(0.01);
      }
  });

  it('points a normal straight up if its directions cancel out', async () => {
    const levels = await chain(
      image(2, 1, (x) => (x ? [255, 128, 128, 255] : [0, 127, 127, 255])),
      { mode: 'normal' },
    );
    expect([...(levels[1]?.pixels ?? [])]).toEqual([128, 128, 255, 255]);
  });

  it('keeps the coverage of a masked leaf within 2 % down to 16×16', async () => {
    for (const cutoff of [0.5, 0.25, 0.8]) {
      const source = image(256, 256, (x, y) => {
        // Thin veins and a serrated edge, antialiased: plain mips lose these first.
        const radius = Math.hypot(x - 128, y - 128);
        const angle = Math.atan2(y - 128, x - 128);
        const edge = 100 + 14 * Math.sin(angle * 23);
        const gap = Math.sin(angle * 40) > 0.2 && radius > 30 ? 0 : 1;
        return [40, 160, 30, Math.round(255 * Math.min(1, Math.max(0, edge - radius)) * gap)];
      });
      const levels = await chain(source, { alphaCutoff: cutoff });
      const wanted = alphaCoverage(source.pixels as Uint8Array, cutoff);
      expect(wanted).toBeGreaterThan(0.15);
      for (const level of levels.filter((l) => l.width >= 16))
        expect(Math.abs(alphaCoverage(level.pixels, cutoff) - wanted)).toBeLessThan(0.02);
      const plain = await chain(source);
      expect(plain.some((l) => l.width >= 16 && Math.abs(alphaCoverage(l.pixels, cutoff) - wanted) > 0.02)).toBe(true);
    }
  });

  it('keeps the coverage of a hard mask, whose texels share few alphas', async () => {
    const source = image(256, 256, (x, y) => [
      0,
      90,
      0,
      (x * 7 + y * 13) % 29 < 9 && Math.hypot(x - 128, y - 128) < 120 ? 255 : 0,
    ]);
    const wanted = alphaCoverage(source.pixels as Uint8Array, 0.5);
    for (const level of (await chain(source, { alphaCutoff: 0.5 })).filter((l) => l.width >= 16))
      expect(Math.abs(alphaCoverage(level.pixels, 0.5) - wanted)).toBeLessThan(0.02);
  });

  it('leaves the alpha of a covered image alone', async () => {
    const levels = await chain(
      image(16, 16, (x, y) => [9, 9, 9, x === 0 && y === 0 ? 250 : 255]),
      { alphaCutoff: 0.5 },
    );
    for (const level of levels) for (const [, , , a = 0] of texels(level.pixels)) expect(a).toBeGreaterThanOrEqual(250);
  });

  it('weights all texels of an odd size equally', async () => {
    const levels = await chain(
      image(5, 3, (x, y) => [x * 50, y * 100, 0, 255]),
      { mode: 'linear' },
    );
    expect(levels.map((l) => [l.width, l.height])).toEqual([
      [5, 3],
      [2, 1],
      [1, 1],
    ]);
    expect([...(levels[1]?.pixels ?? [])]).toEqual([40, 100, 0, 255, 160, 100, 0, 255]);
    expect([...(levels[2]?.pixels ?? [])]).toEqual([100, 100, 0, 255]);
  });

  it('samples the other side or the edge, depending on wrap', async () => {
    const source = image(16, 1, (x) => [x === 15 ? 255 : 0, 0, 0, 255]);
    const first = async (wrap: 'repeat' | 'clamp') =>
      [...((await chain(source, { mode: 'linear', filter: 'kaiser', wrap }))[1]?.pixels ?? [])][0];
    // The nearest tap beyond the edge is negative in a Kaiser window two texels out, positive next to it.
    expect(await first('clamp')).toBe(0);
    expect(await first('repeat')).not.toBe(0);
  });

  it('keeps 16 bits until it rounds once', async () => {
    // Each texel is 0.4 above an 8-bit code. Rounding before averaging would lose it four times.
    const source = image(2, 2, (x) => [x ? 25700 + 102 : 25700 + 103, 0, 0, 65535], 16);
    const levels = await chain(source, { mode: 'linear' });
    expect(levels[0]?.pixels[0]).toBe(100);
    const half = image(2, 2, (x) => (x ? [25700 + 128, 0, 0, 65535] : [25700 + 129, 0, 0, 65535]), 16);
    const [zero, one] = await chain(half, { mode: 'linear' });
    expect([zero?.pixels[0], zero?.pixels[4]]).toEqual([101, 100]);
    expect(one?.pixels[0]).toBe(100 + Math.round(128.5 / 257));
  });

  it('fits maxSize with the same filter and keeps the aspect ratio', async () => {
    expect(fitSize(4000, 3000, 1024)).toEqual({ width: 1024, height: 768 });
    expect(fitSize(4096, 1, 16)).toEqual({ width: 16, height: 1 });
    expect(fitSize(64, 64, 64)).toEqual({ width: 64, height: 64 });
    const levels = await chain(
      image(64, 64, (x, y) => ((x + y) % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255])),
      { maxSize: 8 },
    );
    expect(levels.map((l) => l.width)).toEqual([8, 4, 2, 1]);
    for (const level of levels) for (const texel of texels(level.pixels)) expect(texel).toEqual([188, 188, 188, 255]);
  });

  it('writes level 0 alone without mips', async () => {
    expect(
      await chain(
        image(8, 8, () => [1, 2, 3, 255]),
        { mips: false },
      ),
    ).toHaveLength(1);
  });

  it('gives the same bytes for all band sizes', async () => {
    const source = image(700, 700, (x, y) => [(x * 7) & 255, (y * 3) & 255, (x ^ y) & 255, (x * y) & 255]);
    const levels = await chain(source, { filter: 'kaiser' });
    const whole = await buildMipChain(source, { ...options, filter: 'kaiser' }, async (_task, _count, payload) => {
      const job = { ...(payload as Parameters<typeof filterLevelBand>[0]), bandRows: 3 };
      for (let i = Math.ceil(job.targetHeight / 3) - 1; i >= 0; i--) filterLevelBand(job, i);
    });
    for (const [i, level] of levels.entries())
      expect(Buffer.compare(level.pixels, whole[i]?.pixels ?? new Uint8Array())).toBe(0);
  });

  it('gives the same bytes if the first level is never stored as floats', async () => {
    for (const [width, height] of [
      [700, 530],
      [64, 64],
      [9, 300],
      [4, 4],
    ] as const) {
      const source = image(width, height, (x, y) => [(x * 7) & 255, (y * 3) & 255, (x ^ y) & 255, (x * y) & 255]);
      for (const filter of ['box', 'kaiser'] as const)
        for (const wrap of ['repeat', 'clamp'] as const) {
          const plain = await chain(source, { filter, wrap });
          const paired = await buildMipChain(source, { ...options, filter, wrap }, onThisThread, 1);
          expect(paired.map((l) => [l.width, l.height])).toEqual(plain.map((l) => [l.width, l.height]));
          for (const [i, level] of plain.entries())
            expect(Buffer.compare(level.pixels, paired[i]?.pixels ?? new Uint8Array())).toBe(0);
        }
    }
  });
});
