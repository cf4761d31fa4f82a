// `texture.target` through the texture kinds: which blocks, which keys, and that the texels are those of the source.

import { fullLevelCount } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import type { TextureMode } from '../packages/compiler/src/model/texture-params.js';
import { transcodeKtx2 } from '../packages/kernels/src/testing/basis-transcoder.js';
import { compileTextureSource, rgbaPng } from './compile-texture.js';

const [width, height] = [37, 22];
const wave = (at: number): number => Math.round(127.5 + 120 * Math.sin(at));
const unit = (value: number): number => Math.round(127.5 + 127.5 * value);

/** Smooth, with an edge, and a corner that is transparent where wanted. */
const picture = (hasAlpha: boolean) =>
  rgbaPng(width, height, (x, y) => [
    wave(x / 9),
    wave(y / 7 + 1),
    x > 20 ? 40 : wave((x + y) / 11),
    hasAlpha && x + y < 20 ? x * 12 : 255,
  ]);
const normals = rgbaPng(width, height, (x, y) => {
  const [nx, ny] = [0.5 * Math.sin(x / 6), 0.5 * Math.cos(y / 5)];
  return [unit(nx), unit(ny), unit(Math.sqrt(1 - nx * nx - ny * ny)), 255];
});

const paramsOf = (mode: TextureMode) => ({ mode, alphaCutoff: null, image: { whole: { file: 'a.png' } } });
const imageFor = (mode: TextureMode, hasAlpha: boolean) => (mode === 'normal' ? normals : picture(hasAlpha));
const compile = (
  mode: TextureMode,
  hasAlpha: boolean,
  settings: Parameters<typeof compileTextureSource>[0]['settings'],
) =>
  compileTextureSource({
    path: 'a.png',
    input: { 'a.png': imageFor(mode, hasAlpha) },
    params: paramsOf(mode),
    settings: { quality: 'fast', ...settings },
  });

describe('astc', () => {
  it.each([
    ['color', false, 158, undefined],
    ['color', true, 158, undefined],
    ['linear', true, 157, undefined],
    ['normal', false, 157, 'rg01'],
    ['grayscale', false, 157, 'rrr1'],
  ] as const)('of %s (alpha: %s) is what Basis makes of the UASTC', async (mode, hasAlpha, vkFormat, wanted) => {
    const { ktx, levels, swizzle, bytes } = await compile(mode, hasAlpha, { target: 'astc' });
    const universal = await compile(mode, hasAlpha, {});
    expect(ktx).toMatchObject({ vkFormat, pixelWidth: width, pixelHeight: height });
    expect(ktx.levels).toHaveLength(fullLevelCount(ktx));
    expect(swizzle).toBe(wanted);
    expect(universal.swizzle).toBeUndefined();
    expect(universal.ktx.vkFormat).toBe(0);
    const oracle = await transcodeKtx2(universal.bytes, 'astc');
    expect(Buffer.compare(levels[0] ?? new Uint8Array(), oracle)).toBe(0);
    expect(bytes.length).toBeLessThan(universal.bytes.length + 64);
  });

  it('packs as UASTC does, and `compress: false` wins over it', async () => {
    const plain = await compile('color', true, { target: 'astc' });
    const packed = await compile('color', true, { target: 'astc', supercompress: 'zstd' });
    expect(packed.ktx.supercompressionScheme).toBe(2);
    expect(packed.levels).toEqual(plain.levels);
    const raw = await compile('color', true, { target: 'astc', compress: false });
    expect(raw.bytes).toEqual((await compile('color', true, { compress: false })).bytes);
  });

  it('takes a KTX2 image of UASTC without loss, with its levels', async () => {
    for (const mode of ['color', 'normal'] as const) {
      const { bytes } = await compile(mode, false, { quality: 'high' });
      const source = { path: 'a.png', input: { 'a.png': bytes }, params: paramsOf(mode) };
      const taken = await compileTextureSource({ ...source, settings: { target: 'astc' } });
      const straight = await compile(mode, false, { quality: 'high', target: 'astc' });
      expect(taken.bytes).toEqual(straight.bytes);
      expect(taken.warnings).toEqual([]);
      const packed = await compileTextureSource({ ...source, settings: { target: 'astc', supercompress: 'zstd' } });
      expect(packed.levels).toEqual(straight.levels);
      expect(packed.ktx.supercompressionScheme).toBe(2);
    }
  });
});
