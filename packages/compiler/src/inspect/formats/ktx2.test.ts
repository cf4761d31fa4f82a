import { deflateSync } from 'node:zlib';
import { blockFormat, encodeKtx2, rgba8Format, Supercompression } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { loadZstd } from '../../encoding/zstd.js';
import { ktx2Format } from './ktx2.js';

const pixels = Uint8Array.from({ length: 64 }, (_, i) => i);
const texture = (bytes: Uint8Array, supercompressionScheme: number) =>
  encodeKtx2({
    format: rgba8Format('linear'),
    pixelWidth: 4,
    pixelHeight: 4,
    supercompressionScheme,
    levels: [{ bytes, uncompressedByteLength: 64 }],
  });
const codes = async (bytes: Uint8Array) =>
  (await ktx2Format.validate(bytes)).map(({ code, field }) => `${code} ${field}`);

describe('ktx2Format', () => {
  it('decompresses Zstd and zlib levels', async () => {
    const zstd = await loadZstd();
    expect(await codes(texture(zstd.compress(pixels, 3), Supercompression.zstd))).toEqual([]);
    expect(await codes(texture(deflateSync(pixels), Supercompression.zlib))).toEqual([]);
  });

  it('rejects levels that decompress to another size', async () => {
    const zstd = await loadZstd();
    const short = pixels.subarray(1);
    expect(await codes(texture(zstd.compress(short, 3), Supercompression.zstd))).toEqual(['bad-value level[0]']);
    expect(await codes(texture(deflateSync(short), Supercompression.zlib))).toEqual(['bad-value level[0]']);
  });

  it('rejects levels that are damaged, with the place of the level', async () => {
    const noise = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const damaged = texture(noise, Supercompression.zstd);
    const [problem] = await ktx2Format.validate(damaged);
    expect(problem).toMatchObject({ code: 'bad-magic', offset: damaged.byteLength - 8 });
    expect(await codes(texture(noise, Supercompression.zlib))).toEqual(['bad-value level[0]']);
  });

  it('counts the bits of what is stored', async () => {
    const zstd = await loadZstd();
    const stored = zstd.compress(pixels, 3);
    const { facts, statements } = ktx2Format.describe(texture(stored, Supercompression.zstd));
    expect(facts).toMatchObject({ supercompression: 'Zstd', gpuBytes: 64, bitsPerPixel: stored.byteLength / 2 });
    expect(statements.slice(0, 4)).toEqual(['4 × 4', '1 mip', 'R8G8B8A8_UNORM', 'Zstd']);
  });

  it('names ASTC by its block size, and accepts it', async () => {
    const { dataFormat, ...format } = blockFormat('astc-4x4', 'srgb');
    if (dataFormat.basic === undefined) throw new Error('block formats have a descriptor');
    const basic = { ...dataFormat.basic, texelBlockDimension: [5, 5, 0, 0] };
    const file = encodeKtx2({
      format: { ...format, vkFormat: 166, dataFormat: { ...dataFormat, basic } },
      pixelWidth: 12,
      pixelHeight: 6,
      levels: [{ bytes: new Uint8Array(32) }],
    });
    expect(await codes(file)).toEqual([]);
    expect(ktx2Format.describe(file).facts).toMatchObject({ format: 'ASTC_6x6_SRGB', gpuBytes: 32 });
  });
});
