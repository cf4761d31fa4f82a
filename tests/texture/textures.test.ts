// Textures from source bytes to KTX2: roles, channels, settings, cubemaps, arrays and images of models.

import { decodeKtx2, encodeKtx2, textEntry } from '@assetc/formats';
import { applyUastcRdo, decodeUastc } from '@assetc/kernels';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../packages/compiler/src/model/text/json.js';
import { transcodeKtx2 } from '../../packages/kernels/src/testing/basis-transcoder.js';
import { compileTextureSource, psnr, rgbaPng, textureRefusal } from '../support/compile-texture.js';

const smooth = (x: number, y: number): number[] => [x * 4, y * 4, 255 - x * 2 - y * 2, 255];

const opaque = rgbaPng(64, 48, smooth);

const faded = rgbaPng(64, 48, (x, y) => [...smooth(x, y).slice(0, 3), 255 - y * 5]);

const pixelsOf = (texel: (x: number, y: number) => number[], width = 64, height = 48): number[] =>
  Array.from({ length: width * height }, (_, i) => texel(i % width, Math.floor(i / width))).flat();

describe('a texture on its own', () => {
  const roles: [string, Uint8Array, { transfer: number; channel: number }][] = [
    ['a.png', opaque, { transfer: 2, channel: 0 }],
    ['a.png', faded, { transfer: 2, channel: 3 }],
    ['a.n.png', opaque, { transfer: 1, channel: 6 }],
    ['a.N.PNG', opaque, { transfer: 1, channel: 6 }],
    ['a.ao.png', opaque, { transfer: 1, channel: 4 }],
    ['a.h.png', opaque, { transfer: 1, channel: 4 }],
    ['a.r.png', faded, { transfer: 1, channel: 4 }],
  ];
  for (const [path, bytes, want] of roles)
    it(`${path}${bytes === faded ? ' with alpha' : ''}: transfer ${want.transfer}, channel id ${want.channel}`, async () => {
      const { ktx, context } = await compileTextureSource({ path, input: { [path]: bytes } });
      const basic = ktx.dataFormat.basic;
      expect(basic?.transferFunction).toBe(want.transfer);
      expect(basic?.colorPrimaries).toBe(want.transfer === 2 ? 1 : 0);
      expect(basic?.samples.map((s) => s.channelType)).toEqual([want.channel]);
      expect(ktx).toMatchObject({
        vkFormat: 0,
        pixelWidth: 64,
        pixelHeight: 48,
        supercompressionScheme: 0,
        faceCount: 1,
        layerCount: 0,
      });
      expect(ktx.levels).toHaveLength(7);
      expect(context.outputs[0]?.asset).toEqual({
        kind: 'texture',
        colorspace: want.transfer === 2 ? 'srgb' : 'linear',
      });
    });

  it('obeys texture.role over the name', async () => {
    const { ktx } = await compileTextureSource({
      path: 'a.n.png',
      input: { 'a.n.png': opaque },
      settings: { role: 'linear' },
    });
    expect(ktx.dataFormat.basic).toMatchObject({ transferFunction: 1, samples: [{ channelType: 0 }] });
  });

  it('feeds the encoder red everywhere for grayscale and red and green for normals', async () => {
    const gray = await compileTextureSource({ path: 'a.ao.png', input: { 'a.ao.png': faded } });
    const grayTexels = decodeUastc(gray.levels[0] ?? new Uint8Array(), 64, 48);
    expect(
      psnr(
        grayTexels,
        pixelsOf((x) => [x * 4, x * 4, x * 4, 255]),
      ),
    ).toBeGreaterThan(45);
    const normal = await compileTextureSource({ path: 'a.n.png', input: { 'a.n.png': faded } });
    const normalTexels = decodeUastc(normal.levels[0] ?? new Uint8Array(), 64, 48);
    expect(
      psnr(
        normalTexels,
        pixelsOf((x, y) => [x * 4, y * 4, 0, 255]),
      ),
    ).toBeGreaterThan(40);
  });

  it('comes back through three’s transcoder as it went in, at every level', async () => {
    const { bytes, levels } = await compileTextureSource({ path: 'a.png', input: { 'a.png': faded } });
    expect(
      psnr(
        await transcodeKtx2(bytes, 'rgba'),
        pixelsOf((x, y) => [...smooth(x, y).slice(0, 3), 255 - y * 5]),
      ),
    ).toBeGreaterThan(42);
    for (const level of [0, 1, 2, 6]) {
      const [width, height] = [Math.max(1, 64 >> level), Math.max(1, 48 >> level)];
      const theirs = await transcodeKtx2(bytes, 'rgba', { level });
      expect([...theirs]).toEqual([...decodeUastc(levels[level] ?? new Uint8Array(), width, height)]);
    }
  });

  it('is pixel-exact and never swizzled without compression', async () => {
    for (const [path, vkFormat] of [
      ['a.png', 43],
      ['a.n.png', 37],
      ['a.ao.png', 37],
    ] as const) {
      const { ktx, levels } = await compileTextureSource({
        path,
        input: { [path]: faded },
        settings: { compress: false },
      });
      expect(ktx).toMatchObject({ vkFormat, typeSize: 1, supercompressionScheme: 2 });
      expect([...(levels[0] ?? [])]).toEqual(pixelsOf((x, y) => [...smooth(x, y).slice(0, 3), 255 - y * 5]));
      expect(ktx.dataFormat.basic?.samples.map((s) => s.channelType)).toEqual(
        vkFormat === 43 ? [0, 1, 2, 31] : [0, 1, 2, 15],
      );
    }
  });

  it('packs levels with Zstd when asked, and by default under rdo', async () => {
    const plain = await compileTextureSource({ path: 'a.png', input: { 'a.png': opaque } });
    for (const settings of [{ supercompress: 'zstd' }, { rdo: 1 }] as const) {
      const packed = await compileTextureSource({ path: 'a.png', input: { 'a.png': opaque }, settings });
      expect(packed.ktx.supercompressionScheme).toBe(2);
      expect(packed.ktx.dataFormat.basic?.bytesPlane[0]).toBe(16);
      if (!('rdo' in settings)) expect(packed.levels.map((l) => [...l])).toEqual(plain.levels.map((l) => [...l]));
    }
    const unpacked = await compileTextureSource({
      path: 'a.png',
      input: { 'a.png': opaque },
      settings: { rdo: 1, supercompress: 'none' },
    });
    expect(unpacked.ktx.supercompressionScheme).toBe(0);
  });

  it('packs better the higher rdo is, at a bounded loss, whatever the strips', async () => {
    const grain = (x: number, y: number) => (Math.imul(x * 73 + y * 151, 2654435761) >>> 28) - 8;
    const texel = (x: number, y: number) => [100 + (x >> 2) + grain(x, y), 90 + (y >> 2) + grain(y, x), 80, 255];
    // More blocks than one strip holds.
    const png = rgbaPng(512, 300, texel);
    const made = async (rdo: number) => {
      const settings = { rdo, supercompress: 'zstd', mips: false };
      return compileTextureSource({ path: 'a.png', input: { 'a.png': png }, settings });
    };
    const [plain, some, more] = [await made(0), await made(1), await made(4)];
    expect(some.bytes.length).toBeLessThan(plain.bytes.length * 0.95);
    expect(more.bytes.length).toBeLessThan(some.bytes.length);
    const quality = ({ levels }: { levels: readonly Uint8Array[] }) =>
      psnr(decodeUastc(levels[0] ?? new Uint8Array(), 512, 300), pixelsOf(texel, 512, 300));
    expect(quality(some)).toBeGreaterThan(quality(plain) - 1.5);
    const whole = (plain.levels[0] ?? new Uint8Array()).slice();
    applyUastcRdo(whole, Uint8Array.from(pixelsOf(texel, 512, 300)), 512, 300, 1, {
      level: 'normal',
      metric: 'rgb',
      channels: 'rgba',
    });
    expect(Buffer.compare(whole, some.levels[0] ?? new Uint8Array())).toBe(0);
  });

  it('resizes to maxSize, and writes level 0 alone without mips', async () => {
    const small = await compileTextureSource({ path: 'a.png', input: { 'a.png': opaque }, settings: { maxSize: 16 } });
    expect([small.ktx.pixelWidth, small.ktx.pixelHeight, small.ktx.levels.length]).toEqual([16, 12, 5]);
    const flat = await compileTextureSource({ path: 'a.png', input: { 'a.png': opaque }, settings: { mips: false } });
    expect(flat.ktx.levels).toHaveLength(1);
  });

  it('takes sizes that are no multiple of four, down to a single texel', async () => {
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [17, 1],
      [1, 33],
    ] as const) {
      const { bytes, levels } = await compileTextureSource({
        path: 'a.png',
        input: { 'a.png': rgbaPng(width, height, () => [200, 100, 50, 255]) },
      });
      expect(levels[0]?.length).toBe(Math.ceil(width / 4) * Math.ceil(height / 4) * 16);
      expect([...(await transcodeKtx2(bytes, 'rgba'))].slice(0, 4)).toEqual([200, 100, 50, 255]);
    }
  });

  it('keeps the coverage of masked images only where asked', async () => {
    const leaf = rgbaPng(64, 64, (x, y) => [30, 120, 20, (x * 5 + y * 3) % 17 < 5 ? 255 : 0]);
    const input = { 'a.png': leaf };
    const levelsWith = async (settings: object, params?: { alphaCutoff: number }) =>
      (
        await compileTextureSource({
          path: 'a.png',
          input,
          settings: { compress: false, ...settings },
          ...(params && {
            params: { mode: 'color', image: { whole: { file: 'a.png' } }, ...params },
          }),
        })
      ).levels.map((l) => [...l]);
    const plain = await levelsWith({});
    const kept = await levelsWith({ alphaCoverage: true });
    expect(kept[2]).not.toEqual(plain[2]);
    expect(await levelsWith({}, { alphaCutoff: 0.5 })).toEqual(kept);
    expect(await levelsWith({ alphaCoverage: false }, { alphaCutoff: 0.5 })).toEqual(plain);
  });

  it('gives the same bytes twice', async () => {
    const once = await compileTextureSource({ path: 'a.png', input: { 'a.png': faded } });
    const twice = await compileTextureSource({ path: 'b.png', input: { 'b.png': faded } });
    expect(Buffer.compare(once.bytes, twice.bytes)).toBe(0);
  });

  it('refuses a source beyond texture.limit by its header', async () => {
    expect(await textureRefusal({ path: 'a.png', input: { 'a.png': opaque }, settings: { limit: 63 } })).toMatchObject({
      code: 'image/too-large',
      file: 'a.png',
    });
  });
});

describe('an image of a model', () => {
  const params = (image: Json, mode = 'linear'): Json => ({ mode, alphaCutoff: null, image });

  it('is read from a range of the model, and complains with the place in it', async () => {
    const glb = new Uint8Array(100 + opaque.length);
    glb.set(opaque, 100);
    const whole = { file: 'm.glb', offset: 100, length: opaque.length };
    const { ktx } = await compileTextureSource({
      path: 'a.png',
      input: { 'a.png': '', 'm.glb': glb },
      params: params({ whole }),
    });
    expect(ktx.dataFormat.basic?.transferFunction).toBe(1);
    const cut = { ...whole, length: 60 };
    const refused = await textureRefusal({
      path: 'a.png',
      input: { 'a.png': '', 'm.glb': glb },
      params: params({ whole: cut }),
    });
    expect(refused).toMatchObject({ code: 'image/truncated', file: 'm.glb' });
    expect(refused.where?.offset).toBeGreaterThanOrEqual(100);
  });

  it('packs roughness into green and metallic into blue', async () => {
    const flat = (value: number, width = 8) => rgbaPng(width, 8, () => [value, 0, 0, 255]);
    const input = { 'a.png': '', 'r.png': flat(50), 'm.png': flat(200), 'big.png': flat(90, 16) };
    const texel = async (image: Json) => {
      const made = await compileTextureSource({
        path: 'a.png',
        input,
        params: params(image),
        settings: { compress: false },
      });
      return { texel: [...(made.levels[0] ?? []).slice(0, 4)], width: made.ktx.pixelWidth, warnings: made.warnings };
    };
    expect(await texel({ roughness: { file: 'r.png' }, metallic: { file: 'm.png' } })).toEqual({
      texel: [255, 50, 200, 255],
      width: 8,
      warnings: [],
    });
    expect(await texel({ roughness: null, metallic: { file: 'm.png' } })).toEqual({
      texel: [255, 255, 200, 255],
      width: 8,
      warnings: [],
    });
    expect(await texel({ roughness: { file: 'r.png' }, metallic: { file: 'big.png' } })).toEqual({
      texel: [255, 50, 90, 255],
      width: 16,
      warnings: ['texture/unequal-maps'],
    });
  });

  it('is encoded anew where a KTX2 lacks mips or lies otherwise than ours, and packed as it is with a warning', async () => {
    const source = { path: 'a.png', input: { 'a.png': opaque } };
    const warned = async (bytes: Uint8Array, settings = {}) =>
      (
        await compileTextureSource({
          path: 'a.png',
          input: { 'a.png': bytes },
          params: params({ whole: { file: 'a.png' } }, 'color'),
          settings,
        })
      ).warnings;
    const whole = (await compileTextureSource(source)).bytes;
    expect(await warned(whole)).toEqual([]);
    expect(await warned(whole, { supercompress: 'zstd' })).toEqual(['texture/ktx2-as-it-is']);
    const single = (await compileTextureSource({ ...source, settings: { mips: false } })).bytes;
    expect(await warned(single)).toEqual(['texture/ktx2-anew']);
    expect(await warned(single, { mips: false })).toEqual([]);
    const ktx = decodeKtx2(whole);
    for (const [key, value] of [
      ['KTXorientation', 'ru'],
      ['KTXswizzle', 'bgra'],
    ] as const) {
      const marked = encodeKtx2({ ...ktx, format: ktx, keyValues: [textEntry(key, value)] });
      expect(await warned(marked)).toEqual(['texture/ktx2-anew']);
    }
  });

  it('is taken as it is when it is UASTC already', async () => {
    const { bytes } = await compileTextureSource({
      path: 'a.png',
      input: { 'a.png': opaque },
      settings: { supercompress: 'zstd' },
    });
    const of = (mode: string, settings = {}) => ({
      path: 'a.png',
      input: { 'a.png': bytes },
      params: params({ whole: { file: 'a.png' } }, mode),
      settings,
    });
    const taken = await compileTextureSource(of('color'));
    expect(Buffer.compare(taken.bytes, bytes)).toBe(0);
    expect(taken.warnings).toEqual([]);
    expect((await compileTextureSource(of('linear'))).warnings).toEqual(['texture/ktx2-anew']);
    const smaller = await compileTextureSource(of('color', { maxSize: 8 }));
    expect(smaller.warnings).toEqual([]);
    expect(Math.max(smaller.ktx.pixelWidth, smaller.ktx.pixelHeight)).toBe(8);
    const damaged = bytes.slice();
    damaged[20] = 9;
    expect(await textureRefusal({ ...of('color'), input: { 'a.png': damaged } })).toMatchObject({
      code: 'texture/bad-ktx2',
    });
    const raw = await compileTextureSource({
      path: 'a.png',
      input: { 'a.png': opaque },
      settings: { compress: false },
    });
    const anew = await compileTextureSource({ ...of('color', { compress: false }), input: { 'a.png': raw.bytes } });
    expect(Buffer.compare(anew.bytes, raw.bytes)).toBe(0);
    expect(await textureRefusal({ ...of('color', { limit: 4 }) })).toMatchObject({ code: 'texture/unsupported-ktx2' });
  });
});
