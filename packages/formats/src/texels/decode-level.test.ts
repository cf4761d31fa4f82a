import { describe, expect, it } from 'vitest';
import { FormatError } from '../core/format-error.js';
import { rgba8Format, uastcFormat } from '../ktx2/basic-formats.js';
import { encodeKtx2 } from '../ktx2/encode.js';
import { decodeKtx2, readLevel } from '../ktx2/read.js';
import { VkFormat } from '../ktx2/vk-format.js';
import { decodeTextureLevel } from './decode-level.js';
import { decodeTexels, decodeTexels16 } from './decode-texels.js';
import { texelFormatOf } from './texel-format.js';

describe('decodeTexels', () => {
  it('gives transparent black for a BC7 block without a mode', () => {
    expect(decodeTexels('bc7', new Uint8Array(16), 4, 4)).toEqual(new Uint8Array(64));
  });

  it('shows one color in all texels of a BC7 block of mode 6 with equal endpoints', () => {
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

  it('omits texels beyond the right and the lower edge', () => {
    const blocks = Uint8Array.from({ length: 4 * 16 }, (_, i) => (i % 16 === 0 ? 64 : (i * 37) & 255));
    const whole = decodeTexels('bc7', blocks, 8, 8);
    const part = decodeTexels('bc7', blocks, 5, 7);
    for (let y = 0; y < 7; y++) expect(part.subarray(y * 20, y * 20 + 20)).toEqual(whole.subarray(y * 32, y * 32 + 20));
  });

  it.each([
    ['rgba8', 128],
    ['rgb8', 96],
    ['rgba16f', 256],
    ['bc1', 16],
    ['bc1-cut-out', 16],
    ['bc3', 32],
    ['bc4', 16],
    ['bc5', 32],
    ['bc7', 32],
    ['etc2-rgb', 16],
    ['etc2-rgba', 32],
    ['eac-r11', 16],
    ['eac-rg11', 32],
    ['astc-4x4', 32],
    ['astc-4x4-srgb', 32],
    ['uastc', 32],
  ] as const)('refuses every length of 8 × 4 texels of %s but %i', (format, right) => {
    for (let length = 0; length < right + 9; length++) {
      if (length === right) continue;
      for (const decode of [decodeTexels, decodeTexels16]) {
        expect(() => decode(format, new Uint8Array(length), 8, 4)).toThrow(FormatError);
        expect(() => decode(format, new Uint8Array(length), 8, 4)).toThrow(`take ${right} bytes, not ${length}`);
      }
    }
    expect(decodeTexels(format, new Uint8Array(right), 8, 4).length).toBe(128);
    expect(decodeTexels16(format, new Uint8Array(right), 8, 4).length).toBe(128);
  });

  it('shows half floats from 0 to 1', () => {
    const halves = Uint16Array.of(0x3800, 0x3c00, 0x4000, 0xbc00, 0x7c00, 0x7e00, 0x0001, 0x3bff);
    const bytes = new Uint8Array(halves.buffer);
    expect([...decodeTexels('rgba16f', bytes, 2, 1)]).toEqual([128, 255, 255, 0, 255, 0, 0, 255]);
    expect([...decodeTexels16('rgba16f', bytes, 2, 1)]).toEqual([32768, 65535, 65535, 0, 65535, 0, 0, 65503]);
  });

  it('gives R11 more than eight bits', () => {
    // Base 100, multiplier 0, table 13, all indices 4: a modifier of 0, so 100 · 8 + 4 of 2047.
    const block = Uint8Array.of(100, 13, 0x92, 0x49, 0x24, 0x92, 0x49, 0x24);
    expect([...decodeTexels16('eac-r11', block, 1, 1)]).toEqual([Math.round((804 * 65535) / 2047), 0, 0, 65535]);
    expect([...decodeTexels('eac-r11', block, 1, 1)]).toEqual([100, 0, 0, 255]);
  });

  it('shows the error color of an illegal ASTC and of an unknown UASTC block', () => {
    const magenta = Array.from({ length: 16 }, () => [255, 0, 255, 255]).flat();
    expect([...decodeTexels('astc-4x4', new Uint8Array(16), 4, 4)]).toEqual(magenta);
    expect([...decodeTexels('uastc', Uint8Array.from([0x45, ...new Uint8Array(15)]), 4, 4)]).toEqual(magenta);
  });
});

describe('texelFormatOf', () => {
  const dataFormat = { basic: undefined, extra: [] };
  it('knows every format that assetc writes', () => {
    const formats = Object.values(VkFormat).map((vkFormat) => texelFormatOf({ vkFormat, dataFormat }));
    expect(formats).toEqual([
      ...[
        undefined,
        'rgba8',
        'rgba8',
        'rg16f',
        'rgba16f',
        'rgb9e5',
        'bc1',
        'bc1',
        'bc3',
        'bc3',
        'bc4',
        'bc5',
        'bc6h',
        'bc7',
        'bc7',
      ],
      ...['etc2-rgb', 'etc2-rgb', 'etc2-rgba', 'etc2-rgba', 'eac-r11', 'eac-rg11', 'astc-4x4', 'astc-4x4-srgb'],
      'astc-4x4-hdr',
    ]);
    expect(texelFormatOf(uastcFormat({ transfer: 'linear', channel: 'rg' }))).toBe('uastc');
    expect(texelFormatOf({ vkFormat: 133, dataFormat })).toBe('bc1-cut-out');
    expect(texelFormatOf({ vkFormat: 144, dataFormat })).toBe('bc6h-signed');
    expect(texelFormatOf({ vkFormat: 122, dataFormat })).toBeUndefined();
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
    expect(() => decodeTextureLevel({ ...ktx, vkFormat: 122 }, bytes)).toThrow('vkFormat 122');
  });

  it('rejects a request for a missing image', () => {
    for (const image of [{ level: 2 }, { layer: 2 }, { face: 6 }, { slice: 1 }, { face: -1 }, { level: 0.5 }])
      expect(() => decodeTextureLevel(ktx, bytesOf(0), image)).toThrow(RangeError);
  });
});
