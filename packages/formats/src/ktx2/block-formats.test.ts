// Descriptors of block formats against the words of Khronos' data format specification, written out by hand.

import * as ktxParse from 'ktx-parse';
import { describe, expect, it } from 'vitest';
import { sampleLevels } from '../testing/ktx2-samples.js';
import { type BlockFormat, blockFormat, blockFormatBytes, blockFormatOf } from './block-formats.js';
import { encodeKtx2 } from './encode.js';
import { decodeKtx2 } from './read.js';
import { validateKtx2 } from './validate.js';

/** Vulkan's name, bytes of a block, color model, then bit offset, bits and channel of each sample. */
type Row = [BlockFormat, string, number, number, readonly (readonly [number, number, number])[]];

const FORMATS: readonly Row[] = [
  ['bc1', 'BC1_RGB_UNORM', 8, 128, [[0, 64, 0]]],
  ['bc1', 'BC1_RGB_SRGB', 8, 128, [[0, 64, 0]]],
  [
    'bc3',
    'BC3_UNORM',
    16,
    130,
    [
      [0, 64, 15],
      [64, 64, 0],
    ],
  ],
  [
    'bc3',
    'BC3_SRGB',
    16,
    130,
    [
      [0, 64, 0x1f],
      [64, 64, 0],
    ],
  ],
  ['bc4', 'BC4_UNORM', 8, 131, [[0, 64, 0]]],
  [
    'bc5',
    'BC5_UNORM',
    16,
    132,
    [
      [0, 64, 0],
      [64, 64, 1],
    ],
  ],
  ['bc7', 'BC7_UNORM', 16, 134, [[0, 128, 0]]],
  ['bc7', 'BC7_SRGB', 16, 134, [[0, 128, 0]]],
  ['etc2-rgb', 'ETC2_R8G8B8_UNORM', 8, 161, [[0, 64, 2]]],
  ['etc2-rgb', 'ETC2_R8G8B8_SRGB', 8, 161, [[0, 64, 2]]],
  [
    'etc2-rgba',
    'ETC2_R8G8B8A8_UNORM',
    16,
    161,
    [
      [0, 64, 15],
      [64, 64, 2],
    ],
  ],
  [
    'etc2-rgba',
    'ETC2_R8G8B8A8_SRGB',
    16,
    161,
    [
      [0, 64, 0x1f],
      [64, 64, 2],
    ],
  ],
  ['eac-r11', 'EAC_R11_UNORM', 8, 161, [[0, 64, 0]]],
  [
    'eac-rg11',
    'EAC_R11G11_UNORM',
    16,
    161,
    [
      [0, 64, 0],
      [64, 64, 1],
    ],
  ],
  ...(
    [
      ...(['4x4', '5x4', '5x5', '6x5', '6x6', '8x5', '8x6', '8x8'] as const),
      ...(['10x5', '10x6', '10x8', '10x10', '12x10', '12x12'] as const),
    ] as const
  ).flatMap((size): Row[] => [
    [`astc-${size}`, `ASTC_${size}_UNORM`, 16, 162, [[0, 128, 0]]],
    [`astc-${size}`, `ASTC_${size}_SRGB`, 16, 162, [[0, 128, 0]]],
  ]),
];

const numbers = new Map(Object.entries(ktxParse).map(([key, value]) => [key, value]));
const transferOf = (vkName: string) => (vkName.endsWith('_SRGB') ? 'srgb' : 'linear');

function sample(name: BlockFormat, vkName: string): Uint8Array {
  const input = { format: blockFormat(name, transferOf(vkName)), pixelWidth: 10, pixelHeight: 6 };
  return encodeKtx2({ ...input, levels: sampleLevels(input, 4) });
}

describe.each(FORMATS)('%s as %s', (name, vkName, blockBytes, model, samples) => {
  it('has the number, the block and the descriptor that Khronos gives it', () => {
    const bytes = sample(name, vkName);
    const { dataFormatDescriptor, ...ktx } = ktxParse.read(bytes);
    const vkFormat = numbers.get(`VK_FORMAT_${vkName}_BLOCK`);
    expect(vkFormat).toBeTypeOf('number');
    expect(ktx).toMatchObject({ vkFormat, typeSize: 1, pixelWidth: 10, pixelHeight: 6, levelCount: 4 });
    const [width = 4, height = 4] = /\d+x\d+/.exec(name)?.[0].split('x').map(Number) ?? [];
    const blocks = [0, 1, 2, 3].map((i) => Math.ceil((10 >> i) / width) * Math.max(1, Math.ceil((6 >> i) / height)));
    expect(ktx.levels.map(({ levelData }) => levelData.byteLength / blockBytes)).toEqual(blocks);
    expect(dataFormatDescriptor).toHaveLength(1);
    expect(dataFormatDescriptor[0]).toMatchObject({
      vendorId: 0,
      descriptorType: 0,
      versionNumber: 2,
      colorModel: model,
      colorPrimaries: vkName.endsWith('_SRGB') ? 1 : 0,
      transferFunction: vkName.endsWith('_SRGB') ? 2 : 1,
      flags: 0,
      texelBlockDimension: [width - 1, height - 1, 0, 0],
      bytesPlane: [blockBytes, 0, 0, 0, 0, 0, 0, 0],
    });
    const read = (dataFormatDescriptor[0]?.samples ?? []).map((one) => ({ ...one }));
    expect(read).toEqual(
      samples.map(([bitOffset, bits, channelType]) => ({
        bitOffset,
        bitLength: bits - 1,
        channelType,
        samplePosition: [0, 0, 0, 0],
        sampleLower: 0,
        sampleUpper: 0xffffffff,
      })),
    );
    expect(validateKtx2(bytes)).toEqual([]);
    expect(blockFormatOf(ktx.vkFormat)).toEqual({ name, transfer: transferOf(vkName) });
    expect(blockFormatBytes(name)).toBe(blockBytes);
  });

  it('starts every level at a multiple of its block', () => {
    for (const { byteOffset } of decodeKtx2(sample(name, vkName)).levels) expect(byteOffset % blockBytes).toBe(0);
  });

  it('is not accepted with any field of its descriptor or its format changed', () => {
    const good = sample(name, vkName);
    const view = new DataView(good.buffer);
    const [dfd, length] = [view.getUint32(48, true), view.getUint32(52, true)];
    const accepted: number[] = [];
    // Of the header vkFormat and typeSize; of the descriptor all but primaries and transfer, of which there are many, and positions, which none looks at.
    const isFree = (at: number): boolean =>
      at === 13 || at === 14 || (at >= 28 && (at - 28) % 16 >= 4 && (at - 28) % 16 < 8);
    // Formats without an sRGB twin may state any transfer function that there is.
    const hasTwin = !/BC4|BC5|EAC/.test(vkName);
    const places = [12, 16, ...Array.from({ length }, (_, i) => dfd + i).filter((at) => !isFree(at - dfd))];
    for (const at of places) {
      for (const change of [1, 2, 4, 8, 16, 32, 64, 128]) {
        // Premultiplied alpha.
        if (at === dfd + 15 && change === 1) continue;
        const bytes = good.slice();
        bytes[at] = (bytes[at] ?? 0) ^ change;
        if (validateKtx2(bytes).length === 0) accepted.push(at - dfd);
      }
    }
    expect(accepted).toEqual([]);
    if (hasTwin) {
      const bytes = good.slice();
      bytes[dfd + 14] = vkName.endsWith('_SRGB') ? 1 : 2;
      expect(validateKtx2(bytes).map(({ field }) => field)).toEqual(['DFD.transferFunction']);
    }
  });
});

it.each(['bc4', 'bc5', 'eac-r11', 'eac-rg11'] as const)('%s has no sRGB form', (name) => {
  expect(() => blockFormat(name, 'srgb')).toThrow('cannot be sRGB');
});

it('knows no block format in other numbers', () => {
  const own = FORMATS.map(([, vkName]) => numbers.get(`VK_FORMAT_${vkName}_BLOCK`));
  for (let vkFormat = 0; vkFormat < 200; vkFormat++)
    expect([vkFormat, blockFormatOf(vkFormat) !== undefined]).toEqual([vkFormat, own.includes(vkFormat)]);
});
