import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { rgba8Format } from '../ktx2/basic-formats.js';
import { encodeKtx2 } from '../ktx2/encode.js';
import { decodeKtx2, readLevel } from '../ktx2/read.js';
import { decodeTextureLevel } from './decode-level.js';
import { decodeTexels } from './decode-texels.js';

describe('decodeTexels', () => {
  it('gives transparent black for a BC7 block without a mode', () => {
    expect(decodeTexels('bc7', new Uint8Array(16), 4, 4)).toEqual(new Uint8Array(64));
  });

  it('shows one colour in all texels of a BC7 block of mode 6 with equal endpoints', () => {
    // Mode 6: six zeros and a one, R G B A of seven bits twice each, two low bits, indices that then do not matter.
    const fields = [[64, 7], ...[100, 100, 50, 50, 3, 3, 127, 127].map((value) => [value, 7]), [1, 1], [1, 1]] as const;
    let block = 0x1234_5678_9abcn << 72n;
    let at = 0n;
    for (const [value = 0, width = 0] of fields) {
      block |= BigInt(value) << at;
      at += BigInt(width);
    }
    const bytes = Uint8Array.from({ length: 16 }, (_, i) => Number((block >> BigInt(i * 8)) & 255n));
    expect(decodeTexels('bc7', bytes, 4, 4)).toEqual(
      Uint8Array.from({ length: 64 }, (_, i) => [201, 101, 7, 255][i % 4] ?? 0),
    );
  });

  it('leaves out what lies beyond the right and the lower edge', () => {
    const blocks = Uint8Array.from({ length: 4 * 16 }, (_, i) => (i % 16 === 0 ? 64 : (i * 37) & 255));
    const whole = decodeTexels('bc7', blocks, 8, 8);
    const part = decodeTexels('bc7', blocks, 5, 7);
    for (let y = 0; y < 7; y++) expect(part.subarray(y * 20, y * 20 + 20)).toEqual(whole.subarray(y * 32, y * 32 + 20));
  });

  it('refuses every other length', () => {
    for (let length = 0; length < 40; length++) {
      if (length === 32) continue;
      const decode = () => decodeTexels('bc7', new Uint8Array(length), 8, 4);
      expect(decode).toThrow(FormatError);
      expect(decode).toThrow(`take 32 bytes, not ${length}`);
    }
  });
});

describe('decodeTextureLevel', () => {
  const texel = (level: number, layer: number, face: number): number[] => [level * 100, layer, face, 255];
  const level = (size: number, n: number): Uint8Array =>
    Uint8Array.from(
      [0, 1].flatMap((layer) =>
        [0, 1, 2, 3, 4, 5].flatMap((face) => Array.from({ length: size * size }, () => texel(n, layer, face)).flat()),
      ),
    );
  const levels = [{ bytes: level(2, 0) }, { bytes: level(1, 1) }];
  const shape = { pixelWidth: 2, pixelHeight: 2, layerCount: 2, faceCount: 6 };
  const file = encodeKtx2({ format: rgba8Format('srgb'), ...shape, levels });
  const ktx = decodeKtx2(file);
  const bytesOf = (n: number): Uint8Array => {
    const found = ktx.levels[n];
    if (found === undefined) throw new Error(`no level ${n}`);
    return readLevel(found);
  };

  it.each([
    [0, 0, 0],
    [0, 1, 5],
    [1, 0, 3],
    [1, 1, 2],
  ])('finds level %i, layer %i, face %i', (level, layer, face) => {
    const { width, height, rgba } = decodeTextureLevel(ktx, bytesOf(level), { level, layer, face });
    expect([width, height]).toEqual([2 - level, 2 - level]);
    expect([...rgba]).toEqual(Array.from({ length: width * height }, () => texel(level, layer, face)).flat());
  });

  it('finds a slice of a 3D texture', () => {
    const bytes = Uint8Array.from({ length: 2 * 2 * 2 * 4 }, (_, i) => i);
    const volume = { pixelWidth: 2, pixelHeight: 2, pixelDepth: 2, format: rgba8Format('linear'), levels: [{ bytes }] };
    const { rgba } = decodeTextureLevel(decodeKtx2(encodeKtx2(volume)), bytes, { slice: 1 });
    expect([...rgba]).toEqual(Array.from({ length: 16 }, (_, i) => 16 + i));
  });

  it('refuses levels cut short, grown, and formats that it does not know', () => {
    const bytes = bytesOf(0);
    for (let length = 0; length < bytes.byteLength; length++)
      expect(() => decodeTextureLevel(ktx, bytes.subarray(0, length))).toThrow(FormatError);
    expect(() => decodeTextureLevel(ktx, new Uint8Array(bytes.byteLength + 1))).toThrow(FormatError);
    expect(() => decodeTextureLevel({ ...ktx, vkFormat: 143 }, bytes)).toThrow('vkFormat 143');
  });

  it('tells a caller who asks for an image that is not there', () => {
    for (const image of [{ level: 2 }, { layer: 2 }, { face: 6 }, { slice: 1 }, { face: -1 }, { level: 0.5 }])
      expect(() => decodeTextureLevel(ktx, bytesOf(0), image)).toThrow(RangeError);
  });
});
