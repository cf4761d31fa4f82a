// Images of high dynamic range through the texture kind: formats, texels, and diagnostics.

import { ColorModel, decodeHdrLevel, fromHalf, toHalf, VkFormat } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { encodeHdrStrip } from '../../packages/compiler/src/encoding/hdr/encode-hdr-strip.js';
import { encodeHdrTextures } from '../../packages/compiler/src/encoding/hdr/encode-hdr-textures.js';
import { runOnThisThread } from '../../packages/compiler/src/encoding/parallel.js';
import { writeExr } from '../../packages/compiler/src/importers/image/testing/write-exr.js';
import { writeRadiance } from '../../packages/compiler/src/importers/image/testing/write-radiance.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { type CompiledTexture, compileTextureSource, rgbaPng, textureRefusal } from '../support/compile-texture.js';

type Light = (x: number, y: number) => number;

const [width, height] = [37, 22];
/** Halfs exactly, from deep shadow to a sun; each color of its own. */
const lights: readonly Light[] = [0, 1, 2].map(
  (c) => (x, y) => (x > 30 && y < 5 ? 9000 + c * 1000 : ((x * (c + 1) + y * 3) % 64) / 64 + 0.25),
);
const exr = (channels: Readonly<Record<string, Light>>, size: readonly [number, number] = [width, height]) =>
  writeExr({
    channels: Object.entries(channels)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, valueAt]) => ({ name, type: 'float', valueAt })),
    dataWindow: [0, 0, size[0] - 1, size[1] - 1],
    compression: 3,
  });
const [red, green, blue] = lights;
const rgb = { R: red ?? (() => 0), G: green ?? (() => 0), B: blue ?? (() => 0) };
const opaque = exr(rgb);

const compile = (settings: Readonly<Record<string, SettingValue>>, bytes = opaque, path = 'a.exr') =>
  compileTextureSource({ path, input: { [path]: bytes }, settings: { quality: 'fast', ...settings } });

const floatsOf = ({ ktx, levels }: CompiledTexture, level: number): number[] =>
  Array.from(decodeHdrLevel(ktx, levels[level] ?? new Uint8Array(), { level }).halfs, fromHalf);

const wanted = Array.from({ length: width * height }, (_, i) => [
  ...lights.map((light) => fromHalf(toHalf(light(i % width, Math.floor(i / width))))),
  1,
]).flat();

/** The mean over all values of |log2(a / b)|: doublings that they are apart. */
const apart = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + Math.abs(Math.log2((value + 1e-3) / ((b[i] ?? 0) + 1e-3))), 0) / a.length;

describe('an image of high dynamic range', () => {
  it.each([
    ['universal', {}, VkFormat.astc4x4Sfloat, ColorModel.uastcHdr4x4, 0, 0.06],
    ['astc', {}, VkFormat.astc4x4Sfloat, ColorModel.astc, 0, 0.06],
    ['bc', {}, VkFormat.bc6hUfloat, ColorModel.bc6h, 0, 0.06],
    ['bc', { supercompress: 'zstd' }, VkFormat.bc6hUfloat, ColorModel.bc6h, 2, 0.06],
    ['etc2', {}, VkFormat.e5b9g9r9Ufloat, ColorModel.rgbsda, 2, 0.01],
    ['etc2', { hdrRaw: 'rgba16f' }, VkFormat.r16g16b16a16Sfloat, ColorModel.rgbsda, 2, 0],
    ['bc', { compress: false }, VkFormat.e5b9g9r9Ufloat, ColorModel.rgbsda, 2, 0.01],
    ['universal', { compress: false, hdrRaw: 'rgba16f' }, VkFormat.r16g16b16a16Sfloat, ColorModel.rgbsda, 2, 0],
  ] as const)('for %s %o is of vkFormat %i', async (target, more, vkFormat, model, scheme, most) => {
    const texture = await compile({ target, ...more });
    const { ktx } = texture;
    expect([ktx.vkFormat, ktx.dataFormat.basic?.colorModel]).toEqual([vkFormat, model]);
    expect(ktx.dataFormat.basic).toMatchObject({ transferFunction: 1, flags: 0 });
    expect([ktx.pixelWidth, ktx.pixelHeight, ktx.levels.length]).toEqual([width, height, 6]);
    expect(ktx.supercompressionScheme).toBe(scheme);
    expect(texture.warnings).toEqual([]);
    expect(texture.context.outputs[0]).toMatchObject({ asset: { kind: 'texture', colorspace: 'linear' } });
    expect(apart(floatsOf(texture, 0), wanted)).toBeLessThanOrEqual(most);
  });

  it('is the same blocks for ASTC as for universal', async () => {
    const [universal, astc] = [await compile({ target: 'universal' }), await compile({ target: 'astc' })];
    expect(astc.levels).toEqual(universal.levels);
    expect(Buffer.compare(universal.bytes, astc.bytes)).not.toBe(0);
  });

  it('keeps its light from level to level and in a smaller one, whatever the filter', async () => {
    for (const [size, settings] of [
      [[64, 32], {}],
      [[64, 32], { mipFilter: 'kaiser' }],
      [[53, 31], {}],
      [[53, 31], { maxSize: 20 }],
    ] as const) {
      const file = exr(rgb, size);
      const texture = await compile({ compress: false, hdrRaw: 'rgba16f', ...settings }, file);
      const means = texture.levels.map((_, level) => {
        const floats = floatsOf(texture, level).filter((__, i) => i % 4 !== 3);
        return floats.reduce((sum, value) => sum + value, 0) / floats.length;
      });
      const source = lights.flatMap((light) =>
        Array.from({ length: size[0] * size[1] }, (_, i) => light(i % size[0], Math.floor(i / size[0]))),
      );
      const mean = source.reduce((sum, value) => sum + value, 0) / source.length;
      // Rounding to half is off by 2^-12 a level on average at most.
      for (const each of means) expect(Math.abs(each / mean - 1)).toBeLessThan(1e-3);
    }
  });

  it('has halfs to the bit, and what they cannot hold cut to the largest', async () => {
    const bright = exr({ R: (x) => (x === 3 ? 1e6 : x === 4 ? 70000 : x / 8), G: () => 65504, B: () => 2 ** -24 });
    const texture = await compile({ compress: false, hdrRaw: 'rgba16f' }, bright);
    expect(texture.context.warnings).toMatchObject([
      {
        code: 'texture/too-bright',
        message: `${2 * height} values are above 65504, the largest half float, and clamped`,
      },
    ]);
    const halfs = new Uint16Array((texture.levels[0] ?? new Uint8Array()).slice().buffer);
    expect([...halfs.subarray(0, 20)]).toEqual(
      [0, 1 / 8, 1 / 4, 65504, 65504].flatMap((value) => [toHalf(value), 0x7bff, 1, 0x3c00]),
    );
  });

  it('becomes RGBA16F where alpha is used, which says that colors are multiplied by it', async () => {
    const see = exr({ ...rgb, A: (x) => (x < 9 ? 0.5 : 1) });
    for (const target of ['universal', 'bc', 'astc', 'etc2']) {
      const texture = await compile({ target }, see);
      expect(texture.warnings).toEqual(['texture/hdr-alpha']);
      expect(texture.ktx.vkFormat).toBe(VkFormat.r16g16b16a16Sfloat);
      expect(texture.ktx.dataFormat.basic?.flags).toBe(1);
      const floats = floatsOf(texture, 0);
      expect(floats).toEqual(wanted.map((value, i) => (i % 4 === 3 && Math.floor(i / 4) % width < 9 ? 0.5 : value)));
    }
    expect((await compile({ target: 'etc2', hdrRaw: 'rgba16f' }, see)).warnings).toEqual([]);
    const full = exr({ ...rgb, A: () => 1 });
    expect((await compile({ target: 'bc' }, full)).bytes).toEqual((await compile({ target: 'bc' })).bytes);
  });

  it('comes from Radiance pictures as well', async () => {
    const texels = Array.from({ length: 16 * 8 }, (_, i) => [128 + (i >> 1), 255 - i, 128, 128 + (i % 12)]).flat();
    const file = writeRadiance({ scanlineCount: 8, scanlineLength: 16, texels, coding: 'planes' });
    const texture = await compile({ compress: false, hdrRaw: 'rgba16f' }, file, 'sky.HDR');
    expect(texture.context.outputs[0]?.suffix).toBe('.ktx2');
    expect(floatsOf(texture, 0).filter((_, i) => i % 4 === 0)).toEqual(
      texels.filter((_, i) => i % 4 === 0).map((m, i) => fromHalf(toHalf(m * 2 ** ((i % 12) - 8)))),
    );
  });

  it('is the same file however its strips are divided and ordered', async () => {
    const texels = new Float32Array(new SharedArrayBuffer(300 * 500 * 16)).map((_, i) => (i % 97) / 7);
    const surfaces = {
      levels: [{ width: 300, height: 500, texels }],
      faceCount: 1,
      layerCount: 0,
      hasAlpha: false,
    } as const;
    const tasks = { 'encode-hdr': encodeHdrStrip };
    const how = {
      compress: true,
      hdrRaw: 'rgb9e5',
      astc: '4x4',
      quality: 'fast',
      rawZstdLevel: 3,
      blockZstdLevel: undefined,
    } as const;
    for (const target of ['universal', 'bc', 'etc2'] as const) {
      const options = [{ ...how, target }];
      const [file] = await encodeHdrTextures(surfaces, options, runOnThisThread(tasks));
      let strips = 0;
      const [other] = await encodeHdrTextures(surfaces, options, async (_, count, payload) => {
        strips = count;
        for (let i = count - 1; i >= 0; i--) encodeHdrStrip(payload as never, i);
      });
      expect(strips).toBeGreaterThan(1);
      expect(other).toEqual(file);
    }
  });

  it('is refused as normals or single values, and where it is none', async () => {
    for (const path of ['a.n.exr', 'a.ao.exr', 'a.h.exr', 'a.R.EXR'])
      expect(await textureRefusal({ path, input: { [path]: opaque } })).toMatchObject({
        code: 'texture/hdr-role',
        file: path,
      });
    const normal = { path: 'a.exr', input: { 'a.exr': opaque }, settings: { role: 'normal' } };
    expect(await textureRefusal(normal)).toMatchObject({ code: 'texture/hdr-role' });
    const suffixed = {
      ...normal,
      path: 'a_n.exr',
      input: { 'a_n.exr': opaque },
      settings: { suffixes: { normal: ['_n'] } },
    };
    expect(await textureRefusal(suffixed)).toMatchObject({ code: 'texture/hdr-role' });
    for (const role of ['color', 'linear']) expect((await compile({ role })).warnings).toEqual([]);
    const png = rgbaPng(2, 2, () => [1, 2, 3, 255]);
    expect(await textureRefusal({ path: 'a.hdr', input: { 'a.hdr': png } })).toMatchObject({
      code: 'image/unknown-type',
    });
    const limited = { path: 'a.exr', input: { 'a.exr': opaque }, settings: { limit: 30 } };
    expect(await textureRefusal(limited)).toMatchObject({ code: 'image/too-large' });
    const other = { path: 'a.exr', input: { 'a.exr': opaque }, settings: { format: 'vkguide' } };
    expect(await textureRefusal(other)).toMatchObject({ code: 'texture/hdr-format' });
  });

  it('is read as what it is under the name of another image', async () => {
    const texture = await compile({ target: 'bc' }, opaque, 'a.png');
    expect(texture.warnings).toEqual(['image/misnamed']);
    expect(texture.ktx.vkFormat).toBe(VkFormat.bc6hUfloat);
  });
});
