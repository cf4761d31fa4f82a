// info and convert on textures of high dynamic range.

import {
  decodeHdrLevel,
  decodeKtx2,
  encodeKtx2,
  fromHalf,
  hdrFormat,
  type Ktx2,
  readLevel,
  toHalf,
  VkFormat,
  validateKtx2,
} from '@assetc/formats';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { AssetError } from '../../packages/compiler/src/diagnostics/diagnostic.js';
import { loadZstd, type Zstd } from '../../packages/compiler/src/encoding/zstd.js';
import { writeExr } from '../../packages/compiler/src/importers/image/testing/write-exr.js';
import { type ConvertRequest, convertFile } from '../../packages/compiler/src/inspect/convert/convert-file.js';
import { inspectPath } from '../../packages/compiler/src/inspect/inspect-files.js';
import { memoryDisk } from '../../packages/compiler/src/inspect/testing/memory-disk.js';
import type { SettingValue } from '../../packages/compiler/src/model/kind/setting.js';
import { compileTextureSource } from '../support/compile-texture.js';

const [width, height] = [16, 8];
const GRAYS = [0, 0.02, 0.18, 0.5, 1, 4, 100, 10000];
/** Eight grays in columns of two; one texel is green of 2. */
const grayAt = (x: number, y: number): number => (x === 15 && y === 7 ? 0 : (GRAYS[x >> 1] ?? 0));
const exr = (more: Readonly<Record<string, (x: number, y: number) => number>> = {}) =>
  writeExr({
    channels: Object.entries({
      B: grayAt,
      G: (x: number, y: number) => (x === 15 && y === 7 ? 2 : grayAt(x, y)),
      R: grayAt,
      ...more,
    })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, valueAt]) => ({ name, type: 'half', valueAt })),
    dataWindow: [0, 0, width - 1, height - 1],
  });

const texture = async (settings: Readonly<Record<string, SettingValue>>, bytes = exr()) =>
  (await compileTextureSource({ path: 'a.exr', input: { 'a.exr': bytes }, settings })).bytes;

let zstd: Zstd;
beforeAll(async () => {
  zstd = await loadZstd();
});

const convert = async (bytes: Uint8Array, request: Omit<ConvertRequest, 'path'>) => {
  const converted = await convertFile(memoryDisk({ '/w/sky.ktx2': bytes }), { path: '/w/sky.ktx2', ...request });
  if (converted === undefined) throw new Error('nothing was converted');
  const { files, diagnostics } = converted;
  return {
    files,
    bytes: files[0]?.bytes ?? new Uint8Array(),
    said: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
};
const pixelsOf = (bytes: Uint8Array) => PNG.sync.read(Buffer.from(bytes)).data;
const floatsOf = (ktx: Ktx2, level: number): number[] => {
  const stored = ktx.levels[level];
  if (stored === undefined) throw new Error('there is no such level');
  const bytes = readLevel(stored, (frame, length) => zstd.decompress(frame, length));
  return Array.from(decodeHdrLevel(ktx, bytes, { level }).halfs, fromHalf);
};

describe('info', () => {
  it.each([
    [{ compress: false, hdrRaw: 'rgba16f' }, 'R16G16B16A16_SFLOAT', 0],
    [{ target: 'etc2' }, 'E5B9G9R9_UFLOAT', 0.005],
    [{ target: 'bc' }, 'BC6H_UFLOAT', 0.1],
    [{ target: 'astc' }, 'ASTC_4x4_SFLOAT', 0.1],
    [{}, 'UASTC_HDR_4x4', 0.1],
  ] as const)('tells the luminance of %o', async (settings, format, slack) => {
    const bytes = await texture(settings);
    const [file] = (await inspectPath(memoryDisk({ '/w/sky.ktx2': bytes }), '/w/sky.ktx2'))?.files ?? [];
    expect(file).toMatchObject({ problem: null, facts: { format, width, height, transfer: 'linear' } });
    const { least, most, mean } = Object(file?.facts.luminance);
    expect(least).toBeCloseTo(0, 2);
    expect(Math.abs(most / 10000 - 1)).toBeLessThanOrEqual(slack);
    const wanted = (GRAYS.reduce((sum, gray) => sum + gray * 16, 0) - 10000 + 2 * 0.7152) / (width * height);
    expect(Math.abs(mean / wanted - 1)).toBeLessThanOrEqual(slack * 2 + 1e-3);
    expect(file?.statements.some((statement) => /^luminance \S+ to \S+, \S+ on average$/.test(statement))).toBe(true);
  });

  it('says what is wrong with a level that does not decompress', async () => {
    const raw = await texture({ compress: false, hdrRaw: 'rgba16f' });
    const damaged = raw.slice();
    damaged.fill(0xff, damaged.length - 40);
    const files = (await inspectPath(memoryDisk({ '/w/a.ktx2': damaged }), '/w/a.ktx2'))?.files;
    expect(files?.[0]?.problem).toMatch(/Zstandard/);
  });
});

describe('convert --to png', () => {
  it('tone-maps: dark stays as it is, bright is pressed together and never falls', async () => {
    const { bytes, said } = await convert(await texture({ compress: false, hdrRaw: 'rgba16f' }), { to: 'png' });
    const pixels = pixelsOf(bytes);
    const grays = GRAYS.map((_, i) => [...pixels.subarray(i * 8, i * 8 + 4)]);
    for (const [r, g, b, a] of grays) expect([g, b, a]).toEqual([r, r, 255]);
    const codes = grays.map(([r]) => r ?? -1);
    expect([...codes].sort((a, b) => a - b)).toEqual(codes);
    // PBR Neutral takes up to 0.04 off, then sRGB: 0.18 → 0.14 is 105; 1 is pressed to 0.869, 240; a sun is white.
    expect([codes[0], codes[2], codes[4], codes[7]]).toEqual([0, 105, 240, 255]);
    // 2 of green alone: nothing is taken off, pressed to 0.96, a little of it white.
    const green = pixels.subarray(pixels.length - 4);
    expect(green[1]).toBeGreaterThan(245);
    expect(green[0]).toBe(green[2]);
    expect(green[0]).toBeLessThan(128);
    expect(said).toEqual(
      [
        'convert/rounded: HDR values are tone-mapped (PBR Neutral, exposure 1): 38 % of the texels are brighter than white',
        'convert/lost: the result lacks 4 mip levels',
      ].sort(),
    );
  });

  it('undoes the multiplication by alpha, and takes blocks and cubes as well', async () => {
    const half = exr({ A: () => 0.5, R: () => 0.25, G: () => 0.25, B: () => 0.25 });
    const seen = pixelsOf((await convert(await texture({}, half), { to: 'png' })).bytes);
    const plain = exr({ R: () => 0.5, G: () => 0.5, B: () => 0.5 });
    const opaque = pixelsOf((await convert(await texture({ target: 'bc' }, plain), { to: 'png' })).bytes);
    expect([...seen.subarray(0, 3)]).toEqual([...opaque.subarray(0, 3)]);
    expect([seen[3], opaque[3]]).toEqual([128, 255]);
    const halfs = new Uint16Array(6 * 4 * 4).map((_, i) => toHalf(i % 4 === 3 ? 1 : (i >> 4) / 8));
    const cube = encodeKtx2({
      format: hdrFormat('rgba16f'),
      pixelWidth: 2,
      pixelHeight: 2,
      faceCount: 6,
      levels: [{ bytes: new Uint8Array(halfs.buffer) }],
    });
    const { files } = await convert(cube, { to: 'png' });
    expect(files.map(({ path }) => path)).toEqual(
      ['px', 'nx', 'py', 'ny', 'pz', 'nz'].map((face) => `/w/sky.${face}.png`),
    );
  });
});

describe('convert to other formats', () => {
  it.each([
    ['bc', VkFormat.bc6hUfloat],
    ['astc', VkFormat.astc4x4Sfloat],
    ['universal', VkFormat.astc4x4Sfloat],
    ['etc2', VkFormat.e5b9g9r9Ufloat],
  ] as const)('makes ktx2 of the target %s', async (target, vkFormat) => {
    const source = decodeKtx2(await texture({ compress: false, hdrRaw: 'rgba16f' }));
    const { bytes } = await convert(await texture({ compress: false, hdrRaw: 'rgba16f' }), { to: 'ktx2', target });
    expect(validateKtx2(bytes)).toEqual([]);
    const ktx = decodeKtx2(bytes);
    expect([ktx.vkFormat, ktx.levels.length]).toEqual([vkFormat, 5]);
    for (const level of [0, 1, 4]) {
      const [before, after] = [floatsOf(source, level), floatsOf(ktx, level)];
      const off = before.map((value, i) => Math.abs(Math.log2(((after[i] ?? 0) + 0.1) / (value + 0.1))));
      expect(off.reduce((sum, value) => sum + value, 0) / off.length).toBeLessThan(0.2);
    }
    await expect(convert(bytes, { to: 'ktx2', target })).rejects.toThrow(AssetError);
  });

  it('makes raw halfs of blocks, and DDS of what Direct3D has', async () => {
    const bc = await texture({ target: 'bc' });
    const raw = decodeKtx2((await convert(bc, { to: 'ktx2', target: 'raw' })).bytes);
    expect(raw.vkFormat).toBe(VkFormat.r16g16b16a16Sfloat);
    expect(floatsOf(raw, 0)).toEqual(floatsOf(decodeKtx2(bc), 0));
    const formatOf = (dds: Uint8Array) => new DataView(dds.buffer, dds.byteOffset).getUint32(128, true);
    expect(formatOf((await convert(bc, { to: 'dds' })).bytes)).toBe(95);
    expect(formatOf((await convert(await texture({ target: 'etc2' }), { to: 'dds' })).bytes)).toBe(67);
    const universal = await convert(await texture({}), { to: 'dds' });
    expect(formatOf(universal.bytes)).toBe(10);
    expect(universal.said).toContain(
      'convert/lost: the result lacks the block compression (texels become RGBA16F; --target bc writes blocks)',
    );
    await expect(convert(bc, { to: 'vkguide' })).rejects.toThrow(AssetError);
  });
});
