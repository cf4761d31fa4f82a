// Descriptors of high dynamic range against the words that Khronos' tools and Basis Universal write.

import * as ktxParse from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import { sampleLevels } from '../testing/ktx2-samples.js';
import { encodeKtx2 } from './encode.js';
import { type HdrFormat, hdrFormat, hdrFormatOf } from './hdr-formats.js';
import { decodeKtx2 } from './read.js';
import { validateKtx2 } from './validate.js';

/** Vulkan's number and typeSize, bytes and texels of a block, color model, then offset, bits, channel and limits of each sample. */
const FORMATS: readonly [HdrFormat, number, number, number, number, number, readonly (readonly number[])[]][] = [
  ['uastc-hdr', ktxParse.VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK_EXT, 1, 16, 4, 167, [[0, 128, 0x80, 0, 0x3f800000]]],
  ['astc-hdr', ktxParse.VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK_EXT, 1, 16, 4, 162, [[0, 128, 0xc0, 0xbf800000, 0x3f800000]]],
  ['bc6h', ktxParse.VK_FORMAT_BC6H_UFLOAT_BLOCK, 1, 16, 4, 133, [[0, 128, 0x80, 0, 0x3f800000]]],
  [
    'rgb9e5',
    ktxParse.VK_FORMAT_E5B9G9R9_UFLOAT_PACK32,
    4,
    4,
    1,
    1,
    [
      [0, 9, 0, 0, 8448],
      [27, 5, 0x20, 15, 31],
      [9, 9, 1, 0, 8448],
      [27, 5, 0x21, 15, 31],
      [18, 9, 2, 0, 8448],
      [27, 5, 0x22, 15, 31],
    ],
  ],
  [
    'rgba16f',
    ktxParse.VK_FORMAT_R16G16B16A16_SFLOAT,
    2,
    8,
    1,
    1,
    [0, 1, 2, 15].map((c, i) => [i * 16, 16, 0xc0 | c, 0xbf800000, 0x3f800000]),
  ],
];

const fileOf = (name: HdrFormat): Uint8Array => {
  const input = { format: hdrFormat(name), pixelWidth: 10, pixelHeight: 6 };
  return encodeKtx2({ ...input, levels: sampleLevels(input, 2) });
};

describe.each(FORMATS)('%s', (name, vkFormat, typeSize, bytes, side, colorModel, samples) => {
  const file = fileOf(name);

  it('is valid, and reads as it should by another reader', () => {
    expect(validateKtx2(file)).toEqual([]);
    const oracle = ktxParse.read(file);
    expect(oracle).toMatchObject({ vkFormat, typeSize });
    const [descriptor] = oracle.dataFormatDescriptor;
    expect(descriptor).toMatchObject({
      colorModel,
      colorPrimaries: 1,
      transferFunction: 1,
      bytesPlane: [bytes, 0, 0, 0, 0, 0, 0, 0],
    });
    expect(descriptor?.texelBlockDimension.slice(0, 2)).toEqual([side - 1, side - 1]);
    const written = descriptor?.samples.map((s) => [
      s.bitOffset,
      s.bitLength + 1,
      s.channelType,
      s.sampleLower,
      s.sampleUpper,
    ]);
    expect(written?.map((row) => row.map((v) => (v ?? 0) >>> 0))).toEqual(samples);
    const ktx = decodeKtx2(file);
    expect(hdrFormatOf(ktx.vkFormat, ktx.dataFormat.basic?.colorModel)).toBe(name);
  });

  it('is not valid with another model, or another first sample', () => {
    const dfd = new DataView(file.buffer, file.byteOffset).getUint32(48, true);
    for (const [offset, value, field] of [
      [12, 134, 'DFD.colorModel'],
      [31, 0x0f, 'DFD.samples[0].channelType'],
    ] as const) {
      const copy = file.slice();
      copy[dfd + offset] = value;
      expect(validateKtx2(copy).map((problem) => problem.field)).toContain(field);
    }
  });
});

it('knows no format that is not of high dynamic range', () => {
  expect([37, 122, 131, 144, 157].map((vkFormat) => hdrFormatOf(vkFormat, 1))).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
