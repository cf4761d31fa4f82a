// Compares what is read from heads with what is read from whole files.

import { encodeKtx2, rg16fFormat, rgba8Format } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { goldenNames, readAnyGolden } from '../../../../other-runtimes/src/testing/all-goldens.js';
import { HEAD_BYTES } from '../../runtimes/file-format.js';
import { formatOf } from '../file-formats.js';

const names = goldenNames.filter((name) => /\.(ktx2|hmesh|gali|mesh|tx)$/.test(name));

const byHead = async (name: string, bytes: Uint8Array, sizeBytes = bytes.byteLength) =>
  (await formatOf(name, bytes))?.onGpuByHead?.(bytes.subarray(0, HEAD_BYTES), sizeBytes);

describe('onGpuByHead', () => {
  it('has test files', () => {
    expect(names.length).toBeGreaterThan(15);
  });

  it.each(names)('gives the same result for the head of %s as for the whole file', async (name) => {
    const bytes = readAnyGolden(name);
    const { onGpu, facts } = (await formatOf(name, bytes))?.describe(bytes) ?? {};
    if (onGpu !== undefined) return expect((await byHead(name, bytes))?.bytes).toBe(onGpu.bytes);
    // A mesh is uploaded as stored, or uncompressed if it is compressed.
    const isPacked = facts?.compression === 'LZ4';
    const bytesOnGpu = (await byHead(name, bytes))?.bytes ?? 0;
    if (isPacked) expect(bytesOnGpu).toBeGreaterThan(Number(facts?.vertices) * 16);
    else expect(Math.abs(bytesOnGpu - bytes.byteLength)).toBeLessThan(name.endsWith('.mesh') ? 400 : 1);
  });

  it.each(names.filter((name) => /\.(ktx2|hmesh)$/.test(name)))(
    'returns undefined for %s if its end is missing',
    async (name) => {
      const bytes = readAnyGolden(name);
      for (const size of [0, 12, 40, 100, bytes.byteLength >> 1, bytes.byteLength - 1])
        expect(await byHead(name, bytes.subarray(0, size), size), `${size} bytes`).toBeUndefined();
    },
  );

  it('does not count a table of two half floats as a plain texture', async () => {
    const size = { pixelWidth: 4, pixelHeight: 4 };
    const table = encodeKtx2({ format: rg16fFormat(), ...size, levels: [{ bytes: new Uint8Array(64) }] });
    const picture = encodeKtx2({ format: rgba8Format('srgb'), ...size, levels: [{ bytes: new Uint8Array(64) }] });
    expect(await byHead('any.ktx2', table)).toEqual({ bytes: 64, isPlainTexture: false });
    expect(await byHead('any.ktx2', picture)).toEqual({ bytes: 64, isPlainTexture: true });
  });
});
