import { FormatError } from '@assetc/formats';
import { describe, expect, it, vi } from 'vitest';
import { loadZstd } from './zstd.js';

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) >> 7);

describe('zstd', () => {
  it('returns what went in, and equal frames for equal bytes', async () => {
    const zstd = await loadZstd();
    for (const level of [3, 6, 12, 19]) {
      const frame = zstd.compress(bytes, level);
      expect(zstd.compress(bytes, level)).toEqual(frame);
      expect(zstd.decompress(frame, bytes.length)).toEqual(bytes);
    }
    for (const length of [0, 1, 255, 256, 70000])
      expect(zstd.decompress(zstd.compress(new Uint8Array(length), 3), length)).toHaveLength(length);
  });

  it('gives the same frames in every copy of the module', async () => {
    const frame = (await loadZstd()).compress(bytes, 6);
    for (let copies = 0; copies < 4; copies++) {
      vi.resetModules();
      const copy = await import('./zstd.js');
      expect((await copy.loadZstd()).compress(bytes, 6)).toEqual(frame);
    }
  });

  it('throws FormatError for a wrong size, a truncation and a foreign frame', async () => {
    const zstd = await loadZstd();
    const frame = zstd.compress(bytes, 3);
    expect(() => zstd.decompress(frame, 4999)).toThrow(FormatError);
    for (let length = 0; length < frame.length; length += 7)
      expect(() => zstd.decompress(frame.subarray(0, length), bytes.length)).toThrow(FormatError);
    expect(() => zstd.decompress(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 8)).toThrow(FormatError);
    // A header that promises four gigabytes.
    const huge = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    expect(() => zstd.decompress(huge, 100)).toThrow(FormatError);
    expect(zstd.decompress(frame, bytes.length)).toEqual(bytes);
  });
});
