import { deflateSync, inflateSync } from 'node:zlib';
import { blockFormatOf, decodeKtx2, decodeTextureLevel, textValue, UASTC_CHANNEL, validateKtx2 } from '@assetc/formats';
import { decodeUastc } from '@assetc/kernels';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { encodeKtx2 } from './encode-ktx2.js';
import type { EncodeOptions, SourceImage } from './encode-options.js';
import { encodeBlockTextures } from './files/block-textures.js';
import { buildMipChain } from './mips/mip-chain.js';
import { onThisThread } from './on-this-thread.js';
import { cloningPool } from './testing/cloning-pool.js';
import { testImage } from './testing/test-image.js';

afterEach(() => vi.unstubAllGlobals());

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

function psnr(a: Uint8Array, b: Uint8Array, channels = 3): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4)
    for (let c = 0; c < channels; c++) sum += ((a[i + c] ?? 0) - (b[i + c] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * (a.length / 4) * channels) / sum);
}

function levelOf(file: Uint8Array, n: number): Uint8Array {
  const ktx = decodeKtx2(file);
  const bytes = ktx.levels[n]?.bytes ?? new Uint8Array();
  if (ktx.vkFormat !== 0) return decodeTextureLevel(ktx, bytes, { level: n, layer: 0, face: 0 }).rgba;
  return decodeUastc(bytes, Math.max(1, ktx.pixelWidth >> n), Math.max(1, ktx.pixelHeight >> n));
}

const OPTIONS: readonly EncodeOptions[] = [
  { quality: 'fast' },
  { quality: 'fast', target: 'bc', bc: 'small', alpha: 'blends' },
  { role: 'normal', quality: 'fast' },
  { role: 'normal', channels: 'xyz', filter: 'kaiser', quality: 'fast' },
  { role: 'grayscale', target: 'etc2', quality: 'fast' },
  { role: 'linear', target: 'astc', mips: false, quality: 'fast' },
  { rdo: 1, quality: 'fast' },
  { alphaCutoff: 0.5, maxSize: 200, quality: 'fast', filter: 'kaiser', wrap: 'clamp' },
  { target: 'raw' },
];

describe('encodeKtx2', () => {
  it('writes the same bytes as the separate steps', async () => {
    const { width, height, data } = testImage(150, 90, true);
    const mips = { mode: 'color', mips: true, filter: 'box', wrap: 'repeat', maxSize: 0, alphaCutoff: null } as const;
    const chain = await buildMipChain({ width, height, pixels: data, hasAlpha: true }, mips, onThisThread);
    const wanted = {
      mode: 'color',
      target: 'bc',
      bc: 'bc7',
      astc: '4x4',
      quality: 'fast',
      metric: 'rgb',
      rdo: 0,
    } as const;
    const surfaces = { chains: [chain], faceCount: 1, layerCount: 0 } as const;
    const options = { ...wanted, alphaWeighted: false, pack: undefined };
    const [file = new Uint8Array()] = await encodeBlockTextures(surfaces, true, [options], onThisThread);
    expect(same(await encodeKtx2({ width, height, data }, { target: 'bc', quality: 'fast' }), file)).toBe(true);
  });

  it.each(OPTIONS)(
    'gives the same valid file with any number of threads, with and without shared memory: %j',
    async (options) => {
      // Large enough for the first level to be divided.
      const image = testImage(740, 760, true);
      const here = await encodeKtx2(image, options);
      expect(validateKtx2(here)).toEqual([]);
      const pool = cloningPool(3);
      expect(same(await encodeKtx2(image, { ...options, pool }), here)).toBe(true);
      expect(pool.jobs()).toBeGreaterThan(options.target === 'raw' ? 0 : 3);
      vi.stubGlobal('SharedArrayBuffer', undefined);
      expect(same(await encodeKtx2(image, { ...options, pool: cloningPool(1) }), here)).toBe(true);
      expect(same(await encodeKtx2(image, options), here)).toBe(true);
    },
  );

  it('stays close to the source on every level', async () => {
    const image = testImage(256, 256);
    for (const target of ['universal', 'bc', 'astc', 'etc2'] as const) {
      const file = await encodeKtx2(image, { target });
      expect(psnr(levelOf(file, 0), image.data)).toBeGreaterThan(target === 'etc2' ? 31 : 36);
      expect(decodeKtx2(file).levels).toHaveLength(9);
    }
    const raw = await encodeKtx2(image, { target: 'raw' });
    expect(same(levelOf(raw, 0), image.data)).toBe(true);
  });

  it('accepts one, two, three and four channels of 8 and 16 bits', async () => {
    const rgba = (texel: readonly number[]) => Uint8Array.from({ length: 64 }, (_, i) => texel[i % 4] ?? 0);
    const cases: readonly (readonly [SourceImage['data'], Uint8Array])[] = [
      [new Uint8Array(16).fill(90), rgba([90, 90, 90, 255])],
      [Uint8Array.from({ length: 32 }, (_, i) => (i % 2 ? 30 : 200)), rgba([200, 30, 0, 255])],
      [Uint8ClampedArray.from({ length: 48 }, (_, i) => i % 3), rgba([0, 1, 2, 255])],
      [Uint8ClampedArray.from(rgba([1, 2, 3, 4])), rgba([1, 2, 3, 4])],
      [Uint16Array.from({ length: 64 }, (_, i) => (i % 4) * 257 * 50), rgba([0, 50, 100, 150])],
    ];
    for (const [data, texels] of cases)
      expect([...levelOf(await encodeKtx2({ width: 4, height: 4, data }, { target: 'raw' }), 0)]).toEqual([...texels]);
  });

  it('keeps three channels of a normal map under xyz and two otherwise', async () => {
    const data = Uint8Array.from({ length: 1024 }, (_, i) => [180, 90, 220, 17][i % 4] ?? 0);
    const image = { width: 16, height: 16, data };
    const xyz = await encodeKtx2(image, { role: 'normal', channels: 'xyz' });
    expect([...levelOf(xyz, 0).subarray(0, 4)]).toEqual([180, 90, 220, 255]);
    expect(decodeKtx2(xyz).dataFormat.basic?.samples[0]?.channelType).toBe(UASTC_CHANNEL.rgb);
    const rg = await encodeKtx2(image, { role: 'normal' });
    expect([...levelOf(rg, 0).subarray(0, 4)]).toEqual([180, 90, 0, 255]);
    expect(decodeKtx2(rg).dataFormat.basic?.samples[0]?.channelType).toBe(UASTC_CHANNEL.rg);
    const astc = decodeKtx2(await encodeKtx2(image, { role: 'normal', target: 'astc' }));
    expect(textValue(astc.keyValues, 'KTXswizzle')).toBe('rg01');
    const bc = decodeKtx2(await encodeKtx2(image, { role: 'normal', channels: 'xyz', target: 'bc' }));
    expect(blockFormatOf(bc.vkFormat)?.name).toBe('bc7');
  });

  it('scales sides up to multiples, and not beyond maxSize', async () => {
    const sizeOf = async (width: number, height: number, options: EncodeOptions) => {
      const ktx = decodeKtx2(await encodeKtx2(testImage(width, height), { quality: 'fast', ...options }));
      return [ktx.pixelWidth, ktx.pixelHeight, ktx.levels.length];
    };
    expect(await sizeOf(61, 4, { multipleOf: 4 })).toEqual([64, 4, 7]);
    expect(await sizeOf(1, 2, { multipleOf: 4, filter: 'kaiser' })).toEqual([4, 4, 3]);
    expect(await sizeOf(100, 50, { multipleOf: 4, maxSize: 30 })).toEqual([28, 16, 5]);
    expect(await sizeOf(64, 32, { multipleOf: 4, maxSize: 64 })).toEqual([64, 32, 7]);
    const gray = { width: 3, height: 5, data: new Uint8Array(15).fill(77) };
    const raw = await encodeKtx2(gray, { target: 'raw', multipleOf: 4, role: 'linear' });
    expect(new Set(levelOf(raw, 0))).toEqual(new Set([77, 255]));
  });

  it('compresses every level with the caller’s function', async () => {
    const image = testImage(64, 64);
    for (const target of ['universal', 'raw'] as const) {
      const plain = decodeKtx2(await encodeKtx2(image, { target }));
      const packed = decodeKtx2(await encodeKtx2(image, { target, zstd: async (bytes) => deflateSync(bytes) }));
      expect([plain.supercompressionScheme, packed.supercompressionScheme]).toEqual([0, 2]);
      for (const [n, level] of packed.levels.entries())
        expect(same(inflateSync(level.bytes), plain.levels[n]?.bytes ?? new Uint8Array())).toBe(true);
    }
  });

  it('reports progress that only grows and ends at 1', async () => {
    for (const pool of [undefined, cloningPool(2)]) {
      const reported: number[] = [];
      const onProgress = (done: number) => reported.push(done);
      await encodeKtx2(testImage(512, 512), { quality: 'fast', onProgress, ...(pool ? { pool } : {}) });
      expect(reported.length).toBeGreaterThan(4);
      expect(reported).toEqual([...reported].sort((a, b) => a - b));
      expect(reported.at(-1)).toBe(1);
    }
  });

  it('stops when aborted, before it starts and while it runs', async () => {
    const image = testImage(512, 512);
    await expect(encodeKtx2(image, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    for (const pool of [undefined, cloningPool(2)]) {
      const controller = new AbortController();
      const reported: number[] = [];
      const onProgress = (done: number) => {
        reported.push(done);
        if (done > 0.3) controller.abort();
      };
      const signal = controller.signal;
      const encoding = encodeKtx2(image, { signal, onProgress, ...(pool ? { pool } : {}) });
      await expect(encoding).rejects.toMatchObject({ name: 'AbortError' });
      expect(reported.at(-1)).toBeLessThan(0.9);
    }
  });
});

describe('encodeKtx2 with a wrong argument', () => {
  const image = testImage(8, 8);
  const cases: readonly (readonly [unknown, unknown, typeof Error, string])[] = [
    [undefined, {}, TypeError, 'the image must be { width, height, data }'],
    [{ ...image, width: '8' }, {}, TypeError, 'width must be a number, not "8"'],
    [{ ...image, width: 0 }, {}, RangeError, 'width must be a whole number from 1 to 32768, not 0'],
    [{ ...image, height: 2.5 }, {}, RangeError, 'height must be a whole number from 1 to 32768, not 2.5'],
    [{ ...image, data: [1, 2, 3] }, {}, TypeError, 'data must be a Uint8Array, a Uint8ClampedArray or a Uint16Array'],
    [
      { ...image, data: new Uint8Array(65) },
      {},
      RangeError,
      '8 × 8 texels of 1, 2, 3 or 4 channels do not have 65 values',
    ],
    [image, null, TypeError, 'options must be an object'],
    [image, { qualty: 'fast' }, TypeError, 'there is no option "qualty"'],
    [image, { toString: 1 }, TypeError, 'there is no option "toString"'],
    [image, { target: 'pvrtc' }, RangeError, 'target must be "universal", "bc", "astc", "etc2", "raw", not "pvrtc"'],
    [image, { mips: 1 }, TypeError, 'mips must be a boolean, not 1'],
    [image, { rdo: -1 }, RangeError, 'rdo must be from 0 to 10, not -1'],
    [image, { rdo: Number.NaN }, RangeError, 'rdo must be from 0 to 10, not NaN'],
    [image, { maxSize: 1.5 }, RangeError, 'maxSize must be a whole number from 0, not 1.5'],
    [image, { multipleOf: 0 }, RangeError, 'multipleOf must be a whole number from 1 to 1024, not 0'],
    [image, { alphaCutoff: 2 }, RangeError, 'alphaCutoff must be from 0 to 1, not 2'],
    [image, { zstd: true }, TypeError, 'zstd must be a function, not true'],
    [image, { pool: null }, TypeError, 'pool must be an object, not null'],
    [image, { channels: 'xyz' }, RangeError, 'channels goes with role "normal", not "color"'],
    [image, { role: 'linear', srgb: true }, RangeError, 'srgb goes with role "color", not "linear"'],
    [image, { bc: 'small' }, RangeError, 'bc goes with target "bc", not "universal"'],
    [image, { role: 'normal', alpha: 'data' }, RangeError, 'alpha goes with role "color" in sRGB'],
  ];
  it.each(cases)('names the problem', async (given, options, type, message) => {
    const encoding = encodeKtx2(given as SourceImage, options as EncodeOptions);
    await expect(encoding).rejects.toThrow(type);
    await expect(encoding).rejects.toThrow(`encodeKtx2: ${message}`);
  });
});
